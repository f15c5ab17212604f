import { describe, expect, it } from 'vitest';
import { grantUser } from '../../../src/domain/access/tenancy/grant-user.ts';
import { createClient, createSeat, type TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm } from '../../support/token-service.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
const admin = await createClient(system);

interface Answer {
  readonly __typename: string;
  readonly client?: { readonly clientId: string; readonly revokedAt: string | null };
  readonly secret?: string;
  readonly message?: string;
}

async function graphql(caller: TestClient, query: string, variables: object = {}, extra = {}) {
  const headers = { ...(await bearerHeaders(system, caller)), ...extra };
  return (await send('POST', '/graphql', { headers, body: { query, variables } })).body;
}

async function mutate(
  name: string,
  input: object,
  caller = admin,
  options: { dry?: boolean; key?: string } = {},
) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const secret = name.startsWith('revoke') ? '' : 'secret';
  const document = `mutation ($input: ${type}Input!, $dry: Boolean) { ${name}(input: $input, validateOnly: $dry) {
    __typename ... on ${type}Payload { client { clientId revokedAt } ${secret} } ... on Error { message } } }`;
  const { dry = false, key } = options;
  const body = await graphql(caller, document, { input, dry }, key ? { 'idempotency-key': key } : {});
  return body.data[name] as Answer;
}

/** The status with which the token endpoint answers a client and a secret. */
async function tokenStatus(clientId = '', clientSecret = '', realm = 'dsp'): Promise<number> {
  const form = tokenForm(system, { ...admin, clientId, clientSecret }, realm);
  const response = await app.inject({
    method: 'POST',
    url: '/identity/oauth2/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return response.statusCode;
}

const LIST = '{ apiClients { clientId role realms revokedAt } }';

describe('an admin', () => {
  it('creates a client that gets tokens of the chosen realms only', async () => {
    const { client, secret } = await mutate('createApiClient', { role: 'VIEWER', realms: ['DSP'] });
    expect(await tokenStatus(client?.clientId, secret)).toBe(200);
    expect(await tokenStatus(client?.clientId, secret, 'events')).not.toBe(200);
    const { data } = await graphql(admin, LIST);
    const expected = { clientId: client?.clientId, role: 'VIEWER', realms: ['DSP'], revokedAt: null };
    expect(data.apiClients).toContainEqual(expected);
  });

  it('is shown the role that its user has in the seat of the call, not in another one', async () => {
    const viewer = await createClient(system, { seatId: admin.seatId, role: 'VIEWER' });
    const elsewhere = await createSeat(system);
    await grantUser({ system, userId: viewer.userId, seatId: elsewhere.seatId, role: 'EDITOR' });
    for (const [seatId, role] of [
      [admin.seatId, 'VIEWER'],
      [elsewhere.seatId, 'EDITOR'],
    ] as const) {
      const seat = { 'x-seat-id': String(seatId) };
      const { data } = await graphql(viewer, '{ viewer { client { role } } }', {}, seat);
      expect(data.viewer.client.role).toBe(role);
    }
  });

  it('cannot give a client the realm that reaches beyond the seat', async () => {
    const body = await graphql(
      admin,
      `mutation { createApiClient(input: { role: ADMIN, realms: [ADMIN] }) { __typename } }`,
    );
    expect(body.errors[0].message).toContain('"ADMIN" does not exist in "SeatRealm"');
  });

  it('replaces a secret; the old one works on for the overlap, and not at all without one', async () => {
    const { client, secret: first } = await mutate('createApiClient', { role: 'EDITOR' });
    const clientId = client?.clientId;
    const { secret: second } = await mutate('rotateApiClient', { clientId, overlapSeconds: 60 });
    for (const secret of [first, second]) expect(await tokenStatus(clientId, secret)).toBe(200);
    const { secret: third } = await mutate('rotateApiClient', { clientId, overlapSeconds: 0 });
    expect(await tokenStatus(clientId, second)).toBe(401);
    expect(await tokenStatus(clientId, third)).toBe(200);
  });

  it('revokes a client, whose token is refused at once', async () => {
    const other = await createClient(system, { seatId: admin.seatId });
    expect((await graphql(other, '{ viewer { role } }')).data.viewer.role).toBe('ADMIN');
    const { client } = await mutate('revokeApiClient', { clientId: other.clientId });
    expect(client?.revokedAt).not.toBeNull();
    expect((await graphql(other, '{ viewer { role } }')).data).toBeUndefined();
    expect(await mutate('rotateApiClient', { clientId: other.clientId })).toMatchObject({
      __typename: 'ConflictError',
    });
  });

  it('tries each of them without a trace', async () => {
    const before = (await graphql(admin, LIST)).data;
    const other = await createClient(system, { seatId: admin.seatId });
    const known = (await graphql(admin, LIST)).data;
    expect(known).not.toEqual(before);
    await mutate('createApiClient', { role: 'VIEWER' }, admin, { dry: true });
    await mutate('rotateApiClient', { clientId: other.clientId }, admin, { dry: true });
    await mutate('revokeApiClient', { clientId: other.clientId }, admin, { dry: true });
    expect((await graphql(admin, LIST)).data).toEqual(known);
    expect(await tokenStatus(other.clientId, other.clientSecret)).toBe(200);
  });

  it('gets the same secret for the same Idempotency-Key, which is stored encrypted', async () => {
    const create = () => mutate('createApiClient', { role: 'VIEWER' }, admin, { key: 'one-client-once' });
    const first = await create();
    expect(await create()).toEqual(first);
    const { rows } = await system.pool.query(
      'SELECT sealed, body::text AS body FROM idempotency_record WHERE client_id = $1 AND key = $2',
      [admin.clientId, 'one-client-once'],
    );
    expect(rows).toMatchObject([{ sealed: true }]);
    expect(rows[0].body).not.toContain(first.secret);
  });
});

it('a seat has at most 100 clients that are not revoked', async () => {
  const owner = await createClient(system);
  const fill = (count: number) =>
    system.pool.query(
      `INSERT INTO api_client SELECT (jsonb_populate_record(c, jsonb_build_object('id', c.id || nr))).*
       FROM api_client c CROSS JOIN generate_series(1, $2) nr WHERE c.id = $1`,
      [owner.clientId, count],
    );
  await fill(98);
  const last = await mutate('createApiClient', { role: 'VIEWER' }, owner);
  expect(last.__typename).toBe('CreateApiClientPayload');
  for (const dry of [true, false])
    expect(await mutate('createApiClient', { role: 'VIEWER' }, owner, { dry })).toMatchObject({
      __typename: 'ConflictError',
      message: 'A seat can have at most 100 API clients that are not revoked. Revoke one first.',
    });
  await mutate('revokeApiClient', { clientId: last.client?.clientId }, owner);
  expect((await mutate('createApiClient', { role: 'VIEWER' }, owner)).__typename).toBe(
    'CreateApiClientPayload',
  );
});

it('a client of another seat is treated like one that does not exist', async () => {
  const stranger = await createClient(system);
  for (const name of ['rotateApiClient', 'revokeApiClient']) {
    const [foreign, unknown] = [
      await mutate(name, { clientId: stranger.clientId }),
      await mutate(name, { clientId: 'nobody' }),
    ];
    expect(foreign).toMatchObject({ __typename: 'NotFoundError' });
    expect(foreign).toEqual(unknown);
  }
  const { data } = await graphql(admin, LIST);
  expect(JSON.stringify(data)).not.toContain(stranger.clientId);
});

it.each(['EDITOR', 'VIEWER'] as const)('a %s neither sees the clients nor changes them', async (role) => {
  const person = await createClient(system, { seatId: admin.seatId, role });
  const { data, errors } = await graphql(person, LIST);
  expect(data).toEqual({ apiClients: null });
  expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(await mutate('createApiClient', { role: 'ADMIN' }, person)).toMatchObject({
    __typename: 'ForbiddenError',
  });
});
