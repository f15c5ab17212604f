import type { DomainContext } from '../../domain/context.ts';
import { RateLimitedError } from '../../domain/errors.ts';
import { cancelReport, deleteReport } from '../../domain/reporting/report/cancel.ts';
import { createReport } from '../../domain/reporting/report/create.ts';
import type { Report as ReportRecord } from '../../domain/reporting/report/get.ts';
import { takeReportCall } from '../../domain/reporting/report/quota.ts';
import { type Input, inputObject } from '../parts/input-object.ts';
import { mutation } from '../parts/mutation.ts';
import { capitalized } from '../parts/names.ts';
import { inPlacesOf } from './named-payload.ts';
import { Report, reportId } from './report.ts';
import { CreateReportInput, reportPayload } from './report-input.ts';

/** Adds a mutation that returns the report. */
function reportMutation(
  options: Omit<Parameters<typeof mutation<{ report: ReportRecord }>>[0], 'payload' | 'run'> & {
    readonly returned: string;
    readonly run: (ctx: DomainContext, input: Input) => Promise<ReportRecord>;
  },
): void {
  const { returned, run, ...rest } = options;
  mutation<{ report: ReportRecord }>({
    ...rest,
    payload: (t) => ({
      report: t.field({ type: Report, description: returned, resolve: ({ report }) => report }),
    }),
    run: async ({ ctx, input }) => ({ report: await run(ctx, input) }),
  });
}

reportMutation({
  name: 'createReport',
  description: 'Queues a report. Subscribe to `reportStatus` to learn when it is finished.',
  input: CreateReportInput,
  inputDescription: 'The report, by names or by numbers.',
  errors: [RateLimitedError],
  countCall: (ctx) => takeReportCall(ctx, 'REPORT_POST'),
  returned: 'The queued report.',
  run: async (ctx, input) => {
    // A refused payload counts, too.
    if (!ctx.validateOnly) await takeReportCall(ctx, 'REPORT_POST');
    const { payload, places } = reportPayload(input);
    return inPlacesOf(places, '', () => createReport({ ctx, input: payload, isCounted: true }));
  },
});

const ofOne = (name: string) =>
  inputObject(`${capitalized(name)}Input`, `The input of \`${name}\`.`, (t) => ({
    id: t.id({ required: true, description: 'The global ID or the `customerReportId`.' }),
  }));

reportMutation({
  name: 'cancelReport',
  description: 'Cancels a report that is queued or being created. It is then `FAILED`.',
  input: ofOne('cancelReport'),
  returned: 'The cancelled report.',
  run: (ctx, { id }) => cancelReport({ ctx, customerReportId: reportId(String(id)) }),
});

reportMutation({
  name: 'deleteReport',
  description: 'Deletes a report and its file.',
  input: ofOne('deleteReport'),
  returned: 'The report as it was.',
  run: (ctx, { id }) => deleteReport({ ctx, customerReportId: reportId(String(id)) }),
});
