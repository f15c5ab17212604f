import { type Client, type Known, type Operation, query, REPORTS } from './client.ts';
import {
  anything,
  decimal,
  instant,
  list,
  model,
  needed,
  present,
  type Reader,
  text,
  whole,
} from './read.ts';

const answered = (reader: Reader): Reader => model({ response: needed(reader), errors: anything });
const METRICS = [44, 1, 2, 23, 11, 41, 43, 45];

const report = (name: string, body: (known: Known) => object): Operation => ({
  name: `report: ${name}`,
  route: 'POST /extreport',
  call: (known) => ({ path: `${REPORTS}/extreport/`, body: body(known) }),
  reads: model({ customerReportId: needed(text), status: needed(text) }),
  onRead: ({ customerReportId }, known) => {
    known.customerReportId = customerReportId;
  },
});
const wait = (name: string): Operation => ({
  name: `report: wait for ${name}`,
  route: 'GET /extreport/:id',
  call: ({ customerReportId }) => ({ path: `${REPORTS}/extreport/${customerReportId}` }),
  until: ({ status }) => !['Submitted', 'Processing'].includes(status),
  reads: model({ status: needed(text), url: needed(text) }),
  misses: ({ status }) => (status === 'Success' ? [] : [`the status is ${status}`]),
});

/** Scripts that watch a campaign’s pace, and older ones that change what they have read (2017 to 2020). */
export const PYTHON_PACING: Client = {
  letter: 'B',
  name: 'Python scripts for pacing',
  needs:
    'Their refresh grants are not supported: hand them an access token. All URLs are built in. They send `X-Auth-Method: OAUTH`, and reach reports under the prefix that `FLIGHTLINE_REPORTING_PREFIX` sets.',
  headers: { 'x-auth-method': 'OAUTH', 'content-type': 'application/json' },
  operations: [
    {
      name: 'campaign with a budget: create',
      route: 'POST /traffic/campaigns',
      call: ({ advertiserId: accountId, today, inAMonth }) => ({
        path: '/traffic/campaigns',
        body: {
          ...{ accountId, name: `Paced ${today}`, status: 'PAUSED', goalType: 'CPC', goalValue: 2 },
          budgetSchedules: [
            { startDate: today, endDate: inAMonth, scheduleBudgetType: 'TOTAL_BUDGET', scheduleBudget: 900 },
          ],
        },
      }),
      reads: answered(model({ id: needed(whole) })),
      onRead: ({ response }, known) => {
        known.pacedId = response.id;
      },
    },
    {
      name: 'campaign: its budget and dates',
      route: 'GET /traffic/campaigns/:id',
      call: ({ pacedId }) => ({ path: `/traffic/campaigns/${pacedId}` }),
      // Dates of schedules are instants for them. They take those of the campaign if they cannot read these.
      reads: answered(
        model({
          ...{ budget: needed(decimal), goalType: needed(text), goalValue: needed(decimal) },
          ...{ campaignStartDate: needed(instant), campaignEndDate: needed(instant) },
          budgetSchedules: needed(list(model({ scheduleBudget: needed(decimal), startDate: needed(text) }))),
        }),
      ),
    },
    {
      name: 'campaign: read',
      route: 'GET /traffic/campaigns/:id',
      call: ({ campaignId }) => ({ path: `/traffic/campaigns/${campaignId}` }),
      onRead: ({ response }, known) => {
        known.read.campaign = response;
      },
    },
    {
      name: 'campaign: send back what was read',
      route: 'PUT /traffic/campaigns/:id',
      call: ({ campaignId, read }) => ({ path: `/traffic/campaigns/${campaignId}`, body: read.campaign }),
      reads: answered(model({ id: needed(whole) })),
      changes: [],
    },
    {
      name: 'campaign: pause',
      route: 'PUT /traffic/campaigns/:id',
      call: ({ campaignId }) => ({ path: `/traffic/campaigns/${campaignId}`, body: { status: 'PAUSED' } }),
      reads: answered(model({ id: needed(whole), status: needed(text) })),
      changes: ['status'],
    },
    {
      name: 'lines by campaign',
      route: 'GET /traffic/lines',
      call: ({ campaignId: orderId }) => ({ path: query('/traffic/lines', { orderId, dir: 'asc' }) }),
      reads: answered(list(model({ id: needed(whole) }))),
    },
    {
      name: 'line: its budget and bid',
      route: 'GET /traffic/lines/:id',
      call: ({ lineId }) => ({ path: `/traffic/lines/${lineId}` }),
      reads: answered(
        model({
          budgetSchedule: needed(model({ budget: present(decimal) })),
          ...{ dailyBudget: present(decimal), bidPrice: present(decimal), billingPrice: present(decimal) },
          ...{ maxGoal: present(decimal), goalAmount: present(decimal) },
        }),
      ),
    },
    report('of the campaign’s life', ({ before, inAMonth }) => ({
      reportOption: {
        timezone: 'Asia/Shanghai',
        currency: 3,
        dimensionTypeIds: [5, 63],
        metricTypeIds: METRICS,
      },
      ...{ intervalTypeId: 1, dateTypeId: 11 },
      ...{ startDate: `${before}T00:00:00+08:00`, endDate: `${inAMonth}T00:00:00+08:00` },
    })),
    wait('the campaign’s life'),
    report('of today by line', () => ({
      reportOption: {
        timezone: 'Asia/Shanghai',
        currency: 3,
        dimensionTypeIds: [5, 6, 63],
        metricTypeIds: METRICS,
      },
      ...{ intervalTypeId: 2, dateTypeId: 1 },
    })),
    wait('today by line'),
    report('with every ID that they know', ({ before, today }) => ({
      reportOption: {
        ...{ timezone: 'America/New_York', currency: 4, dimensionTypeIds: [1, 3, 4, 5, 6, 8, 9, 34, 50, 63] },
        metricTypeIds: [1, 2, 23, 25, 29, 44, 46, 100, 101, 116, 117, 129, 166, 167],
      },
      ...{ intervalTypeId: 1, dateTypeId: 11 },
      ...{ startDate: `${before}T00:00:00-05:00`, endDate: `${today}T11:59:59-05:00` },
    })),
    wait('every ID'),
  ],
};
