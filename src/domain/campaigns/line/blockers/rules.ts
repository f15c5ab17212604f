import { filledSql, flightGroups, hasMoney, runsAt } from '../../../reporting/delivery/flights.ts';
import { type Spender, spentSql } from '../../../reporting/delivery/spent.ts';
import { dailyCap } from '../daily-cap.ts';
import type { AdBlocker, LineBlocker } from './codes.ts';

/**
 * What the rules refer to: the alias of the line, and the current time. The advertiser's alias is `adv`, the campaign's
 * `cmp`.
 */
export interface RuleRow {
  readonly line: (column: 'id' | 'status' | 'advertiser_id' | 'campaign_id') => string;
  readonly now: string;
}

/** SQL expressions: when a blocker applies, which object has to change, and since when it applies. */
export interface Rule<Row> {
  readonly when: (row: Row) => string;
  readonly node: (row: Row) => string;
  readonly since?: (row: Row) => string;
}

const flights = ({ line }: RuleRow, when = '') =>
  `FROM line_schedule fl WHERE fl.line_id = ${line('id')}${when && ` AND ${when}`}`;
const hasFlight = (row: RuleRow, when = '') => `EXISTS (SELECT ${flights(row, when)})`;
const RUNS = ({ now }: RuleRow) => `fl.start_date <= ${now} AND ${now} < fl.end_date`;
const IS_OVER = ({ now }: RuleRow) => `fl.end_date <= ${now}`;
const IS_AHEAD = ({ now }: RuleRow) => `${now} < fl.start_date`;
const oneFlight = (row: RuleRow, when: string, order: string) =>
  `(SELECT 'LineSchedule:' || fl.id ${flights(row, when)} ORDER BY ${order} LIMIT 1)`;
const nextFlight = (row: RuleRow) => oneFlight(row, IS_AHEAD(row), 'fl.start_date, fl.id');

/** The statuses in which an ad on native supply delivers. */
const NATIVE_STATUSES = "'ACTIVE', 'ON_LIMITED', 'RESTRICTED'";
const ofAd = {
  isActive: (ad: string) => `${ad}.status = 'ACTIVE'`,
  isApproved: (ad: string) => `coalesce(${ad}.native_ad_status, 'ACTIVE') IN (${NATIVE_STATUSES})`,
  hasCreative: (ad: string) =>
    `EXISTS (SELECT FROM creative cr WHERE cr.id = ${ad}.creative_id AND cr.status = 'ACTIVE')`,
};

/** SQL: whether an ad can deliver during its flights. */
export const adCanServe = (ad: string): string =>
  [ofAd.isActive(ad), ofAd.isApproved(ad), ofAd.hasCreative(ad)].join(' AND ');

const adFlight = (ad: string, when: string) =>
  `EXISTS (SELECT FROM ad_schedule sch WHERE sch.ad_id = ${ad}.id AND ${when})`;
const adRuns = (ad: string, now: string) => `(NOT ${adFlight(ad, 'true')}
  OR ${adFlight(ad, `sch.start_date <= ${now} AND ${now} < sch.end_date`)})`;
const adIsAhead = (ad: string, now: string) => adFlight(ad, `${now} < sch.start_date`);
const hasAd = ({ line }: RuleRow, when = 'true') =>
  `EXISTS (SELECT FROM ad WHERE ad.line_id = ${line('id')} AND ${when})`;
const hasServing = (row: RuleRow, when = 'true') => hasAd(row, `${adCanServe('ad')} AND ${when}`);

const spentOfCampaign = (since: string, now: string) =>
  spentSql({ level: 'campaign', id: 'cmp.id', advertiserId: 'adv.id', currency: 'adv.currency' }, since, now);
const today = (now: string) => `(${now} AT TIME ZONE adv.timezone)`;
const startOf = (day: string) => `start_of_day(${day}::date, adv.timezone)`;
const campaignSpent = (type: string, since: (now: string) => string): Rule<RuleRow> => ({
  when: ({ now }) => `CASE WHEN cmp.budget IS NOT NULL AND ${type}
    THEN ${spentOfCampaign(since(now), now)} >= cmp.budget::numeric ELSE false END`,
  node: () => "'Campaign:' || cmp.id",
});

/** The most that a campaign spends on a day: its budget, if that is daily, and its daily budget. */
const CAMPAIGN_CAP = `least(CASE WHEN cmp.budget_type = 'DAILY' THEN cmp.budget END, ${dailyCap('cmp')})`;

/** How many of the newest changes are searched for the time at which a status was set. */
const CHANGES = 100;
const statusSince = (resource: string, id: string) => `(SELECT ch.at FROM (SELECT at, fields FROM change
    WHERE resource = '${resource}' AND resource_id = ${id} ORDER BY change.id DESC LIMIT ${CHANGES}) ch
  WHERE ch.fields @> '[{"path": "status"}]' ORDER BY ch.at DESC LIMIT 1)`;

const blockerOf = (resource: string, id: (row: RuleRow) => string) => ({
  node: (row: RuleRow) => `'${resource}:' || ${id(row)}`,
  since: (row: RuleRow) => statusSince(resource, id(row)),
});
const OF_LINE = blockerOf('Line', ({ line }) => line('id'));
const OF_ADVERTISER = blockerOf('Advertiser', () => 'adv.id');
const OF_CAMPAIGN = blockerOf('Campaign', () => 'cmp.id');
const { node: LINE } = OF_LINE;
const { node: CAMPAIGN } = OF_CAMPAIGN;

/** Blockers that depend on neither time nor spend. The sandbox skips lines that have one. */
export const STANDING = {
  LINE_PAUSED: { when: ({ line }) => `${line('status')} = 'PAUSED'`, ...OF_LINE },
  LINE_INACTIVE: { when: ({ line }) => `${line('status')} NOT IN ('ACTIVE', 'PAUSED')`, ...OF_LINE },
  ADVERTISER_INACTIVE: { when: () => "adv.status <> 'ACTIVE'", ...OF_ADVERTISER },
  CAMPAIGN_PAUSED: { when: () => "cmp.status NOT IN ('ACTIVE', 'DELETED')", ...OF_CAMPAIGN },
  CAMPAIGN_DELETED: { when: () => "cmp.status = 'DELETED'", ...OF_CAMPAIGN },
  NO_GEOGRAPHY: {
    when: ({ line }) => `NOT (EXISTS (SELECT FROM line_target_type tt
      WHERE tt.line_id = ${line('id')} AND tt.name = 'GEOGRAPHY' AND tt.is_targeted)
      AND EXISTS (SELECT FROM line_geo lg JOIN location loc ON loc.woeid = lg.woeid
      WHERE lg.line_id = ${line('id')} AND NOT lg.excluded AND loc.country_code IS NOT NULL))`,
    node: LINE,
  },
  NO_AD: { when: (row) => `NOT ${hasAd(row)}`, node: LINE },
  NO_ACTIVE_AD: { when: (row) => `${hasAd(row)} AND NOT ${hasServing(row)}`, node: LINE },
} as const satisfies Partial<Record<LineBlocker, Rule<RuleRow>>>;

/** The single definition of what blocks the delivery of a line. */
export const LINE_RULES: Readonly<Record<LineBlocker, Rule<RuleRow>>> = {
  ...STANDING,
  FLIGHTS_ENDED: {
    when: (row) =>
      `${hasFlight(row)} AND NOT ${hasFlight(row, RUNS(row))} AND NOT ${hasFlight(row, IS_AHEAD(row))}`,
    node: (row) => oneFlight(row, 'true', 'fl.end_date DESC, fl.id DESC'),
    since: (row) => `(SELECT max(fl.end_date) ${flights(row)})`,
  },
  CAMPAIGN_ENDED: {
    when: ({ now }) => `coalesce(cmp.end_date <= ${now}, false)`,
    node: CAMPAIGN,
    since: () => 'cmp.end_date',
  },
  CAMPAIGN_NOT_STARTED: { when: ({ now }) => `coalesce(${now} < cmp.start_date, false)`, node: CAMPAIGN },
  NOT_STARTED: {
    when: (row) => `${hasFlight(row)} AND NOT ${hasFlight(row, `NOT (${IS_AHEAD(row)})`)}`,
    node: nextFlight,
  },
  BETWEEN_FLIGHTS: {
    when: (row) =>
      `NOT ${hasFlight(row, RUNS(row))} AND ${hasFlight(row, IS_OVER(row))} AND ${hasFlight(row, IS_AHEAD(row))}`,
    node: nextFlight,
    since: (row) => `(SELECT max(fl.end_date) ${flights(row, IS_OVER(row))})`,
  },
  ADS_NOT_STARTED: {
    when: (row) => `${hasServing(row)} AND NOT ${hasServing(row, adRuns('ad', row.now))}
      AND ${hasServing(row, adIsAhead('ad', row.now))}`,
    node: LINE,
  },
  ADS_ENDED: {
    when: (row) => `${hasServing(row)} AND NOT ${hasServing(row, adRuns('ad', row.now))}
      AND NOT ${hasServing(row, adIsAhead('ad', row.now))}`,
    node: LINE,
    since: ({ line }) => `(SELECT max(sch.end_date) FROM ad_schedule sch JOIN ad ON ad.id = sch.ad_id
      WHERE ad.line_id = ${line('id')} AND ${adCanServe('ad')})`,
  },
  FLIGHT_BUDGET_SPENT: {
    when: (
      row,
    ) => `CASE WHEN ${hasFlight(row, RUNS(row))} AND NOT ${hasFlight(row, `${RUNS(row)} AND fl.budget IS NULL`)}
      THEN NOT ${someHasMoney(row)} ELSE false END`,
    node: (row) => oneFlight(row, RUNS(row), 'fl.start_date DESC, fl.id DESC'),
  },
  FLIGHT_DAILY_BUDGET_SPENT: {
    when: (row) => `CASE WHEN ${hasFlight(row, `${RUNS(row)} AND ${dailyCap('fl')} IS NOT NULL`)}
        AND NOT ${hasFlight(row, `${RUNS(row)} AND ${dailyCap('fl')} IS NULL AND fl.budget IS NULL`)}
      THEN ${dailyBudgetsSpent(row)} ELSE false END`,
    node: (row) =>
      oneFlight(row, `${RUNS(row)} AND ${dailyCap('fl')} IS NOT NULL`, 'fl.start_date DESC, fl.id DESC'),
  },
  CAMPAIGN_BUDGET_SPENT: campaignSpent(
    "coalesce(cmp.budget_type, '') NOT IN ('DAILY', 'MONTHLY')",
    () => 'to_timestamp(0)',
  ),
  CAMPAIGN_MONTHLY_BUDGET_SPENT: campaignSpent("cmp.budget_type = 'MONTHLY'", (now) =>
    startOf(`date_trunc('month', ${today(now)})`),
  ),
  CAMPAIGN_DAILY_BUDGET_SPENT: {
    when: ({ now }) => `CASE WHEN ${CAMPAIGN_CAP} IS NOT NULL
      THEN ${spentOfCampaign(startOf(today(now)), now)} >= ${CAMPAIGN_CAP}::numeric ELSE false END`,
    node: CAMPAIGN,
  },
};

const spenderOf = (line: RuleRow['line']): Spender => ({
  level: 'line',
  id: line('id'),
  advertiserId: 'adv.id',
  currency: 'adv.currency',
});

/** SQL: whether a running flight has budget left. */
function someHasMoney({ line, now }: RuleRow): string {
  return `EXISTS (SELECT FROM (${flightGroups(line('id'))}) g CROSS JOIN LATERAL (${filledSql({ ...spenderOf(line), now })}) p
    CROSS JOIN generate_subscripts(g.ids, 1) nr
    WHERE g.since <= ${now} AND ${now} < g.until AND ${runsAt('nr', now)} AND ${hasMoney('nr')})`;
}

/**
 * SQL: whether the running flights that have budget left may not spend more today. What they spent today is compared as a
 * sum: it belongs to the flight that began first, whatever its daily budget.
 */
function dailyBudgetsSpent({ line, now }: RuleRow): string {
  const filled = filledSql({ ...spenderOf(line), now }, { since: startOf(today(now)) });
  return `coalesce((SELECT bool_and(g.caps[nr] IS NOT NULL)
      AND sum(coalesce(p.delivered[nr] - p.earlier[nr], 0)) >= sum(g.caps[nr]::numeric)
    FROM (${flightGroups(line('id'))}) g CROSS JOIN LATERAL (${filled}) p CROSS JOIN generate_subscripts(g.ids, 1) nr
    WHERE g.since <= ${now} AND ${now} < g.until AND ${runsAt('nr', now)} AND ${hasMoney('nr')}), false)`;
}

interface AdRow {
  readonly ad: string;
  readonly now: string;
}
const AD = ({ ad }: AdRow) => `'Ad:' || ${ad}.id`;

export const AD_RULES: Readonly<Record<AdBlocker, Rule<AdRow>>> = {
  AD_INACTIVE: {
    when: ({ ad }) => `NOT ${ofAd.isActive(ad)}`,
    node: AD,
    since: ({ ad }) => statusSince('Ad', `${ad}.id`),
  },
  AD_NOT_APPROVED: { when: ({ ad }) => `NOT ${ofAd.isApproved(ad)}`, node: AD },
  CREATIVE_INACTIVE: {
    when: ({ ad }) => `NOT ${ofAd.hasCreative(ad)}`,
    node: ({ ad }) => `'Creative:' || ${ad}.creative_id`,
    since: ({ ad }) => statusSince('Creative', `${ad}.creative_id`),
  },
  AD_FLIGHTS_ENDED: {
    when: ({ ad, now }) => `NOT ${adRuns(ad, now)} AND NOT ${adIsAhead(ad, now)}`,
    node: AD,
    since: ({ ad }) => `(SELECT max(sch.end_date) FROM ad_schedule sch WHERE sch.ad_id = ${ad}.id)`,
  },
  AD_NOT_STARTED: { when: ({ ad, now }) => `NOT ${adRuns(ad, now)} AND ${adIsAhead(ad, now)}`, node: AD },
};
