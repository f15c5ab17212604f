import { type Known, OPERATOR_WORD, type Operation, uniqueName } from '../client.ts';
import { decimal, model } from '../read.ts';
import { answered, LINE } from './models.ts';
import { operationsOf, PAGE } from './operations.ts';
import { BID_MULTIPLIERS, TARGETING } from './targeting-models.ts';

const line = ({ campaignId: orderId, pixelId, today, inTwentyYears }: Known) => ({
  ...{ orderId, name: uniqueName('Line'), status: 'INACTIVE', goalType: 'CPC', goalAmount: 0, marginGoal: 0 },
  ...{ pacingModeType: 'EVEN', mediaType: 'DISPLAY', billingMethodType: 'CPC', billingPrice: 0.1 },
  ...{ bidPrice: 0.1, marginType: 'TOTAL_BUDGET', isNativeEnabled: true },
  ...{ supplyType: OPERATOR_WORD, language: 'ENGLISH' },
  schedules: [
    {
      ...{ startDateStr: today, endDateStr: inTwentyYears, budget: 500, dailyBudget: 50 },
      dailyBudgetType: 'SPECIFIED_AMOUNT',
    },
  ],
  conversionList: [
    {
      ...{ beaconId: pixelId, beaconValuePc: 0.2, acceptViewThrough: true, viewWindow: 7, clickWindow: 7 },
      ...{ clickWindowUnitType: 'DAY', viewWindowUnitType: 'DAY' },
    },
  ],
});

const targetingOf = ({ lineId }: Known) => `/traffic/lines/${lineId}/targeting`;
const targets = (
  name: string,
  {
    body,
    misses,
    refused,
    note,
  }: Pick<Operation, 'misses' | 'refused' | 'note'> & { body: (known: Known) => object },
): Operation => ({
  name: `lines.updateTargeting: ${name}`,
  route: 'POST /traffic/lines/:id/targeting',
  call: (known) => ({ path: targetingOf(known), body: body(known) }),
  reads: answered(TARGETING),
  elsewhere: 'all',
  ...(misses && { misses }),
  ...(refused && { refused, reads: undefined }),
  ...(note && { note }),
});
const targeted = (...names: string[]) => ({ types: names.map((name) => ({ name, isTargeted: true })) });
const isEach = (found: Known[] | undefined, names: readonly unknown[], what: string): string[] =>
  JSON.stringify(found?.map(({ id, name }) => name ?? id)) === JSON.stringify(names)
    ? []
    : [`${what} is ${JSON.stringify(found)}`];

/** Parts of targeting that the platform cannot apply. */
const UNSUPPORTED = {
  genders: ['FEMALE'],
  ages: ['25-34'],
  threshold: 50,
  ...{ frequencyCapPeriod: 'DAILY', frequencyCapValue: '3' },
  dayParting: { monday: [8, 9, 10] },
  languages: ['ENGLISH'],
  inventoryTypes: ['APP'],
  bots: ['IAS'],
  deviceTypes: ['PHONE'],
  ...{ os: ['MAC'], browsers: ['CHROME'], mobileOs: ['IOS'], mobileBrowsers: ['SAFARI'] },
  ...{ adInitiations: ['USERINITIATED'], positions: ['ABOVE_FOLD'], playerSizes: ['LARGE'] },
  videoContentLength: ['UP_TO_TWO_MINUTES'],
  segments: { added: [{ excluded: false, entityId: 7, groupId: 0 }] },
};
/** What limits whom or when a line reaches. */
const NAMED = Object.keys(UNSUPPORTED).filter((name) => !['threshold', 'frequencyCapValue'].includes(name));
const UNSUPPORTED_TYPES = [
  ...['AD_INITIATION', 'AD_POSITION', 'BOT', 'CONNECTION', 'CONTEXTUALS', 'DEMOGRAPHIC'],
  ...['ENHANCED_DAY_PARTING', 'FREQUENCY_CAPPING', 'INVENTORY_TYPE', 'LANGUAGES', 'MOBILE_PLACEMENT'],
  ...['PLAYER_SIZE', 'SEGMENT', 'TECHNOLOGY', 'VIDEO_CONTENT_LENGTH', 'WEATHER', 'AUCTION_TYPE'],
];

const TARGETING_OPERATIONS: readonly Operation[] = [
  targets('places by name', {
    body: () => ({
      ...targeted('GEOGRAPHY'),
      geos: {
        added: [
          { name: 'Aruba', excluded: false },
          { name: 'Afghanistan', excluded: true },
        ],
      },
    }),
    misses: ({ response }) => [
      ...isEach(response?.geosIncluded, ['Aruba'], 'geosIncluded'),
      ...isEach(response?.geosExcluded, ['Afghanistan'], 'geosExcluded'),
    ],
  }),
  targets('lists that are blocked', {
    body: ({ listId, 'created sitelists': siteListId }) => ({
      ...targeted('NATIVE_LIST', 'SITE_LISTS'),
      nativeLists: { added: [{ entityId: listId, excluded: true }] },
      ...(siteListId && { siteLists: { added: [{ entityId: siteListId, excluded: true }] } }),
    }),
  }),
  targets('deals and exchanges', {
    body: ({ dealId }) => ({
      ...targeted('EXCHANGES'),
      ...{ deals: { added: [dealId] }, publishers: [1], includePublishers: true },
    }),
    misses: ({ response }, { dealId }) => [
      ...(response?.dealsIncluded?.[0]?.id === dealId ? [] : ['dealsIncluded lacks the deal']),
      ...(response?.publishersIncluded?.[0]?.id === 1 ? [] : ['publishersIncluded lacks the exchange']),
    ],
  }),
  {
    name: 'lines.getTargeting',
    route: 'GET /traffic/lines/:id/targeting',
    call: (known) => ({ path: targetingOf(known) }),
    reads: answered(TARGETING),
    misses: ({ response }) => isEach(response?.geosIncluded, ['Aruba'], 'geosIncluded'),
  },
  targets('what the platform cannot apply', {
    body: () => UNSUPPORTED,
    refused: { status: 400, names: NAMED },
    note: 'Refused by name: a limit is never ignored.',
  }),
  targets('types that the platform cannot apply', {
    body: () => targeted(...UNSUPPORTED_TYPES),
    refused: { status: 400, names: UNSUPPORTED_TYPES.map((_, at) => `types[${at}]`) },
    note: 'Refused by name: a limit is never ignored.',
  }),
  targets('the sites of a list', {
    body: ({ listId }) => ({
      ...targeted('SITE_LISTS'),
      siteLists: { added: [{ entityId: listId, excluded: false }] },
    }),
    refused: { status: 400, names: ['siteLists.added[0].excluded'] },
    note: 'A line can block the sites of a list, but not be limited to them.',
  }),
];

const cap = (name: string): Operation => ({
  name: `lines.${name}`,
  route: 'POST /traffic/lines/:id/bidmultipliercap',
  call: ({ lineId }) => ({ path: `/traffic/lines/${lineId}/bidmultipliercap`, body: { multiplierCap: 2.5 } }),
});

const MULTIPLIERS: readonly Operation[] = [
  cap('createBidMultiplierCap'),
  cap('updateBidMultiplierCap'),
  {
    name: 'lines.getBidMultiplierCap',
    route: 'GET /traffic/lines/:id/bidmultipliercap',
    call: ({ lineId }) => ({ path: `/traffic/lines/${lineId}/bidmultipliercap` }),
    reads: answered(model({ multiplierCap: decimal })),
    misses: ({ response }) => (response?.multiplierCap === 2.5 ? [] : ['the cap']),
  },
  {
    name: 'lines.updateBidMultipliers',
    route: 'POST /traffic/lines/:id/bidmultipliers',
    call: ({ lineId }) => ({
      path: `/traffic/lines/${lineId}/bidmultipliers`,
      body: {
        added: [{ targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 9 }, multiplier: 0.2 }],
        edited: [],
      },
    }),
    reads: answered(BID_MULTIPLIERS),
    elsewhere: 'all',
    misses: ({ response }) => (response?.bidMultipliers?.length === 1 ? [] : ['the multiplier']),
  },
  {
    name: 'lines.getBidMultipliers',
    route: 'GET /traffic/lines/:id/bidmultipliers',
    call: ({ lineId }) => ({ path: `/traffic/lines/${lineId}/bidmultipliers` }),
    reads: answered(BID_MULTIPLIERS),
    misses: ({ response }) => (response?.bidMultipliers?.[0]?.multiplier === 0.2 ? [] : ['the multiplier']),
  },
];

export const LINES: readonly Operation[] = [
  ...operationsOf({
    ...{ path: 'lines', reads: LINE, id: 'lineId', renames: true, creates: line },
    parameters: ({ campaignId: orderId }) => ({ orderId, ...PAGE }),
  }),
  ...TARGETING_OPERATIONS,
  ...MULTIPLIERS,
  // With all that it has by now.
  ...operationsOf({ path: 'lines', reads: LINE, id: 'lineId', renames: true }).map((operation) => ({
    ...operation,
    name: `${operation.name} (targeted)`,
  })),
];
