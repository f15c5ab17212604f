import { isOneOf } from '../../../platform/text/typed.ts';
import type { Call, Expression } from '../../../resources/define/expression.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { deliveryStatusOf } from './blockers/sql.ts';

export const LINE_STATUSES = ['ACTIVE', 'PAUSED', 'INACTIVE'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

type Rule = 'allowed' | 'needs geography' | 'refused on creation';

/**
 * The complete life cycle. The checks, the tests, the schema's description and the documentation are generated from it.
 */
export const TRANSITIONS: Record<'none' | LineStatus, Record<LineStatus, Rule>> = {
  none: { PAUSED: 'allowed', INACTIVE: 'allowed', ACTIVE: 'refused on creation' },
  PAUSED: { PAUSED: 'allowed', INACTIVE: 'allowed', ACTIVE: 'needs geography' },
  INACTIVE: { PAUSED: 'allowed', INACTIVE: 'allowed', ACTIVE: 'needs geography' },
  ACTIVE: { PAUSED: 'allowed', INACTIVE: 'allowed', ACTIVE: 'allowed' },
};

const MEANING: Record<Rule, string> = {
  allowed: 'yes',
  'needs geography': 'with a geography target',
  'refused on creation': 'no',
};

/** Returns the table as Markdown rows: from, to, and on what condition. */
export function lifeCycle(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['from \\ to', ...LINE_STATUSES]),
    row(['---', ...LINE_STATUSES.map(() => '---')]),
    ...Object.entries(TRANSITIONS).map(([from, rules]) =>
      row([from === 'none' ? 'created' : from, ...LINE_STATUSES.map((to) => MEANING[rules[to]])]),
    ),
  ].join('\n');
}

/** Statuses that other responses show but that cannot be set. */
const DERIVED: Readonly<Record<string, string>> = {
  NOT_STARTED: 'cannot be set to NOT_STARTED, which is derived from the schedules',
  ENDED: 'cannot be set to ENDED, which is derived from the schedules',
  STOP_TOTAL_BUDGET: 'cannot be set to STOP_TOTAL_BUDGET, which is derived from the amount spent',
  STOP_DAILY_BUDGET: 'cannot be set to STOP_DAILY_BUDGET, which is derived from the amount spent',
  ERROR: 'cannot be set to ERROR, which only the service sets',
};

/** Adds a problem at `status` that says why the transition is not allowed. `from` is absent for a new line. */
export function checkStatus(options: {
  problems: Problems;
  from: string | undefined;
  to: string | undefined;
  hasGeography: boolean;
}): void {
  const { problems, from, to, hasGeography } = options;
  if (to === undefined) return;
  if (!isLineStatus(to)) {
    const why = Object.hasOwn(DERIVED, to) ? DERIVED[to] : `must be one of ${LINE_STATUSES.join(', ')}`;
    problems.add('status', why ?? '');
    return;
  }
  const rule = TRANSITIONS[from !== undefined && isLineStatus(from) ? from : 'none'][to];
  if (rule === 'refused on creation')
    problems.add('status', 'must be PAUSED or INACTIVE: a line cannot be created ACTIVE');
  if (rule === 'needs geography' && !hasGeography)
    problems.add('status', 'cannot become ACTIVE before the line has a geography target');
}

/** Why the last geography target of an ACTIVE line cannot be removed. */
export const KEEPS_GEOGRAPHY = 'is ACTIVE, so the line cannot lose its last geography target';

function isLineStatus(value: string): value is LineStatus {
  return isOneOf(LINE_STATUSES, value);
}

const NOW = ({ ctx }: Call) => ctx.now();

/** SQL of `deliveryStatus` for compiled reads, as JSON. */
export const deliveryStatusSql: Expression = ({ column, bind }) => {
  const now = bind(NOW, 'timestamptz');
  return `'"' || ${deliveryStatusOf({ line: (name) => column(FIELDS[name]), now })} || '"'`;
};

const FIELDS = {
  id: 'id',
  status: 'status',
  advertiser_id: 'advertiserId',
  campaign_id: 'campaignId',
} as const;
