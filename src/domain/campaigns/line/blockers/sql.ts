import { keysOf } from '../../../../platform/text/typed.ts';
import { AD_BLOCKERS, BLOCKERS_OF_ALL_ADS, LINE_BLOCKERS, type LineBlocker } from './codes.ts';
import { AD_RULES, LINE_RULES, type Rule, type RuleRow, STANDING } from './rules.ts';

/** Joins the advertiser and the campaign that the rules refer to. */
const OWNERS = ({ line }: RuleRow) =>
  `FROM advertiser adv JOIN campaign cmp ON cmp.id = ${line('campaign_id')} WHERE adv.id = ${line('advertiser_id')}`;

/** The delivery status of a line as SQL: the status of its first blocker. */
export const deliveryStatusOf = (row: RuleRow): string =>
  `(SELECT CASE ${keysOf(LINE_BLOCKERS)
    .map((code) => `WHEN ${LINE_RULES[code].when(row)} THEN '${LINE_BLOCKERS[code][0]}'`)
    .join('\n')} ELSE 'ACTIVE' END ${OWNERS(row)})`;

/** What switches a line off, whatever it lacks to deliver. */
const OFF = [
  'LINE_PAUSED',
  'LINE_INACTIVE',
  'CAMPAIGN_ENDED',
  'CAMPAIGN_NOT_STARTED',
  'ADVERTISER_INACTIVE',
  'CAMPAIGN_PAUSED',
  'CAMPAIGN_DELETED',
] as const satisfies readonly LineBlocker[];

/** SQL: whether the line with this ID can run now, by the statuses and dates of itself and what it belongs to; its flights aside. */
export const isOn = (line: string, now: string): string => {
  const row: RuleRow = { line: (column) => `ln.${column}`, now };
  return `(SELECT NOT (${OFF.map((code) => `(${LINE_RULES[code].when(row)})`).join(' OR ')}) FROM line ln
    JOIN advertiser adv ON adv.id = ln.advertiser_id JOIN campaign cmp ON cmp.id = ln.campaign_id WHERE ln.id = ${line})`;
};

/**
 * SQL: whether a line has a blocker that depends on neither time nor spend. The query must have the aliases `adv` and
 * `cmp`.
 */
export const isStanding = (row: RuleRow): string =>
  `(${Object.values<Rule<RuleRow>>(STANDING)
    .map(({ when }) => `(${when(row)})`)
    .join(' OR ')})`;

/** SQL: a row `{code, node, since}` if the rule applies. */
const holding = <Row>(code: string, { when, node, since }: Rule<Row>, row: Row) =>
  `SELECT '${code}' AS code, ${node(row)} AS node, ${since?.(row) ?? 'NULL::timestamptz'} AS since WHERE ${when(row)}`;

const ofLine = (row: RuleRow, codes: readonly LineBlocker[]) =>
  codes.map((code) => holding(code, LINE_RULES[code], row));

const jsonListOf = (rows: readonly string[]) =>
  `(SELECT coalesce(json_agg(b.*), '[]') FROM (${rows.join('\nUNION ALL\n')}) b)`;

/** SQL: all blockers of a line as a JSON list. */
export const lineBlockersOf = (row: RuleRow): string =>
  `(SELECT ${jsonListOf(ofLine(row, keysOf(LINE_BLOCKERS)))} ${OWNERS(row)})`;

/** SQL: all blockers of an ad: its own, then those of its line. */
export const adBlockersOf = (ad: string, row: RuleRow): string => {
  const own = keysOf(AD_BLOCKERS).map((code) => holding(code, AD_RULES[code], { ad, now: row.now }));
  const others = keysOf(LINE_BLOCKERS).filter((code) => !BLOCKERS_OF_ALL_ADS.has(code));
  return `(SELECT ${jsonListOf([...own, ...ofLine(row, others)])} ${OWNERS(row)})`;
};
