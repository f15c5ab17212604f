import { keysOf } from '../../../../platform/text/typed.ts';
import { AD_BLOCKERS, LINE_BLOCKERS, type LineBlocker, OF_ADS } from './codes.ts';
import { AD_RULES, LINE_RULES, type Rule, type RuleRow, STANDING } from './rules.ts';

/** The advertiser and the campaign that the rules ask about. */
const OWNERS = ({ line }: RuleRow) =>
  `FROM advertiser adv JOIN campaign cmp ON cmp.id = ${line('campaign_id')} WHERE adv.id = ${line('advertiser_id')}`;

/** The delivery status of a line as SQL: that of the first blocker. */
export const deliveryStatusOf = (row: RuleRow): string =>
  `(SELECT CASE ${keysOf(LINE_BLOCKERS)
    .map((code) => `WHEN ${LINE_RULES[code].when(row)} THEN '${LINE_BLOCKERS[code][0]}'`)
    .join('\n')} ELSE 'ACTIVE' END ${OWNERS(row)})`;

/** Whether something blocks a line that no clock and no spend lifts: alias `adv` and `cmp` are its owners. */
export const isStanding = (row: RuleRow): string =>
  `(${Object.values<Rule<RuleRow>>(STANDING)
    .map(({ when }) => `(${when(row)})`)
    .join(' OR ')})`;

/** One row of `{code, node, since}` for each rule that holds. */
const holding = <Row>(code: string, { when, node, since }: Rule<Row>, row: Row) =>
  `SELECT '${code}' AS code, ${node(row)} AS node, ${since?.(row) ?? 'NULL::timestamptz'} AS since WHERE ${when(row)}`;

const ofLine = (row: RuleRow, codes: readonly LineBlocker[]) =>
  codes.map((code) => holding(code, LINE_RULES[code], row));

const listed = (rows: readonly string[]) =>
  `(SELECT coalesce(json_agg(b.*), '[]') FROM (${rows.join('\nUNION ALL\n')}) b)`;

/** All blockers of a line as a JSON list. */
export const lineBlockersOf = (row: RuleRow): string =>
  `(SELECT ${listed(ofLine(row, keysOf(LINE_BLOCKERS)))} ${OWNERS(row)})`;

/** All blockers of an ad: its own, then those of its line. */
export const adBlockersOf = (ad: string, row: RuleRow): string => {
  const own = keysOf(AD_BLOCKERS).map((code) => holding(code, AD_RULES[code], { ad, now: row.now }));
  const others = keysOf(LINE_BLOCKERS).filter((code) => !OF_ADS.has(code));
  return `(SELECT ${listed([...own, ...ofLine(row, others)])} ${OWNERS(row)})`;
};
