import { keysOf } from '../../../../platform/text/typed.ts';

/**
 * The reasons why a line does not deliver, with the status and the text of each. The first one that applies decides the
 * status.
 */
export const LINE_BLOCKERS = {
  LINE_PAUSED: ['PAUSED', 'The line is paused.'],
  LINE_INACTIVE: ['INACTIVE', 'The line is inactive.'],
  FLIGHTS_ENDED: ['ENDED', 'The last flight of the line has ended.'],
  CAMPAIGN_ENDED: ['ENDED', 'The campaign has ended.'],
  NOT_STARTED: ['NOT_STARTED', 'The first flight of the line has not started.'],
  BETWEEN_FLIGHTS: ['NOT_STARTED', 'A flight of the line has ended and the next one has not started.'],
  CAMPAIGN_NOT_STARTED: ['NOT_STARTED', 'The campaign has not started.'],
  ADVERTISER_INACTIVE: ['BLOCKED', 'The advertiser is inactive.'],
  CAMPAIGN_PAUSED: ['BLOCKED', 'The campaign is paused.'],
  CAMPAIGN_DELETED: ['BLOCKED', 'The campaign is deleted.'],
  NO_GEOGRAPHY: ['BLOCKED', 'The line targets no location.'],
  NO_AD: ['BLOCKED', 'The line has no ad.'],
  NO_ACTIVE_AD: ['BLOCKED', 'The line has no active ad with an active creative.'],
  ADS_NOT_STARTED: [
    'BLOCKED',
    'No ad of the line is in flight, and the next flight of an ad has not started.',
  ],
  ADS_ENDED: ['BLOCKED', 'The last flight of the line’s active ads has ended.'],
  FLIGHT_BUDGET_SPENT: ['STOP_TOTAL_BUDGET', 'The budget of the flight is spent.'],
  FLIGHT_DAILY_BUDGET_SPENT: [
    'STOP_DAILY_BUDGET',
    'The flight’s budget for today is spent. A day begins in the time zone of the advertiser.',
  ],
  CAMPAIGN_BUDGET_SPENT: ['STOP_TOTAL_BUDGET', 'The budget of the campaign is spent.'],
  CAMPAIGN_MONTHLY_BUDGET_SPENT: [
    'STOP_TOTAL_BUDGET',
    'The campaign’s budget for this month is spent. A month begins in the time zone of the advertiser.',
  ],
  CAMPAIGN_DAILY_BUDGET_SPENT: [
    'STOP_DAILY_BUDGET',
    'The campaign’s budget for today is spent. A day begins in the time zone of the advertiser.',
  ],
} as const;
export type LineBlocker = keyof typeof LINE_BLOCKERS;
export type DeliveryStatus = 'ACTIVE' | (typeof LINE_BLOCKERS)[LineBlocker][0];

/** The reasons why an ad does not deliver, apart from those of its line. */
export const AD_BLOCKERS = {
  AD_INACTIVE: 'The ad is inactive.',
  AD_NOT_APPROVED: 'The ad is not approved on native supply.',
  CREATIVE_INACTIVE: 'The creative of the ad is inactive.',
  AD_FLIGHTS_ENDED: 'The last flight of the ad has ended.',
  AD_NOT_STARTED: 'The next flight of the ad has not started.',
} as const;
export type AdBlocker = keyof typeof AD_BLOCKERS;

/** These concern all ads of a line, so they are not reported for a single ad. */
export const BLOCKERS_OF_ALL_ADS: ReadonlySet<LineBlocker> = new Set([
  'NO_AD',
  'NO_ACTIVE_AD',
  'ADS_NOT_STARTED',
  'ADS_ENDED',
]);

export type BlockerCode = LineBlocker | AdBlocker;

export const BLOCKER_MESSAGES: Readonly<Record<BlockerCode, string>> = {
  ...(Object.fromEntries(keysOf(LINE_BLOCKERS).map((code) => [code, LINE_BLOCKERS[code][1]])) as Record<
    LineBlocker,
    string
  >),
  ...AD_BLOCKERS,
};
