import { getNamedType, isInputObjectType } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { rotateClient } from '../../../src/domain/access/identity/clients/rotate-client.ts';
import { createClientCode } from '../../../src/domain/access/identity/create-client-code.ts';
import { grantUser } from '../../../src/domain/access/tenancy/grant-user.ts';
import { lockManagedClient } from '../../../src/domain/access/tenancy/managed-clients.ts';
import { revokeUser } from '../../../src/domain/access/tenancy/revoke-user.ts';
import { inTransaction, type Role } from '../../../src/domain/context.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { contextOf, createClient, createSeat, type TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { callersOf } from '../../support/seat.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm } from '../../support/token-service.ts';

/** A client is managed over GraphQL by one seat only, and any other looks like one that does not exist. */

const system = await testSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());
const { caller } = await callersOf(system);

const home = await caller();
const { seatId, client: admin } = home;
const { seatId: elsewhere } = await createSeat(system);
await grantUser({ system, userId: admin.userId, seatId: elsewhere, role: 'ADMIN' });
const neighbour = await createClient(system, { seatId });
const pixel = await home.pixel();
const foreignPixel = await (await caller({ seatId: elsewhere })).pixel();
const UNKNOWN = '6f1f0f0e-0d0c-4b0a-8908-070605040302';
const redirectUri = 'https://partner.example/back';

const grant = (userId: number, seat: number, role: Role = 'ADMIN') =>
  grantUser({ system, userId, seatId: seat, role });

/** What no seat manages, whatever its admins ask. */
const UNMANAGED: Readonly<Record<string, () => Promise<TestClient>>> = {
  'whose user is in two seats': async () => {
    const client = await createClient(system, { seatId });
    await grant(client.userId, elsewhere);
    return client;
  },
  'whose user is only a viewer of the second seat': async () => {
    const client = await createClient(system, { seatId });
    await grant(client.userId, elsewhere, 'VIEWER');
    return client;
  },
  'that was managed until its user was granted a second seat': async () => {
    const client = await createClient(system, { seatId });
    const { answer } = (await ask(home.client, rotate(client.clientId))).data;
    expect(answer.__typename).toBe('RotateApiClientPayload');
    await grant(client.userId, elsewhere);
    return { ...client, clientSecret: answer.secret };
  },
  'whose user left its own seat for another': async () => {
    const client = await createClient(system, { seatId });
    await grant(client.userId, elsewhere);
    await revokeUser({ system, userId: client.userId, seatId });
    return client;
  },
  'of realm admin': () => createClient(system, { seatId, realms: ['admin'] }),
  'of realm admin among others': () => createClient(system, { seatId, realms: ['dsp', 'admin'] }),
  'of a realm that is not known yet': async () => {
    const client = await createClient(system, { seatId });
    await system.pool.query(`UPDATE api_client SET realms = '{dsp,billing}' WHERE id = $1`, [
      client.clientId,
    ]);
    return client;
  },
  'of a seat that the admin does not belong to': () => createClient(system),
};

interface Call {
  readonly query: string;
  readonly variables: object;
}

/** Every verb that takes the ID of a client, as a caller of the seat sends it. */
const VERBS: Readonly<Record<string, (clientId: string, seat: number) => Call>> = {
  rotateApiClient: rotate,
  revokeApiClient: (clientId) => mutation('revokeApiClient', { clientId }, 'client { clientId }'),
  createAuthorizationCode: (clientId) =>
    mutation('createAuthorizationCode', { clientId, redirectUri }, 'code'),
  updateApiClient: (clientId) =>
    mutation('updateApiClient', { clientId, wireProfile: 'OBSERVED' }, 'client { clientId }'),
  updatePixelClients: (clientId, seat) => {
    const pixelId = String(seat === seatId ? pixel.id : foreignPixel.id);
    return mutation('updatePixelClients', { pixelId, added: [clientId] }, 'pixel { clientIds }');
  },
};

const QUERIES: Readonly<Record<string, (clientId: string) => Call>> = {
  node: (clientId) => ({
    query: 'query ($id: ID!) { answer: node(id: $id) { __typename id ... on ApiClient { role realms } } }',
    variables: { id: `ApiClient:${clientId}` },
  }),
  nodes: (clientId) => ({
    query: 'query ($id: ID!) { answer: nodes(ids: [$id]) { __typename id } }',
    variables: { id: `ApiClient:${clientId}` },
  }),
};

function rotate(clientId: string): Call {
  return mutation('rotateApiClient', { clientId, overlapSeconds: 0 }, 'secret client { clientId }');
}

function mutation(name: string, input: object, selection: string): Call {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    query: `mutation ($input: ${type}Input!, $dry: Boolean) { answer: ${name}(input: $input, validateOnly: $dry) {
      __typename ... on ${type}Payload { ${selection} } ... on Error { message }
      ... on ValidationError { issues { path message } } } }`,
    variables: { input },
  };
}

/** How a call names the seat that it is for, if at all. */
const SEATS: readonly (readonly [string, number, string, Record<string, string>])[] = [
  ['its own seat', seatId, '/graphql', {}],
  ['the second seat by X-Seat-Id', elsewhere, '/graphql', { 'x-seat-id': String(elsewhere) }],
  ['the second seat by ?seatId=', elsewhere, `/graphql?seatId=${elsewhere}`, {}],
];

async function ask(
  as: TestClient,
  { query, variables }: Call,
  { path = '/graphql', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  const authorization = await bearerHeaders(system, as);
  const body = { query, variables };
  return (await send('POST', path, { headers: { ...authorization, ...headers }, body })).body;
}

/** What is stored of a client, and of the codes and pixels that it could be reached by. */
async function stored(clientId: string) {
  const { rows } = await system.pool.query(
    `SELECT encode(secret, 'hex') AS secret, previous_secret, rotated_at, revoked_at, updated.codes, updated.pixels
     FROM api_client, (SELECT (SELECT count(*) FROM authorization_code WHERE client_id = $1) AS codes,
       (SELECT count(*) FROM client_pixel WHERE client_id = $1) AS pixels) AS updated WHERE id = $1`,
    [clientId],
  );
  return rows[0];
}

async function tokenStatus({ realm = 'dsp', ...client }: TestClient & { realm?: string }): Promise<number> {
  const form = tokenForm(system, client, realm);
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/identity/oauth2/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return statusCode;
}

describe.each(Object.entries(UNMANAGED))('a client %s', async (_, make) => {
  const client = await make();
  const before = await stored(client.clientId);

  describe.each(SEATS)('queried in %s', (_name, seat, path, headers) => {
    test.each(Object.entries({ ...VERBS, ...QUERIES }))(
      '%s answers as for an unknown one',
      async (_verb, call) => {
        const answers = [];
        for (const id of [client.clientId, UNKNOWN, 'nobody']) {
          const { extensions: _, ...answer } = await ask(admin, call(id, seat), { path, headers });
          answers.push(JSON.stringify(answer).replaceAll(id, 'ID'));
        }
        expect(new Set(answers).size).toBe(1);
        expect(answers[0]).not.toMatch(/Payload|"secret"|"code":"[^"]{20}/);
      },
    );

    test('it is not returned', async () => {
      const list = { query: '{ apiClients { clientId } }', variables: {} };
      const { data } = await ask(admin, list, { path, headers });
      expect(JSON.stringify(data)).not.toContain(client.clientId);
    });

    test('a dry run says no more', async () => {
      for (const call of Object.values(VERBS)) {
        const { query, variables } = call(client.clientId, seat);
        const { data } = await ask(
          admin,
          { query, variables: { ...variables, dry: true } },
          { path, headers },
        );
        expect(data.answer.__typename).toMatch(/^(NotFound|Validation)Error$/);
      }
    });
  });

  test('it is as it was: the same secret, no code, no pixel, and it still gets tokens', async () => {
    expect(await stored(client.clientId)).toEqual(before);
    const { rows } = await system.pool.query<{ realm: string }>(
      'SELECT realms[1] AS realm FROM api_client WHERE id = $1',
      [client.clientId],
    );
    const { realm = '' } = rows[0] ?? {};
    if (realm === 'dsp') expect(await tokenStatus(client)).toBe(200);
  });

  test('operators manage it', async () => {
    expect(await createClientCode({ system, clientId: client.clientId, redirectUri })).toHaveProperty('code');
  });
});

test('a client that the seat manages is returned in the list, and by its ID', async () => {
  const { clientId } = neighbour;
  const list = await ask(home.client, { query: '{ apiClients { clientId } }', variables: {} });
  expect(list.data.apiClients).toContainEqual({ clientId });
  const { data } = await ask(home.client, QUERIES.node?.(clientId) as Call);
  expect(data.answer).toMatchObject({ id: `ApiClient:${clientId}`, role: 'ADMIN' });
});

describe('an admin who belongs to two seats', () => {
  test('manages the clients of the seat that a call names, and no others', async () => {
    const [here, there] = [
      await createClient(system, { seatId }),
      await createClient(system, { seatId: elsewhere }),
    ];
    for (const [, seat, path, headers] of SEATS) {
      const [own, other] = seat === seatId ? [here, there] : [there, here];
      const answer = async (id: string) => (await ask(admin, rotate(id), { path, headers })).data.answer;
      expect(await answer(own.clientId)).toHaveProperty('secret');
      expect(await answer(other.clientId)).toMatchObject({ __typename: 'NotFoundError' });
    }
  });

  test('sees the client of its token, and does not manage it', async () => {
    const { data } = await ask(admin, { query: '{ viewer { client { clientId } } }', variables: {} });
    expect(data.viewer.client.clientId).toBe(admin.clientId);
    for (const verb of ['rotateApiClient', 'revokeApiClient', 'createAuthorizationCode']) {
      const { data } = await ask(admin, VERBS[verb]?.(admin.clientId, seatId) as Call);
      expect(data.answer).toEqual({ __typename: 'NotFoundError', message: 'Client not found.' });
    }
  });
});

test.each(['EDITOR', 'VIEWER'] as const)('a %s is refused before anything is looked up', async (role) => {
  const person = await createClient(system, { seatId, role });
  const own = await createClient(system, { seatId });
  for (const call of Object.values(VERBS))
    for (const id of [own.clientId, UNKNOWN]) {
      const { data } = await ask(person, call(id, seatId));
      expect(data.answer.__typename).toBe('ForbiddenError');
    }
});

test('an admin of the seat alone, and a viewer of the other, manages nothing there', async () => {
  const person = await createClient(system, { seatId });
  await grant(person.userId, elsewhere, 'VIEWER');
  const theirs = await createClient(system, { seatId: elsewhere });
  for (const [, seat, path, headers] of SEATS.slice(1)) {
    const { data } = await ask(person, VERBS.revokeApiClient?.(theirs.clientId, seat) as Call, {
      path,
      headers,
    });
    expect(data.answer.__typename).toBe('ForbiddenError');
  }
});

test('a pixel shows all clients that can send events for it, and any of them can be removed', async () => {
  const client = await createClient(system, { seatId });
  await ask(home.client, VERBS.updatePixelClients?.(client.clientId, seatId) as Call);
  await grant(client.userId, elsewhere);
  const query = `query ($id: ID!) { pixel(id: $id) { clientIds } }`;
  const { data } = await ask(home.client, { query, variables: { id: String(pixel.id) } });
  expect(data.pixel.clientIds).toContain(client.clientId);
  const removal = { pixelId: String(pixel.id), removed: [client.clientId] };
  const removed = await ask(home.client, mutation('updatePixelClients', removal, 'pixel { clientIds }'));
  expect(removed.data.answer.pixel.clientIds).not.toContain(client.clientId);
});

test('the history names a client that the seat does not manage by its ID alone', async () => {
  const visitor = await createClient(system, { seatId: elsewhere });
  await grant(visitor.userId, seatId);
  const update = mutation('updatePixel', { id: String(pixel.id), name: 'Visited' }, 'pixel { name }');
  const headers = { 'x-seat-id': String(seatId) };
  const { data: done } = await ask(visitor, update, { headers });
  expect(done.answer.__typename).toBe('UpdatePixelPayload');
  const query = '{ changes(first: 1) { nodes { clientId client { realms } } } }';
  const nodesFor = async (as: TestClient) =>
    (await ask(as, { query, variables: {} }, { headers })).data.changes.nodes;
  expect(await nodesFor(home.client)).toEqual([{ clientId: visitor.clientId, client: null }]);
  expect(await nodesFor(visitor)).toMatchObject([{ client: { realms: ['DSP', 'EVENTS', 'AACA'] } }]);
});

describe('a client whose secret an admin of its seat knows', () => {
  const SEAT = { query: '{ viewer { seat { id } seats { id } } }', variables: {} };
  /** The seat that the client finds itself in, and the status of a call that names the second one in each way. */
  async function reach(as: TestClient) {
    const authorization = await bearerHeaders(system, as);
    const statuses: number[] = [];
    for (const [, , url, headers] of SEATS.slice(1))
      statuses.push(
        (await send('POST', url, { headers: { ...authorization, ...headers }, body: SEAT })).status,
      );
    const traffic = {
      'x-auth-method': 'OAuth2',
      'x-auth-token': String(authorization.authorization).slice(7),
    };
    const url = `/traffic/advertisers?seatId=${elsewhere}`;
    statuses.push((await send('GET', url, { headers: traffic })).status);
    return { ...(await ask(as, SEAT)).data.viewer, statuses };
  }
  const secretOf = async (call: Call) => {
    const { secret, client } = (await ask(home.client, call)).data.answer;
    return { clientId: client.clientId, clientSecret: secret } as TestClient;
  };
  const MADE: Readonly<Record<string, () => Promise<TestClient>>> = {
    created: () => secretOf(mutation('createApiClient', { role: 'ADMIN' }, 'secret client { clientId }')),
    rotated: async () => secretOf(rotate((await createClient(system, { seatId })).clientId)),
  };

  test.each(Object.entries(MADE))(
    '%s: it does not reach a seat that its user is granted later',
    async (_, make) => {
      const client = await make();
      const { userId } = await system.db.apiClient.findUniqueOrThrow({ where: { id: client.clientId } });
      const inItsSeat = await reach(client);
      expect(inItsSeat.statuses.every((status: number) => status >= 400)).toBe(true);
      await grant(userId, elsewhere);
      expect(await reach(client)).toEqual(inItsSeat);
      // The old secret is still valid, so that an admin still knows one.
      const rotated = await rotateClient({ system, clientId: client.clientId, overlapS: 60 });
      expect(await reach({ ...client, ...rotated })).toEqual(inItsSeat);
      const operators = await rotateClient({ system, clientId: client.clientId, overlapS: 0 });
      const { seats, statuses } = await reach({ ...client, ...operators });
      expect(seats).toHaveLength(2);
      expect(statuses).toEqual([200, 200, 200]);
    },
  );
});

describe('a second seat that is granted meanwhile', () => {
  /** Until a statement on this database waits for a lock. */
  async function untilBlocked(): Promise<void> {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await system.pool.query(waiting)).rowCount).toBeGreaterThan(0);
  }

  test.each(Object.entries(VERBS))('%s waits for it, and then finds no client', async (_, call) => {
    const { clientId, userId } = await createClient(system, { seatId });
    const granting = await system.pool.connect();
    await granting.query('BEGIN');
    await granting.query(`INSERT INTO seat_member (user_id, seat_id, role) VALUES ($1, $2, 'ADMIN')`, [
      userId,
      elsewhere,
    ]);
    const pending = ask(home.client, call(clientId, seatId));
    await untilBlocked();
    await granting.query('COMMIT');
    granting.release();
    expect((await pending).data.answer.__typename).toMatch(/^(NotFound|Validation)Error$/);
  });

  test('waits for a verb that has found the client', async () => {
    const { clientId, userId } = await createClient(system, { seatId });
    const order: string[] = [];
    let granting: Promise<unknown> | undefined;
    await inTransaction(await contextOf(system, home.client), async (ctx) => {
      await lockManagedClient(ctx, clientId);
      granting = grant(userId, elsewhere).then(() => order.push('granted'));
      await untilBlocked();
      order.push('written');
    });
    await granting;
    expect(order).toEqual(['written', 'granted']);
  });
});

test('every place of the schema that takes a client is tried above', () => {
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  const taking = fields.filter(({ args }) =>
    args.some(({ type }) => {
      const input = getNamedType(type);
      const names = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
      return names.some((name) => /client/i.test(name)) || /client/i.test(input.name.replace(/Input$/, ''));
    }),
  );
  // A new client is nobody's yet, and faults need a sandbox: self-service.test.ts tries them.
  const others = ['createApiClient', 'addSandboxFault'];
  const names = taking.map(({ name }) => name).filter((name) => !others.includes(name));
  expect(names.sort()).toEqual(Object.keys(VERBS).sort());
});
