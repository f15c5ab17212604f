import { type Command, Option } from 'commander';
import { cancelAnyReport } from '../../domain/reporting/report/operate/cancel.ts';
import { listReportsOfAll, showReport } from '../../domain/reporting/report/operate/list.ts';
import { retryReport } from '../../domain/reporting/report/operate/retry.ts';
import type { ReportStatus } from '../../domain/reporting/report/transitions.ts';
import { command, integer } from '../support/arguments.ts';
import { withSystem } from '../support/with-system.ts';

const STATUSES = ['SUBMITTED', 'PROCESSING', 'SUCCESS', 'FAILED'] satisfies ReportStatus[];

interface ListOptions {
  readonly seat?: number;
  readonly status?: ReportStatus;
  readonly limit: number;
}

/** `report list`, `report show`, `report retry`, `report cancel` */
export function register(program: Command): void {
  const report = program.command('report').description('Shows, retries and cancels reports of any seat.');
  command(report, 'list', 'Lists reports, newest first.')
    .option('--seat <id>', 'only reports of this seat', integer)
    .addOption(new Option('--status <status>', 'only reports in this state').choices(STATUSES))
    .option('--limit <n>', 'how many', integer, 25)
    .action(
      withSystem((system, { seat: seatId, status, limit }: ListOptions) =>
        listReportsOfAll({ system, seatId, status, limit: Math.min(limit, 1_000) }),
      ),
    );
  command(report, 'show <id>', 'Shows a report: its state, its error, and what was asked for.').action(
    withSystem((system, _options, customerReportId = '') => showReport({ system, customerReportId })),
  );
  command(
    report,
    'retry <id>',
    'Queues a report again that failed or is stuck, with three new attempts.',
  ).action(
    withSystem((system, _options, customerReportId = '') => retryReport({ system, customerReportId })),
  );
  command(report, 'cancel <id>', 'Ends a report that waits or is being made.').action(
    withSystem((system, _options, customerReportId = '') => cancelAnyReport({ system, customerReportId })),
  );
}
