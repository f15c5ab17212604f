import { assertInterfaceType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { grantUser } from '../../src/domain/access/tenancy/grant-user.ts';
import { schema } from '../../src/graphql/schema.ts';
import { guardedSystem } from '../contract/guards/guarded.ts';
import type { Kind } from '../contract/guards/inputs.ts';
import { contextOf, createClient } from '../support/actors.ts';
import { bearerHeaders } from '../support/app.ts';
import { issuedSql } from '../support/issued-sql.ts';
import { isAnsweredByText } from '../support/outputs.ts';

/** `node` and `nodes`: every object with a global ID, for the seat that has it and for no other. */

const guarded = await guardedSystem();
const own = await guarded.estate();
const other = await guarded.estate();

const NODES = schema
  .getPossibleTypes(assertInterfaceType(schema.getType('Node')))
  .map(({ name }) => name)
  .sort();

/** The global ID of something of a seat. */
function idOf(name: string, { ids, seatId }: typeof own): string {
  if (name === 'Seat') return `Seat:${seatId}`;
  return `${name}:${ids[(name === 'ApiClient' ? 'Client' : name) as Kind]}`;
}

test('every type with a global ID of its own is a Node', () => {
  /** They have plain IDs. */
  const without = ['ConversionReceipt', 'EventReceipt', 'PixelEvent', 'RefusedEventRequest'];
  const withId = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && String(type.getFields().id?.type) === 'ID!',
  );
  expect(withId.map(String).sort()).toEqual([...NODES, ...without].sort());
});

describe.each(NODES)('%s', (name) => {
  const query = `query ($id: ID!) { node(id: $id) { __typename id ... on ${name} { same: id } } }`;

  test('is found by its ID in its own seat, and is as unknown in another', async () => {
    const id = idOf(name, own);
    expect((await own.graphql(query, { id })).data.node).toEqual({ __typename: name, id, same: id });
    expect(await other.graphql(query, { id })).toMatchObject({ data: { node: null } });
    const nothing = `${name}:${['Report', 'ApiClient'].includes(name) ? crypto.randomUUID() : 2_000_000_000}`;
    const unknown = await other.graphql(query, { id: nothing });
    expect(unknown).toMatchObject({ data: { node: null } });
    expect(unknown.errors).toBeUndefined();
  });
});

test('nodes returns objects in the order of the IDs, and null for unknown and foreign ones', async () => {
  const ids = [
    idOf('Ad', own),
    idOf('Line', other),
    idOf('Line', own),
    'Line:0',
    'Line:99999999999999',
    'Line:007',
    'Unheard:1',
    idOf('Seat', own),
    idOf('Line', own),
  ];
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Line { name ads { totalCount } } } }';
  const { data } = await own.graphql(query, { ids });
  expect(data.nodes.map((node: { id: string } | null) => node?.id ?? null)).toEqual([
    ids[0],
    null,
    ids[2],
    null,
    null,
    null,
    null,
    ids[7],
    ids[2],
  ]);
  expect(data.nodes[2]).toMatchObject({ name: expect.any(String), ads: { totalCount: 1 } });
});

test.each([
  ['node(id: "123")', 'Argument "id" must be a global ID, such as "Line:123".'],
  ['node(id: "")', 'Argument "id" must be a global ID, such as "Line:123".'],
  ['nodes(ids: ["Line:1", "x"])', 'Argument "ids[1]" must be a global ID, such as "Line:123".'],
  [
    `nodes(ids: [${Array.from({ length: 101 }, () => '"Line:1"').join()}])`,
    'Argument "ids" must have at most 100 items.',
  ],
])('%s is refused', async (field, message) => {
  const { errors } = await own.graphql(`{ ${field} { id } }`);
  expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
});

describe('nodes of resources are read by one statement', () => {
  const read = async (query: string, variables: object) => {
    const { data, errors } = await own.graphql(query, variables);
    expect(errors).toBeUndefined();
    return {
      data,
      isCompiled: isAnsweredByText(await contextOf(guarded.system, own.client), query, variables),
    };
  };
  const ONE = `query ($id: ID!) { node(id: $id) { id __typename ... on Line { name campaign { name } } ...Ads } }
    fragment Ads on Ad { schedules { id } creative { name } }`;
  const MANY = `query ($ids: [ID!]!) { nodes(ids: $ids) { id __typename ... on Line { name } ... on Advertiser { timezone } } }`;

  test('each type of ID has a separate plan', async () => {
    for (const name of ['Line', 'Ad', 'Advertiser', 'Line', 'Ad', 'Keyword', 'NativeAd']) {
      const { data, isCompiled } = await read(ONE, { id: idOf(name, own) });
      expect([isCompiled, data.node.__typename]).toEqual([true, name]);
    }
    expect(await read(ONE, { id: 'Nothing:1' })).toMatchObject({ isCompiled: true, data: { node: null } });
  });

  test('a list of several types is one statement', { tags: ['one-process'] }, async () => {
    const ids = ['Line', 'Advertiser', 'Deal', 'Line', 'Pixel'].map((name) => idOf(name, own));
    for (const requested of [ids, ids.slice(1), [...ids].reverse(), [], ['Line:0', 'None:1']])
      expect((await read(MANY, { ids: requested })).isCompiled).toBe(true);
    const { system } = guarded;
    expect(await issuedSql({ pool: system.pool, ask: own.graphql }, MANY, { ids })).toHaveLength(1);
  });

  test('what is no row is left to the executor', async () => {
    expect((await read(ONE, { id: idOf('AdSchedule', own) })).isCompiled).toBe(true);
    expect((await read(ONE, { id: idOf('Webhook', own) })).isCompiled).toBe(false);
  });
});

test('a list of nodes costs what it may return: the costliest type of each', async () => {
  const cost = async (query: string, variables: object) =>
    (await own.graphql(query, variables)).extensions.cost.requested;
  const ids = ['Line:1', 'Ad:2', 'Ad:3'];
  const query = (inner: string) => `query ($ids: [ID!]!) { nodes(ids: $ids) { ${inner} } }`;
  expect(await cost(query('id'), { ids })).toBe(3);
  expect(
    await cost(query('... on Line { ads(first: 10) { nodes { id } } } ... on Ad { line { id } }'), { ids }),
  ).toBe(3 * 11);
});

describe('viewer', () => {
  const QUERY =
    '{ viewer { user { id name } client { id } seat { id name currency legalComplianceCountry } role seats { id } } }';

  test('is the user, client, seat and role of the token', async () => {
    const { userId, clientId } = own.client;
    expect((await own.graphql(QUERY)).data.viewer).toEqual({
      user: { id: `User:${userId}`, name: expect.any(String) },
      client: { id: `ApiClient:${clientId}` },
      seat: {
        id: `Seat:${own.seatId}`,
        name: expect.any(String),
        currency: 'USD',
        legalComplianceCountry: 'IT',
      },
      role: 'ADMIN',
      seats: [{ id: `Seat:${own.seatId}` }],
    });
  });

  test('of a user in two seats is in the seat that the request names', async () => {
    const { system } = guarded;
    const both = await guarded.estate();
    await grantUser({ system, userId: both.client.userId, seatId: other.seatId, role: 'VIEWER' });
    const { data } = await both.graphql(QUERY, {}, { 'x-seat-id': String(other.seatId) });
    expect(data.viewer).toMatchObject({
      user: { id: `User:${both.client.userId}` },
      client: { id: `ApiClient:${both.client.clientId}` },
      seat: { id: `Seat:${other.seatId}` },
      role: 'VIEWER',
      seats: [{ id: `Seat:${other.seatId}` }, { id: `Seat:${both.seatId}` }],
    });
  });
});

test('an API client other than its own is found by admins alone, as in the list of clients', async () => {
  const { system } = guarded;
  const ask = async (role: 'ADMIN' | 'VIEWER') => {
    const client = await createClient(system, { seatId: own.seatId, role });
    const ids = [idOf('ApiClient', own), `ApiClient:${client.clientId}`];
    const query = `{ nodes(ids: ${JSON.stringify(ids)}) { id } node(id: "${ids[0]}") { id } }`;
    const { data } = await own.graphql(query, {}, await bearerHeaders(system, client));
    return [...data.nodes, data.node].map((node) => (node ? ids.indexOf(node.id) : null));
  };
  expect(await ask('ADMIN')).toEqual([0, 1, 0]);
  expect(await ask('VIEWER')).toEqual([null, 1, null]);
});

describe('changes', () => {
  test('know their user, client and node, read once for the page', async () => {
    const query = `{ changes(first: 20) { nodes { resourceId user { id name } client { id clientId }
      node { __typename id ... on Line { name campaign { id } } } } } }`;
    const { data } = await own.graphql(query);
    for (const change of data.changes.nodes) {
      expect(change.user.id).toBe(`User:${own.client.userId}`);
      expect(change.client.id).toBe(`ApiClient:${own.client.clientId}`);
      expect(change.node.id).toBe(change.resourceId);
    }
    const statements = await issuedSql({ pool: guarded.system.pool, ask: own.graphql }, query);
    const types = new Set(
      data.changes.nodes.map(({ node }: { node: { __typename: string } }) => node.__typename),
    );
    // The page, users, clients, and each type of node.
    expect(statements.length).toBeLessThanOrEqual(types.size + 3);
  });

  test('of what is gone have no node', async () => {
    const { pool } = guarded.system;
    const { rows } = await pool.query(
      `INSERT INTO change (seat_id, resource, resource_id, action, user_id, client_id, request_id, fields)
       VALUES ($1, 'Line', 2000000000, 'DELETE', 2000000000, 'gone', 'r', '[]') RETURNING id`,
      [own.seatId],
    );
    const { data } = await own.graphql(
      'query ($id: ID!) { node(id: $id) { ... on Change { id node { id } user { id } client { id } } } }',
      {
        id: `Change:${rows[0].id}`,
      },
    );
    expect(data.node).toEqual({ id: `Change:${rows[0].id}`, node: null, user: null, client: null });
  });
});
