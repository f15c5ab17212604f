import type { DomainContext } from '../../domain/context.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { getReport } from '../../domain/report/get.ts';
import {
  deleteSavedReport,
  type Every,
  scheduleReport,
  updateSavedReport,
} from '../../domain/saved-report/change.ts';
import {
  countSavedReports,
  findSavedReports,
  SAVED_REPORT_LIST,
  type SavedReport as SavedRow,
  visibleSavedReports,
} from '../../domain/saved-report/find.ts';
import { saveReport } from '../../domain/saved-report/save.ts';
import { addChanges, type Recorded, recording } from '../account/field-change.ts';
import { builder } from '../builder.ts';
import { VALIDATE_ONLY } from '../parts/arguments.ts';
import { connectionType } from '../parts/connection-types.ts';
import { rootConnection } from '../parts/connections.ts';
import { globalId, inputId } from '../parts/ids.ts';
import { numberedNodeType } from '../parts/node.ts';
import { Report } from './report.ts';
import { CreateReportInput, reportPayload } from './report-input.ts';

const ReportSchedule = builder.enumType('ReportSchedule', {
  description:
    'The possible schedules of a saved report. A report is made once the books of its day are closed for all of its advertisers.',
  values: {
    DAILY: { description: 'Once a day.' },
    WEEKLY: { description: 'Once a week, after Sunday.' },
    NEVER: { description: 'Only by hand.' },
  } as const satisfies Record<Every, object>,
});

const SavedReport = builder.prismaObject('SavedReport', {
  description: 'The payload of a report, saved under a name and made again on a schedule.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `SavedReport:123`.',
      resolve: ({ id }) => globalId('SavedReport', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The integer ID.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    report: t.field({
      type: 'JSON',
      description: 'The payload, as `createReport` takes it.',
      resolve: ({ payload }) => payload,
    }),
    schedule: t.field({
      type: ReportSchedule,
      description: 'The schedule on which reports are made.',
      resolve: ({ every }) => every as Every,
    }),
    lastReport: t.field({
      type: Report,
      nullable: true,
      description: 'The last report that the schedule made. Null if there is none.',
      resolve: async ({ lastReport }, _args, ctx) => {
        if (lastReport === null) return null;
        return getReport({ ctx, customerReportId: lastReport }).catch((error) => {
          if (error instanceof NotFoundError) return null;
          throw error;
        });
      },
    }),
  }),
});

numberedNodeType({ type: SavedReport, name: 'SavedReport', find: findSavedReports });

rootConnection({
  of: connectionType({
    type: SavedReport,
    name: 'SavedReport',
    words: 'saved reports',
    list: SAVED_REPORT_LIST,
    visible: visibleSavedReports,
  }),
  field: 'savedReports',
  description: 'Returns the saved reports of the seat.',
  find: findSavedReports,
  count: countSavedReports,
});

const idField = { required: true, description: 'The global ID or integer ID of the saved report.' } as const;
const nameField = { description: 'The name, at most 255 characters.' };
const reportField = { type: CreateReportInput, description: 'The payload of the report.' } as const;

const SaveReportInput = builder.inputType('SaveReportInput', {
  description: 'The input of `saveReport`.',
  fields: (t) => ({
    name: t.string({ ...nameField, required: true }),
    report: t.field({ ...reportField, required: true }),
  }),
});
const UpdateSavedReportInput = builder.inputType('UpdateSavedReportInput', {
  description: 'The input of `updateSavedReport`. What is left out stays.',
  fields: (t) => ({ id: t.id(idField), name: t.string(nameField), report: t.field(reportField) }),
});
const DeleteSavedReportInput = builder.inputType('DeleteSavedReportInput', {
  description: 'The input of `deleteSavedReport`.',
  fields: (t) => ({ id: t.id(idField) }),
});
const ScheduleReportInput = builder.inputType('ScheduleReportInput', {
  description: 'The input of `scheduleReport`.',
  fields: (t) => ({
    savedReportId: t.id(idField),
    every: t.field({
      type: ReportSchedule,
      required: true,
      description: 'The schedule on which reports are made.',
    }),
  }),
});

/** The four mutations answer the saved report with its changes. */
function mutation<Input>(options: {
  name: string;
  description: string;
  input: unknown;
  run: (ctx: DomainContext, input: Input) => Promise<SavedRow>;
}): void {
  const { name, description, input, run } = options;
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const payload = builder.objectRef<{ savedReport: SavedRow } & Recorded>(`${type}Payload`).implement({
    description: `The payload that \`${name}\` returns on success.`,
    fields: (t) => ({
      savedReport: t.field({
        type: SavedReport,
        description: 'The saved report.',
        resolve: ({ savedReport }) => savedReport,
      }),
    }),
  });
  addChanges(payload);
  builder.mutationField(name, (t) =>
    t.field({
      type: payload,
      description,
      errors: {
        union: {
          name: `${type}Result`,
          description: `The result of \`${name}\`: its payload or a typed error.`,
        },
      },
      args: {
        input: t.arg({
          type: input as typeof SaveReportInput,
          required: true,
          description: 'The input of the mutation.',
        }),
        validateOnly: t.arg.boolean(VALIDATE_ONLY),
      },
      resolve: async (_root, args, outer) => {
        const { ctx, changes } = recording(outer, args.validateOnly);
        return { savedReport: await run(ctx, args.input as Input), changes };
      },
    }),
  );
}

mutation<typeof SaveReportInput.$inferInput>({
  name: 'saveReport',
  description: 'Saves the payload of a report under a name.',
  input: SaveReportInput,
  run: (ctx, { name, report }) =>
    saveReport({ ctx, input: { name, report: reportPayload(report) as object } }),
});
mutation<typeof UpdateSavedReportInput.$inferInput>({
  name: 'updateSavedReport',
  description: 'Changes the name or the payload of a saved report.',
  input: UpdateSavedReportInput,
  run: (ctx, { id, name, report }) =>
    updateSavedReport({
      ctx,
      id: inputId('SavedReport', id, 'id'),
      input: { name, ...(report && { report: reportPayload(report) }) },
    }),
});
mutation<typeof DeleteSavedReportInput.$inferInput>({
  name: 'deleteSavedReport',
  description: 'Deletes a saved report. Reports that were made of it stay.',
  input: DeleteSavedReportInput,
  run: (ctx, { id }) => deleteSavedReport({ ctx, id: inputId('SavedReport', id, 'id') }),
});
mutation<typeof ScheduleReportInput.$inferInput>({
  name: 'scheduleReport',
  description: 'Makes a saved report daily or weekly, or no longer.',
  input: ScheduleReportInput,
  run: (ctx, { savedReportId, every }) =>
    scheduleReport({ ctx, id: inputId('SavedReport', savedReportId, 'savedReportId'), every }),
});
