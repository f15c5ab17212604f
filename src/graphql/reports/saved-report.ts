import { findUsers } from '../../domain/access/tenancy/known.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { getReport } from '../../domain/reporting/report/get.ts';
import {
  countSavedReports,
  findSavedReports,
  SAVED_REPORT_LIST,
  type SavedReport as SavedRow,
} from '../../domain/reporting/saved-report/find.ts';
import { savedReportUrl } from '../../domain/reporting/saved-report/link.ts';
import { nextRun } from '../../domain/reporting/saved-report/next-run.ts';
import { type Every, WEEKDAYS, type Weekday } from '../../domain/reporting/saved-report/schedule.ts';
import { defineEnum } from '../../resources/define/enum-type.ts';
import { User } from '../account/viewer.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../parts/connection-types.ts';
import { foundConnection } from '../parts/connections.ts';
import { numberedNodeType } from '../parts/node.ts';
import { enumOf } from '../parts/values/enums.ts';
import { globalId } from '../parts/values/ids.ts';
import { Report } from './report.ts';
import { payloadShown } from './report-input.ts';

export const ReportSchedule = enumOf(
  defineEnum<Every>(
    'ReportSchedule',
    'The possible schedules of a saved report. A report is made once the books of its day are closed for all of its advertisers.',
    { DAILY: 'Once a day.', WEEKLY: 'Once a week, after Sunday or on a chosen day.', NEVER: 'Only by hand.' },
  ),
);

export const WeekdayEnum = enumOf(
  defineEnum<Weekday>('Weekday', 'The days of the week.', {
    MONDAY: 'Monday.',
    TUESDAY: 'Tuesday.',
    WEDNESDAY: 'Wednesday.',
    THURSDAY: 'Thursday.',
    FRIDAY: 'Friday.',
    SATURDAY: 'Saturday.',
    SUNDAY: 'Sunday.',
  }),
);

interface Link {
  readonly url: string;
  readonly saved: SavedRow;
}

const SavedReportLink = builder.objectRef<Link>('SavedReportLink').implement({
  description: 'A link to the newest report of a schedule, which needs no account.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'The URL of the CSV file; browsers get a page with a button that downloads it. Cells that a spreadsheet would run as formulas are escaped.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The time when the link ends.',
      resolve: ({ saved }) => saved.linkUntil,
    }),
    createdBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who made the link, which ends with their membership. Null once they have left.',
      resolve: async ({ saved }, _args, ctx) => (await findUsers(ctx, [saved.linkUserId ?? 0]))[0] ?? null,
    }),
  }),
});

export const SavedReport = builder.prismaObject('SavedReport', {
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
      resolve: ({ payload }) => payloadShown(payload),
    }),
    schedule: t.field({
      type: ReportSchedule,
      description: 'The schedule on which reports are made.',
      resolve: ({ every }) => every,
    }),
    weekday: t.field({
      type: WeekdayEnum,
      nullable: true,
      description: 'The day of the week on which a weekly report with an `hour` is made.',
      resolve: ({ weekday }) => (weekday === null ? null : WEEKDAYS[weekday - 1]),
    }),
    hour: t.exposeInt('hour', {
      nullable: true,
      description:
        'The hour of the day at which reports are made. Null for a schedule that waits for the books alone.',
    }),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description: 'The time zone of `hour` and `weekday`.',
    }),
    nextRunAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'The next time of a schedule with an `hour`, at which a report is made if the books of the day before are closed.',
      resolve: (saved, _args, ctx) => nextRun(ctx, saved),
    }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'The reason why the schedule could not make its last report. Null after one that it made.',
    }),
    link: t.field({
      type: SavedReportLink,
      nullable: true,
      description:
        'The link that `linkSavedReport` made. It serves the newest report that the schedule made. Null without one, and once it has expired.',
      resolve: (saved, _args, ctx) => {
        const url = savedReportUrl(ctx, saved);
        return url === null ? null : { url, saved };
      },
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

foundConnection({
  of: connectionType({
    type: SavedReport,
    name: 'SavedReport',
    plural: 'saved reports',
    list: SAVED_REPORT_LIST,
  }),
  field: 'savedReports',
  description: 'Returns the saved reports of the seat.',
  find: findSavedReports,
  count: countSavedReports,
});
