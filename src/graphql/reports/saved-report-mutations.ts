import { authorizeWrite, type DomainContext } from '../../domain/context.ts';
import { ValidationError } from '../../domain/errors.ts';
import {
  deleteSavedReport,
  scheduleReport,
  updateSavedReport,
} from '../../domain/reporting/saved-report/change.ts';
import type { SavedReport as SavedRow } from '../../domain/reporting/saved-report/find.ts';
import {
  DEFAULT_LINK_DAYS,
  linkSavedReport,
  MAX_LINK_DAYS,
  unlinkSavedReport,
} from '../../domain/reporting/saved-report/link.ts';
import { saveReport } from '../../domain/reporting/saved-report/save.ts';
import { type Input, type InputFieldBuilder, type InputFields, inputObject } from '../parts/input-object.ts';
import { mutation } from '../parts/mutation.ts';
import { capitalized } from '../parts/names.ts';
import { inputId } from '../parts/values/ids.ts';
import { inPlacesOf } from './named-payload.ts';
import { CreateReportInput, reportPayload } from './report-input.ts';
import { ReportSchedule, SavedReport, WeekdayEnum } from './saved-report.ts';

/** Adds a mutation that returns the saved report. */
function savedReportMutation(options: {
  name: string;
  description: string;
  /** Added to the description of the input. */
  remark?: string;
  input: (t: InputFieldBuilder) => InputFields;
  run: (ctx: DomainContext, input: Input) => Promise<SavedRow>;
}): void {
  const { name, description, remark = '', input, run } = options;
  mutation<{ savedReport: SavedRow }>({
    name,
    description,
    input: inputObject(`${capitalized(name)}Input`, `The input of \`${name}\`.${remark}`, input),
    payload: (t) => ({
      savedReport: t.field({
        type: SavedReport,
        description: 'The saved report.',
        resolve: ({ savedReport }) => savedReport,
      }),
    }),
    run: async ({ ctx, input }) => {
      // Before the input is converted: whoever may not write learns nothing else.
      authorizeWrite(ctx);
      return { savedReport: await run(ctx, input) };
    },
  });
}

const ID = { required: true, description: 'The global ID or integer ID of the saved report.' } as const;
const NAME = { description: 'The name, at most 255 characters.' };
const REPORT = { type: CreateReportInput, description: 'The payload of the report.' };

/** Runs `work` with the payload of a report. Its errors have the paths of the input. */
async function withPayload<T>(report: unknown, work: (payload: unknown) => Promise<T>): Promise<T> {
  if (report == null) return work(report);
  const { payload, places } = await inReport(() => reportPayload(report));
  return inPlacesOf(places, 'report.', () => work(payload));
}

/** Converts the paths of a report's errors to an input that contains the report. */
async function inReport<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const within = error.reported.map(({ path, message }) => ({
      path: `report.${path}`,
      message: `report.${message}`,
    }));
    throw new ValidationError(within, error.more);
  }
}

const savedReportId = (id: unknown, path = 'id') => inputId('SavedReport', String(id), path);

savedReportMutation({
  name: 'saveReport',
  description: 'Saves the payload of a report under a name.',
  input: (t) => ({
    name: t.string({ ...NAME, required: true }),
    report: t.field({ ...REPORT, required: true }),
  }),
  run: (ctx, { name, report }) =>
    withPayload(report, (report) => saveReport({ ctx, input: { name, report } })),
});

savedReportMutation({
  name: 'updateSavedReport',
  description: 'Changes the name or the payload of a saved report.',
  remark: ' Fields that are not in the input stay unchanged.',
  input: (t) => ({ id: t.id(ID), name: t.string(NAME), report: t.field(REPORT) }),
  run: (ctx, { id, name, report }) =>
    withPayload(report, (report) =>
      updateSavedReport({
        ctx,
        id: savedReportId(id),
        input: { name, ...(report !== undefined && { report }) },
      }),
    ),
});

savedReportMutation({
  name: 'deleteSavedReport',
  description: 'Deletes a saved report. Reports that were created from it are kept.',
  input: (t) => ({ id: t.id(ID) }),
  run: (ctx, { id }) => deleteSavedReport({ ctx, id: savedReportId(id) }),
});

savedReportMutation({
  name: 'scheduleReport',
  description: 'Sets or removes the schedule of a saved report.',
  input: (t) => ({
    savedReportId: t.id(ID),
    every: t.field({
      type: ReportSchedule,
      required: true,
      description: 'The schedule on which reports are made.',
    }),
    weekday: t.field({
      type: WeekdayEnum,
      description: 'The day of the week on which a weekly report is made. Default `MONDAY`. Requires `hour`.',
    }),
    hour: t.int({
      description:
        'The hour of the day, from 0 to 23, at which reports are made. They wait until the books of the day before are closed. Without an hour, reports are made six to twelve hours after the end of their day.',
    }),
    timezone: t.field({
      type: 'TimeZone',
      description: 'The time zone of `hour` and `weekday`. Default `UTC`.',
    }),
  }),
  run: (ctx, { savedReportId: id, ...input }) =>
    scheduleReport({ ctx, id: savedReportId(id, 'savedReportId'), input }),
});

savedReportMutation({
  name: 'linkSavedReport',
  description:
    'Makes a link to a saved report, which serves the newest report of its schedule to whoever has it, without an account. An earlier link of the saved report ends.',
  input: (t) => ({
    id: t.id(ID),
    days: t.int({
      description: `The number of days until the link ends, from 1 to ${MAX_LINK_DAYS}. Default ${DEFAULT_LINK_DAYS}.`,
    }),
  }),
  run: (ctx, { id, days }) => linkSavedReport({ ctx, id: savedReportId(id), days }),
});

savedReportMutation({
  name: 'unlinkSavedReport',
  description: 'Ends the link of a saved report at once.',
  input: (t) => ({ id: t.id(ID) }),
  run: (ctx, { id }) => unlinkSavedReport({ ctx, id: savedReportId(id) }),
});
