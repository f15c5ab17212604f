import { expect, it } from 'vitest';
import { createTree, wireTest } from './support.ts';

/** Entries "A flight that is sent twice" and "The flight and the daily budget of a line". */

const test = await wireTest();
const { observed, documented } = await test.pair();
const { orderId } = await createTree(documented);
const day = (days: number) =>
  new Date(test.system.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const ENDED = { budget: 100, startDateStr: day(-20), endDateStr: day(-10) };
const RUNNING = { budget: 200, startDateStr: day(-5), endDateStr: day(5) };
const LATER = { budget: 300, startDateStr: day(10), endDateStr: day(20) };

const create = async (schedules: object[]) =>
  (await observed.post('/traffic/lines', { name: 'Line', orderId, schedules })).body.response;

it.each([
  ['the one that runs', [LATER, RUNNING, ENDED], RUNNING],
  ['the next', [LATER, ENDED], LATER],
  ['the last', [ENDED], ENDED],
])('observed: of its flights a line has %s', async (_which, schedules, shown) => {
  const line = await create(schedules);
  expect(line).toMatchObject({ schedule: shown, budgetSchedule: shown, dailyBudget: null });
  expect((await observed.get(`/traffic/lines/${line.id}`)).body.response).toEqual(line);
  const { response } = (await observed.get(`/traffic/lines?orderId=${orderId}`)).body;
  expect(response).toContainEqual(line);
});

it('observed: a line without flights has none', async () => {
  expect(await create([])).toMatchObject({ schedule: null, budgetSchedule: null, dailyBudget: null });
});

it('observed: the response can be sent back, and none of its other fields are stored next to the flights', async () => {
  for (const schedules of [[ENDED, LATER], []]) await sendBack(await create(schedules));
});

async function sendBack(line: { id: number }) {
  const { body } = await observed.put(`/traffic/lines/${line.id}`, line);
  expect(body.response).toEqual({ ...line, updatedAt: expect.anything() });
  const own = (await documented.get(`/traffic/lines/${line.id}`)).body.response;
  for (const name of ['schedule', 'budgetSchedule', 'dailyBudget']) expect(own).not.toHaveProperty(name);
}

it('documented: a line has its schedules only', async () => {
  const { id } = await create([RUNNING]);
  const own = (await documented.get(`/traffic/lines/${id}`)).body.response;
  for (const name of ['schedule', 'budgetSchedule', 'dailyBudget']) expect(own).not.toHaveProperty(name);
});
