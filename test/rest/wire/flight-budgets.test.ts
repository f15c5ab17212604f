import { describe, expect, it } from 'vitest';
import { createTree, type WireAnswer, wireTest } from './support.ts';

/** Entry "Budgets of flights". */

const test = await wireTest();
const FLIGHT = { budget: 500, startDateStr: '2027-01-31', endDateStr: '2027-02-28' };
const CAPPED = { ...FLIGHT, dailyBudget: 20, dailyBudgetType: 'SPECIFIED_AMOUNT' };

const problemsOf = ({ body }: WireAnswer): string[] =>
  body.errors.validationErrors.map(({ message }: { message: string }) => message);

async function world() {
  const { observed, documented } = await test.pair();
  const { orderId } = await createTree(documented, { timezone: 'America/New_York' });
  const post = (body: object) => observed.post('/traffic/lines', { name: 'Line', orderId, ...body });
  /** What the domain has. */
  const stored = async (id: number) => {
    const { line } = await documented.graphql(
      'query ($id: ID!) { line(id: $id) { extra schedules { budget dailyBudget dailyBudgetType } } }',
      { id: String(id) },
    );
    return line;
  };
  return { observed, documented, orderId, post, stored };
}

describe('observed', () => {
  it('dailyBudget of a schedule is stored, answered and changed', async () => {
    const { observed, post, stored } = await world();
    const made = await post({ schedules: [CAPPED] });
    expect(made.headers['x-ignored-fields']).toBeUndefined();
    expect(made.body.response.schedules).toMatchObject([CAPPED]);
    const { id, schedules } = made.body.response;
    expect((await observed.get(`/traffic/lines/${id}`)).body.response.schedules).toEqual(schedules);
    expect((await stored(id)).schedules).toEqual([
      { budget: '500', dailyBudget: '20', dailyBudgetType: 'SPECIFIED_AMOUNT' },
    ]);
    const change = { schedules: [{ id: schedules[0].id, dailyBudget: 7.5 }] };
    const put = await observed.put(`/traffic/lines/${id}`, change);
    expect(put.body.response.schedules).toMatchObject([{ ...CAPPED, dailyBudget: 7.5 }]);
  });

  it('under AUTO_ALLOCATED it is stored; without a type it is a specified amount', async () => {
    const { post, stored } = await world();
    const auto = { ...FLIGHT, dailyBudget: 20, dailyBudgetType: 'AUTO_ALLOCATED' };
    const { response } = (await post({ schedules: [auto, { ...FLIGHT, dailyBudget: 30 }] })).body;
    expect(response.schedules).toMatchObject([
      auto,
      { dailyBudget: 30, dailyBudgetType: 'SPECIFIED_AMOUNT' },
    ]);
    expect((await stored(response.id)).schedules).toMatchObject([
      { dailyBudget: '20', dailyBudgetType: 'AUTO_ALLOCATED' },
      { dailyBudget: '30', dailyBudgetType: 'SPECIFIED_AMOUNT' },
    ]);
  });

  it.each([
    ['schedule', { schedule: CAPPED }],
    ['schedule, a list', { schedule: [CAPPED] }],
    [
      'budgetSchedule',
      {
        budgetSchedule: {
          startDate: '2027-01-31',
          endDate: '2027-02-28',
          scheduleBudget: 500,
          scheduleDailyBudget: 20,
          scheduleBudgetType: 'SPECIFIED_AMOUNT',
        },
      },
    ],
    ['dailyBudget of the line', { schedule: FLIGHT, dailyBudget: 20 }],
  ])('%s is read into schedules', async (_name, body) => {
    const { post, stored } = await world();
    const made = await post(body);
    expect(made.body.errors).toBeNull();
    expect(made.headers['x-ignored-fields']).toBeUndefined();
    expect(made.body.response.schedules).toMatchObject([CAPPED]);
    expect(await stored(made.body.response.id)).toMatchObject({
      extra: {},
      schedules: [{ dailyBudget: '20' }],
    });
  });

  it('schedule in a PUT is the only flight, and refused if there are more', async () => {
    const { observed, post } = await world();
    const { id } = (await post({ schedule: FLIGHT })).body.response;
    const url = `/traffic/lines/${id}`;
    const put = await observed.put(url, { schedule: { budget: 400 }, dailyBudget: 9 });
    expect(put.body.response.schedules).toMatchObject([{ ...FLIGHT, budget: 400, dailyBudget: 9 }]);
    expect((await observed.put(url, { dailyBudget: 8 })).body.response.schedules).toMatchObject([
      { ...FLIGHT, budget: 400, dailyBudget: 8, dailyBudgetType: 'SPECIFIED_AMOUNT' },
    ]);
    await observed.put(url, { schedules: [FLIGHT] });
    expect(problemsOf(await observed.put(url, { schedule: { budget: 1 } }))).toEqual([
      'schedule.id is required, because the line has more than one schedule',
    ]);
  });

  it('refuses every budget and date that it cannot apply, by the names that were sent', async () => {
    const { post } = await world();
    const refused = await post({
      name: '',
      budget: 100,
      startDate: '2027-01-01',
      dailyBudget: 20,
      schedules: [],
    });
    expect(problemsOf(refused)).toEqual([
      'name must not be empty',
      'budget is not supported. Send it in schedules',
      'startDate is not supported. Send it in schedules',
      'dailyBudget needs a flight. Send it in schedules',
    ]);
    expect(problemsOf(await post({ schedule: { ...FLIGHT, dailyBudget: 'much' } }))).toEqual([
      'schedule.dailyBudget must be a number',
    ]);
    expect(problemsOf(await post({ schedules: [FLIGHT, FLIGHT], dailyBudget: -1 }))).toEqual([
      'dailyBudget must be greater than 0',
    ]);
    expect(problemsOf(await post({ schedules: [FLIGHT], schedule: { ...FLIGHT, budget: 1 } }))).toEqual([
      'schedule must not be sent with schedules',
    ]);
    expect(
      problemsOf(await post({ schedule: { ...FLIGHT, scheduleBudget: 400, startDate: '2027-01-31' } })),
    ).toEqual(['schedule.scheduleBudget must equal budget']);
    expect(problemsOf(await post({ budgetSchedule: { startDate: 'soon', endDate: '2027-02-28' } }))).toEqual([
      expect.stringContaining('budgetSchedule.startDate must be a date and time'),
    ]);
  });

  it('a daily budget that a documented client stored with the line is not answered as if it were applied', async () => {
    const { observed, documented, orderId } = await world();
    const made = await documented.post('/traffic/lines', { name: 'Line', orderId, dailyBudget: 20 });
    const { id } = made.body.response;
    const { response } = (await observed.get(`/traffic/lines/${id}`)).body;
    expect(response.dailyBudget).toBeNull();
    expect((await observed.put(`/traffic/lines/${id}`, response)).body.response).toEqual(response);
  });

  it('the response to GET of flights that GraphQL made can be PUT back', async () => {
    const { observed, documented, orderId } = await world();
    const { made } = await documented.graphql(
      `mutation ($input: CreateLineInput!) { made: createLine(input: $input) {
        ... on CreateLinePayload { line { databaseId updatedAt } } } }`,
      {
        input: {
          name: 'Line',
          campaignId: String(orderId),
          schedules: [
            { dailyBudget: 20, startDate: '2027-01-31T05:00:00Z', endDate: '2027-03-01T04:59:59Z' },
            { budget: 5, startDate: '2027-01-31T15:00:00Z', endDate: '2027-03-01T04:59:59Z' },
          ],
        },
      },
    );
    const url = `/traffic/lines/${made.line.databaseId}`;
    const { response } = (await observed.get(url)).body;
    expect(response.schedules).toMatchObject([
      { dailyBudget: 20, dailyBudgetType: null },
      { dailyBudget: null },
    ]);
    const dates = ({ startDateStr, endDateStr, ...rest }: Record<'startDateStr' | 'endDateStr', string>) => ({
      ...rest,
      startDateStr: startDateStr.slice(0, 10),
      endDateStr: endDateStr.slice(0, 10),
    });
    const put = await observed.put(url, { ...response, schedules: response.schedules.map(dates) });
    expect(put.body.response).toEqual(response);
    expect(put.body.response.updatedAt).toBe(made.line.updatedAt);
  });
});

describe('documented', () => {
  const dates = { startDateStr: '2027-01-31T00:00:00Z', endDateStr: '2027-02-28T00:00:00Z' };

  it('dailyBudget of a schedule is a field that the service does not know', async () => {
    const { documented, orderId, stored } = await world();
    const made = await documented.post('/traffic/lines', {
      name: 'Line',
      orderId,
      schedules: [{ ...dates, dailyBudget: 'much' }],
      schedule: dates,
    });
    expect(made.headers['x-ignored-fields']).toBe('schedules[0].dailyBudget');
    expect(made.body.response.schedules[0]).not.toHaveProperty('dailyBudget');
    expect(made.body.response.schedule).toEqual(dates);
    expect((await stored(made.body.response.id)).schedules).toMatchObject([{ dailyBudget: null }]);
  });

  it('a PUT leaves the daily budget that another client set', async () => {
    const { observed, documented, orderId } = await world();
    const post = { name: 'Line', orderId, schedules: [CAPPED] };
    const { id, schedules } = (await observed.post('/traffic/lines', post)).body.response;
    const url = `/traffic/lines/${id}`;
    const { response } = (await documented.get(url)).body;
    await documented.put(url, { ...response, name: 'Renamed' });
    expect((await observed.get(url)).body.response).toMatchObject({ name: 'Renamed', schedules });
  });
});
