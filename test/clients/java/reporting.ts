import { type Known, type Operation, query, REPORTS } from '../client.ts';
import { flag, getter, instant, list, model, needed, text, whole } from '../read.ts';

const STATUS = model({
  ...{ customerReportId: text, url: text, reportFormat: text, requestPayload: text, jobStartDate: text },
  ...{ jobEndDate: text, numRows: whole, errorMsg: text },
  status: getter(['Success', 'Failed', 'Submitted', 'Processing']),
});
const ROUTE = 'POST /extreport';

const request = ({ campaignId, advertiserId, today, before }: Known, more: object) => ({
  reportOption: {
    ...{ timezone: 'America/New_York', currency: 4, accountIds: [advertiserId] },
    filterOptions: [{ dimensionTypeId: 5, isExcluded: false, includeValues: [{ id: String(campaignId) }] }],
    ...more,
  },
  ...{ dateTypeId: 11, intervalTypeId: 2, startDate: `${before}T00:00:00-05:00` },
  endDate: `${today}T23:59:59-05:00`,
});

const create = (name: string, more: object): Operation => ({
  name: `reports.create: ${name}`,
  route: ROUTE,
  call: (known) => ({ path: `${REPORTS}/extreport`, body: request(known, more) }),
  reads: STATUS,
  onRead: ({ customerReportId }, known) => {
    known.customerReportId = customerReportId;
  },
});
const status = (name: string, misses?: Operation['misses']): Operation => ({
  name: `reports.getStatus: ${name}`,
  route: 'GET /extreport/:id',
  call: ({ customerReportId }) => ({ path: `${REPORTS}/extreport/${customerReportId}` }),
  reads: STATUS,
  until: (body) => !['Submitted', 'Processing'].includes(body.status),
  misses: (read, known) => [
    ...(read.status === 'Success' ? [] : [`the status is ${read.status}: ${read.errorMsg}`]),
    ...(misses?.(read, known) ?? []),
  ],
});

const HAVING = ['CTR', 'CPC', 'CPA', 'ADVERTISER_ECPM', 'CONVERSION_VALUE'].map((metricTypeId) => ({
  ...{ type: 'greaterThan', metricTypeId, value: '-1' },
}));

export const REPORTING: readonly Operation[] = [
  create('clicks, impressions and spend by line', { dimensionTypeIds: [4, 5, 6], metricTypeIds: [2, 1, 44] }),
  status('by line', ({ numRows }) => (numRows === 1 ? [] : [`${numRows} rows`])),
  create('rates and conversions by ad, creative and line type', {
    ...{
      dimensionTypeIds: [5, 6, 7, 8, 63],
      metricTypeIds: [1, 2, 11, 23, 41, 43, 44, 45, 137, 138, 109, 110],
    },
  }),
  status('rates and conversions', ({ requestPayload }) => {
    const { metricTypeIds, dimensionTypeIds } = JSON.parse(requestPayload).reportOption;
    return [11, 41, 43, 45, 137]
      .filter((id) => !metricTypeIds.includes(id))
      .map((id) => `metric ${id}`)
      .concat([7, 8, 63].filter((id) => !dimensionTypeIds.includes(id)).map((id) => `dimension ${id}`));
  }),
  create('having, by names', {
    ...{ dimensionTypeIds: [5], metricTypeIds: [1, 2, 44, 23, 11, 41, 43, 45, 137] },
    having: { type: 'and', havingSpecs: HAVING },
  }),
  status('having'),
  create('by publisher and domain', { dimensionTypeIds: [4, 5, 6, 1, 9, 47], metricTypeIds: [2, 1, 44] }),
  status('by publisher and domain'),
  {
    name: 'reports.create: refused',
    route: ROUTE,
    call: (known) => ({
      path: `${REPORTS}/extreport`,
      body: request(known, { dimensionTypeIds: [5], metricTypeIds: ['x'] }),
    }),
    // The message that the client shows.
    reads: model({ errors: needed(model({ httpStatusCode: needed(whole), message: needed(text) })) }),
    refused: { status: 400 },
  },
  {
    name: 'reports.closeOfBooks',
    route: 'GET /extreport/cob',
    call: ({ advertiserId, today }) => ({
      path: query(`${REPORTS}/extreport/cob`, { advertiserId, day: today.replaceAll('-', '') }),
    }),
    reads: model({ advertiserTimezone: needed(text), dayClosed: needed(flag) }),
  },
];

const PROBLEM = model({ id: whole, message: text, propertyName: text, key: text, objectName: text });
const REFUSAL = model({
  errors: needed(model({ httpStatusCode: needed(whole), message: text, validationErrors: list(PROBLEM) })),
  validationMessages: list(PROBLEM),
  timeStamp: instant,
});

/** What it reads of a refusal, to show it. */
export const REFUSALS: readonly Operation[] = [
  {
    name: 'refusal: a field',
    route: 'POST /traffic/lines',
    call: () => ({ path: '/traffic/lines', body: { name: '', status: 'WRONG' } }),
    reads: REFUSAL,
    refused: { status: 400, names: ['name', 'status', 'orderId'] },
  },
  {
    name: 'refusal: an ID',
    route: 'GET /traffic/campaigns/:id',
    call: () => ({ path: '/traffic/campaigns/2000000011' }),
    reads: REFUSAL,
    refused: { status: 404 },
  },
];
