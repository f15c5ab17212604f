import { describe, expect, test, vi } from 'vitest';
import { trafficSystem } from '../support/seat.ts';
import { countStatements } from '../support/statements.ts';

const { system, caller } = await trafficSystem();
const seat = await caller();

type Input = Record<string, unknown>;

async function write(name: string, inputs: readonly Input[], validateOnly = false) {
  const type = name.charAt(0).toUpperCase() + name.slice(1, -1);
  const field = name.replace(/^(create|update)(.*)s$/, (_all, _verb, one: string) => one.toLowerCase());
  const document = `mutation($inputs: [${type}Input!]!, $validateOnly: Boolean) {
    answer: ${name}(inputs: $inputs, validateOnly: $validateOnly) {
      __typename
      ... on ${type}Payload { ${field} { databaseId } changes { path before after } }
      ... on ValidationError { issues { path } }
    }
  }`;
  const { body } = await seat.graphql(document, { inputs, validateOnly });
  expect(body.errors).toBeUndefined();
  return { of: field, answer: body.data.answer };
}

const ids = ({ of, answer }: Awaited<ReturnType<typeof write>>): number[] =>
  answer.map((one: Record<string, { databaseId: number }>) => one[of]?.databaseId);

const { id: campaignId, advertiserId } = await seat.campaign();
const { id: creativeId } = await seat.creative({ advertiserId });
const schedules = [{ startDate: '2027-01-01T00:00:00Z', endDate: '2027-02-01T00:00:00Z' }];
const flights = [{ startDate: '2027-01-01T00:00:00Z', endDate: '2027-02-01T00:00:00Z' }];
const times = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index));

const newLines = (count: number) =>
  times(count, (index) => ({ campaignId, name: `Line ${index}`, schedules: flights, bidPrice: index }));
const lineId = ids(await write('createLines', newLines(1)))[0];
const newAds = (count: number) => times(count, () => ({ lineId, creativeId, status: 'ACTIVE', schedules }));

describe('a list takes as many statements for 50 items as for 5', { tags: ['one-process'] }, () => {
  const KINDS: Record<string, (count: number) => Promise<Input[]>> = {
    createLines: async (count) => newLines(count),
    updateLines: async (count) =>
      ids(await write('createLines', newLines(count))).map((id, index) => ({
        id,
        status: 'INACTIVE',
        ...(index % 2 ? { bidPrice: index } : { name: `Renamed ${index}` }),
      })),
    createAds: async (count) => newAds(count),
    updateAds: async (count) =>
      ids(await write('createAds', newAds(count))).map((id) => ({ id, status: 'INACTIVE' })),
  };

  test.each(Object.entries(KINDS))('%s', async (name, inputsOf) => {
    // What is remembered between calls is there after the first.
    await write(name, await inputsOf(2));
    const counts: number[] = [];
    for (const count of [5, 50]) {
      const inputs = await inputsOf(count);
      const { result, statements } = await countStatements(system.pool, () => write(name, inputs));
      expect(new Set(ids(result)).size).toBe(count);
      expect(result.answer.every((one: { changes: unknown[] }) => one.changes.length > 0)).toBe(true);
      counts.push(statements.filter((text) => !/pg_notify|lease|quota/.test(text)).length);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(20);
  });
});

test('each item of a list has its own values, and fields that it omits are unchanged', async () => {
  const made = ids(await write('createLines', newLines(3)));
  await write('updateLines', [
    { id: made[0], bidPrice: 7.25 },
    { id: made[1], name: 'Another', extra: { note: [1, null] } },
    { id: made[2], goalType: 'CPC' },
  ]);
  const rows = await system.db.line.findMany({ where: { id: { in: made } }, orderBy: { id: 'asc' } });
  expect(rows).toMatchObject([
    { name: 'Line 0', bidPrice: 7.25, goalType: null, extra: {} },
    { name: 'Another', bidPrice: 1, goalType: null, extra: { note: [1, null] } },
    { name: 'Line 2', bidPrice: 2, goalType: 'CPC', extra: {} },
  ]);
});

test('an item that names a row again sees what the item before it did', async () => {
  const [id] = ids(await write('createLines', newLines(1)));
  const { answer } = await write('updateLines', [
    { id, name: 'First' },
    { id: `Line:${id}`, name: 'Second' },
  ]);
  expect(answer[1].changes).toEqual([{ path: 'name', before: 'First', after: 'Second' }]);
});

test('a refused item stores nothing and holds up no other; a dry run of the list stores nothing at all', async () => {
  const inputs = [...newLines(1), { campaignId, name: 'Refused', status: 'ACTIVE' }, ...newLines(1)];
  const before = await system.db.line.count();
  const dry = await write('createLines', inputs, true);
  expect(dry.answer.map((one: { __typename: string }) => one.__typename)).toEqual([
    'CreateLinePayload',
    'ValidationError',
    'CreateLinePayload',
  ]);
  expect(await system.db.line.count()).toBe(before);
  await write('createLines', inputs);
  expect(await system.db.line.count()).toBe(before + 2);
});

test('2,501 flights of all lines are refused as a whole', async () => {
  const flightsOf = (count: number) =>
    times(count, (at) => {
      const [start, end] = [at, at + 0.5].map((hours) => new Date(Date.UTC(2027, 0, 1) + hours * 3_600_000));
      return { startDate: start?.toISOString(), endDate: end?.toISOString() };
    });
  const lines = (last: number) =>
    times(26, (index) => ({ campaignId, name: `F ${index}`, schedules: flightsOf(index < 25 ? 100 : last) }));
  const document =
    'mutation($inputs: [CreateLineInput!]!) { createLines(inputs: $inputs, validateOnly: true) { __typename } }';
  const { body } = await seat.graphql(document, { inputs: lines(1) });
  expect(body.errors[0].message).toBe(
    'Argument "inputs" must have at most 2500 items in all lists of all inputs.',
  );
  expect((await seat.graphql(document, { inputs: lines(0) })).body.errors).toBeUndefined();
});

const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

test('the lists of a seat run one after another, those of another seat meanwhile', {
  tags: ['one-process'],
}, async () => {
  const other = await caller();
  const colleague = await caller({ seatId: seat.seatId });
  const update = (by: typeof seat, id: number) =>
    by.graphql('mutation($inputs: [UpdateLineInput!]!) { updateLines(inputs: $inputs) { __typename } }', {
      inputs: [{ id, name: 'Renamed' }],
    });
  const [first = 0, second = 0] = ids(await write('createLines', newLines(2)));
  const { id: foreign } = await other.line({ orderId: (await other.campaign()).id });
  const holder = await system.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM line WHERE id = $1 FOR UPDATE', [first]);
  const blocked = update(seat, first);
  await expect.poll(async () => (await system.pool.query(WAITING)).rows).toHaveLength(1);
  const isDone = vi.fn();
  const next = update(colleague, second).finally(isDone);
  for (let time = 0; time < 5; time += 1) await update(other, foreign);
  expect(isDone).not.toHaveBeenCalled();
  await holder.query('COMMIT');
  holder.release();
  for (const { body } of await Promise.all([blocked, next]))
    expect(body.data.updateLines).toEqual([{ __typename: 'UpdateLinePayload' }]);
});
