import { expect, test } from 'vitest';
import { syncSeat } from '../../../src/domain/access/tenancy/sync-seat.ts';
import { createClient, type TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';

/** The time zone and the currency in which figures of a seat are shown. */

const system = await testSystem();
const { send } = await testApp(system);

async function graphql(caller: TestClient, query: string, variables: object = {}) {
  const headers = await bearerHeaders(system, caller);
  return (await send('POST', '/graphql', { headers, body: { query, variables } })).body;
}

const seatOf = async (caller: TestClient) =>
  (await graphql(caller, '{ viewer { seat { timezone currency } } }')).data.viewer.seat;

const UPDATE = `mutation ($input: UpdateSeatInput!, $dry: Boolean) { updateSeat(input: $input, validateOnly: $dry) {
  __typename ... on UpdateSeatPayload { seat { timezone currency } changes { path before after } }
  ... on ValidationError { issues { path message } } ... on Error { message } } }`;
const update = async (caller: TestClient, input: object, dry = false) =>
  (await graphql(caller, UPDATE, { input, dry })).data.updateSeat;

test('a seat begins with UTC and USD', async () => {
  expect(await seatOf(await createClient(system))).toEqual({ timezone: 'UTC', currency: 'USD' });
});

test('an admin sets both, and only what is sent changes; the history says who and what', async () => {
  const admin = await createClient(system);
  const paris = { timezone: 'Europe/Paris', currency: 'EUR' };
  const changes = [
    { path: 'timezone', before: 'UTC', after: 'Europe/Paris' },
    { path: 'currency', before: 'USD', after: 'EUR' },
  ];
  expect(await update(admin, paris, true)).toMatchObject({ seat: paris, changes });
  expect(await seatOf(admin)).toEqual({ timezone: 'UTC', currency: 'USD' });
  expect(await update(admin, paris)).toMatchObject({ seat: paris, changes });
  expect(await update(admin, { timezone: 'asia/tokyo' })).toMatchObject({
    seat: { timezone: 'Asia/Tokyo', currency: 'EUR' },
  });
  expect(await update(admin, { timezone: 'UTC' })).toMatchObject({ seat: { timezone: 'UTC' } });
  // What is set already is no change.
  expect(await update(admin, { timezone: 'UTC' })).toMatchObject({ changes: [] });
  const { data } = await graphql(
    admin,
    `{ changes(filter: { resource: Seat }) { nodes { action user { databaseId } node { id } fields { path after } } } }`,
  );
  expect(data.changes.nodes).toHaveLength(3);
  expect(data.changes.nodes[2]).toEqual({
    ...{ action: 'UPDATE', user: { databaseId: admin.userId }, node: { id: `Seat:${admin.seatId}` } },
    fields: changes.map(({ path, after }) => ({ path, after })),
  });
});

test('an admin renames the seat; what is no name is refused', async () => {
  const admin = await createClient(system);
  const { seat, changes } = await update(admin, { name: 'Vienna desk' });
  expect(seat).toMatchObject({ timezone: 'UTC' });
  expect(changes).toMatchObject([{ path: 'name', after: 'Vienna desk' }]);
  expect((await graphql(admin, '{ viewer { seat { name } } }')).data.viewer.seat.name).toBe('Vienna desk');
  for (const name of ['', ' ', 'Two\nlines', 'x'.repeat(256)])
    expect((await update(admin, { name })).issues).toMatchObject([{ path: 'name' }]);
});

test('invalid values are refused by name, all at once, and nothing is stored', async () => {
  const admin = await createClient(system);
  // An IANA time zone that no report can have is refused, too.
  const refused = await update(admin, { timezone: 'Asia/Kathmandu', currency: 'XXZ' });
  expect(refused).toMatchObject({ __typename: 'ValidationError' });
  expect(refused.issues).toEqual([
    {
      path: 'timezone',
      message: expect.stringMatching(/^timezone must be one of UTC, America\/Los_Angeles, /),
    },
    { path: 'currency', message: 'currency must be an ISO 4217 currency code' },
  ]);
  expect((await update(admin, { timezone: null, currency: null })).issues).toHaveLength(2);
  expect(await update(admin, { timezone: 'Asia/Tokyo', currency: 'eur' })).toMatchObject({
    issues: [{ path: 'currency' }],
  });
  expect(await seatOf(admin)).toEqual({ timezone: 'UTC', currency: 'USD' });
});

test('an editor cannot, and nobody while the seat is in sync', async () => {
  const editor = await createClient(system, { role: 'EDITOR' });
  expect(await update(editor, { currency: 'EUR' })).toMatchObject({ __typename: 'ForbiddenError' });
  const admin = await createClient(system);
  await syncSeat({ system, seatId: admin.seatId, readOnly: true });
  expect(await update(admin, { currency: 'EUR' })).toMatchObject({ __typename: 'ForbiddenError' });
  expect(await seatOf(admin)).toEqual({ timezone: 'UTC', currency: 'USD' });
});
