import { type Client, type Known, type Operation, query, uniqueName } from './client.ts';
import { anything, list, model, needed, present, type Reader, text, whole } from './read.ts';

/** It takes an answer with `errors`, or with `validationMessages` on top, as an error. */
const answered = (reader: Reader): Reader => model({ response: needed(reader), errors: anything });
const objects = (...fields: string[]) =>
  list(model({ id: needed(whole), ...Object.fromEntries(fields.map((name) => [name, present(anything)])) }));

/** The fields of a line that it copies from what it has read to what it sends. */
const LINE_FIELDS = [
  ...[
    'status',
    'pacingModeType',
    'mediaType',
    'goalType',
    'billingMethodType',
    'budgetType',
    'dailyBudgetType',
  ],
  ...['marginType', 'name', 'orderId', 'bidPrice', 'dailyBudget', 'billingPrice', 'isNativeEnabled'],
  'completionThreshold',
];
const line = model({
  id: needed(whole),
  ...Object.fromEntries(LINE_FIELDS.map((name) => [name, present(anything)])),
});

/** It adds the seat to every path, and a slash before the parameters. */
const get = (name: string, path: string, reads: Reader, parameters: (known: Known) => object): Operation => ({
  name,
  route: `GET /traffic/${path}`,
  call: (known) => ({
    path: query(`/traffic/${path.replace(':id', String(known[`${name.split(' ')[0]}Id`]))}/`, {
      ...parameters(known),
      seatId: known.seatId,
    }),
  }),
  reads: answered(reads),
});
const PAGE = { limit: 100, page: 1 };
const types = (path: string): Operation => get(`all ${path}`, path, list(anything), () => ({}));
const send = (
  method: 'POST' | 'PUT',
  name: string,
  path: string,
  body: (known: Known) => object,
): Operation => ({
  name,
  route: `${method} /traffic/${path}`,
  call: (known) => ({
    path: query(`/traffic/${path.replace(':id', String(known[`${name.split(' ')[0]}Id`]))}/`, {
      seatId: known.seatId,
    }),
    body: body(known),
  }),
  reads: answered(model({ id: needed(whole) })),
});

const siteList = ({ advertiserId: accountId }: Known, type: string) => ({
  ...{ accountId, name: uniqueName('Sites'), status: 'ACTIVE', type, items: [{ itemName: 'd.example' }] },
});
const target = (name: string, body: (known: Known) => object): Operation => ({
  ...send('POST', `line targeting: ${name}`, 'lines/:id/targeting', body),
  reads: undefined,
  elsewhere: 'all',
});
const EXCHANGES = { name: 'EXCHANGES', isTargeted: true };

export const PYTHON_TRAFFICKING: Client = {
  letter: 'A',
  name: 'Python client for trafficking',
  needs:
    'Its refresh grants are not supported: hand it an access token. The URLs are attributes of its objects. It sends `X-Auth-Method: OAUTH`.',
  headers: { 'x-auth-method': 'OAUTH', 'content-type': 'application/json' },
  operations: [
    ...['advertisers', 'campaigns', 'deals', 'lines', 'exchanges', 'contextuals', 'sitelists', 'beacons'].map(
      types,
    ),
    ...['dictionary', 'audiences', 'usergroups'].map(types),
    get('advertiser pages', 'advertisers', objects('name', 'status'), () => PAGE),
    get('advertiser', 'advertisers/:id', anything, () => ({})),
    get('campaign pages', 'campaigns', objects('name', 'status'), ({ advertiserId: accountId }) => ({
      accountId,
      ...PAGE,
    })),
    get('campaign', 'campaigns/:id', model({ id: needed(whole) }), () => ({})),
    send('POST', 'campaign create', 'campaigns', ({ advertiserId: accountId, today, inAMonth }) => ({
      ...{ accountId, name: uniqueName('Campaign'), status: 'PAUSED' },
      budgetSchedules: [
        { startDate: today, endDate: inAMonth, scheduleBudgetType: 'TOTAL_BUDGET', scheduleBudget: 900 },
      ],
    })),
    send('PUT', 'campaign update', 'campaigns/:id', () => ({ name: uniqueName('Renamed') })),
    get('line pages', 'lines', list(line), ({ campaignId: orderId }) => ({ orderId, ...PAGE })),
    {
      ...get('line', 'lines/:id', line, () => ({})),
      onRead: ({ response }, known) => {
        known.read.line = response;
      },
    },
    send('POST', 'line create', 'lines', ({ campaignId: orderId, today, inAMonth }) => ({
      ...{
        orderId,
        name: uniqueName('Line'),
        status: 'PAUSED',
        mediaType: 'DISPLAY',
        budgetType: 'CURRENCY',
      },
      schedules: [{ startDateStr: today, endDateStr: inAMonth, budget: 300 }],
    })),
    {
      ...send(
        'POST',
        'line create with one schedule',
        'lines',
        ({ campaignId: orderId, today, inAMonth }) => ({
          ...{ orderId, name: uniqueName('Line'), status: 'PAUSED', mediaType: 'DISPLAY', dailyBudget: 20 },
          dailyBudgetType: 'SPECIFIED_AMOUNT',
          schedule: { startDateStr: today, endDateStr: inAMonth, budget: 300 },
        }),
      ),
      reads: answered(
        model({ id: needed(whole), schedules: needed(list(model({ budget: needed(whole) }))) }),
      ),
      misses: ({ response }) => (response?.schedules?.length === 1 ? [] : ['the flight']),
      elsewhere: ['schedule', 'dailyBudget', 'dailyBudgetType'],
    },
    {
      ...send('PUT', 'line update with what was read', 'lines/:id', ({ read }) => read.line),
      changes: [],
      elsewhere: 'all',
    },
    get('ad pages', 'ads', objects('name'), ({ lineId }) => ({ lineId, ...PAGE })),
    get('ad', 'ads/:id', model({ id: needed(whole) }), () => ({})),
    get('deal pages', 'deals', objects('exchangeDealId'), () => PAGE),
    {
      ...send('POST', 'site list create', 'sitelists', (known) => siteList(known, 'APP_LIST')),
      onRead: ({ response }, known) => {
        known.siteListId = response.id;
      },
    },
    {
      ...send('PUT', 'list update', 'sitelists/:id', (known) => siteList(known, 'SITE_LIST')),
      // Sent without the slash.
      call: (known) => ({
        path: `/traffic/sitelists/${known.listId}?seatId=${known.seatId}`,
        body: siteList(known, 'SITE_LIST'),
      }),
    },
    send('POST', 'beacon create', 'beacons', ({ advertiserId: accountId, pixelId }) => ({
      ...{ accountId, pixelId, name: uniqueName('Beacon'), ruleType: 'EVENTS', category: 'PURCHASE' },
      conditions: [{ key: 'et', operator: 'eq', value: 'purchase' }],
    })),
    target('deals and exchanges', ({ dealId }) => ({
      types: [EXCHANGES, EXCHANGES],
      deals: { clearAll: false, added: [dealId] },
      ...{ publishers: [1], publishersIncluded: true },
    })),
    {
      ...target('the sites of a list', ({ listId }) => ({
        types: [{ name: 'SITE_LISTS', isTargeted: true }],
        siteLists: { removed: [], clearAll: false, added: [{ excluded: false, entityId: listId }] },
      })),
      refused: { status: 400, names: ['siteLists.added[0].excluded'] },
      note: 'A line can block the sites of a list, but not be limited to them.',
    },
    {
      // It looks for the limit per minute among these problems.
      ...get('refusal of a parameter', 'campaigns', anything, () => ({ limit: 101 })),
      reads: model({
        errors: needed(
          model({
            httpStatusCode: needed(whole),
            validationMessages: needed(list(model({ message: needed(text), propertyName: needed(text) }))),
          }),
        ),
      }),
      refused: { status: 400 },
    },
  ],
};
