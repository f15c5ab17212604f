import { afterAll, expect, it } from 'vitest';
import { setUserQuota } from '../../../src/domain/access/quota/set.ts';
import { syncSeat } from '../../../src/domain/access/tenancy/sync-seat.ts';
import { addFault } from '../../../src/domain/sandbox/faults/registered-faults.ts';
import { createClient, createSeat, type TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp, trafficHeaders } from '../../support/app.ts';
import { sandboxSystem } from '../../support/sandbox.ts';
import { testSystem } from '../../support/system.ts';
import { createAdvertiser } from '../../support/traffic/intake.ts';

/** What admins of a seat do over GraphQL without an operator. */

const shared = await sandboxSystem();
const { app, send } = await testApp(shared);
afterAll(() => app.close());
const { seatId } = await createSeat(shared);
const admin = await createClient(shared, { seatId });
const other = await createClient(shared, { seatId });
const editor = await createClient(shared, { seatId, role: 'EDITOR' });
const foreign = await createClient(shared);
const UNKNOWN = '6f1f0f0e-0d0c-4b0a-8908-070605040302';

const asker =
  (system: typeof shared, post: typeof send) =>
  async (as: TestClient, query: string, variables: object = {}) => {
    const headers = await bearerHeaders(system, as);
    return (await post('POST', '/graphql', { headers, body: { query, variables } })).body;
  };
const ask = asker(shared, send);

/** Calls a mutation with an input, and returns its result. */
const mutate =
  (on: typeof ask) =>
  async (as: TestClient, name: string, fields: string, input: object, isDry = false) => {
    const Name = name.replace(/^./, (letter) => letter.toUpperCase());
    const query = `mutation ($input: ${Name}Input!, $dry: Boolean) { result: ${name}(input: $input, validateOnly: $dry) {
      __typename ... on ${Name}Payload { ${fields} } ... on Error { message }
      ... on ValidationError { issues { path message } } } }`;
    const { data, errors } = await on(as, query, { input, dry: isDry });
    return data?.result ?? errors;
  };
const change = mutate(ask);

it('a client has a name, which its user and so the history has; without one both are what they were', async () => {
  const fields = 'client { clientId name wireProfile }';
  const made = await change(admin, 'createApiClient', fields, { role: 'EDITOR', name: 'Shop import' });
  const { clientId } = made.client;
  expect(made.client.name).toBe('Shop import');
  const userOf = () =>
    shared.db.apiClient.findUniqueOrThrow({ where: { id: clientId }, select: { user: true } });
  expect((await userOf()).user.name).toBe('Shop import');
  const set = (input: object, isDry = false) =>
    change(admin, 'updateApiClient', fields, { clientId, ...input }, isDry);
  expect(await set({ name: 'Dry' }, true)).toMatchObject({ client: { name: 'Dry' } });
  expect(await set({ wireProfile: 'OBSERVED' })).toMatchObject({
    client: { name: 'Shop import', wireProfile: 'OBSERVED' },
  });
  expect(await set({ name: null })).toMatchObject({ client: { name: null, wireProfile: 'OBSERVED' } });
  expect((await userOf()).user.name).toBe(`API client ${clientId}`);
  expect(await set({ name: 'Two\nlines' })).toMatchObject({ issues: [{ path: 'name' }] });
  // A user with several clients has a name of their own.
  const { userId } = await shared.db.apiClient.findUniqueOrThrow({ where: { id: clientId } });
  await shared.db.apiClient.update({ where: { id: editor.clientId }, data: { userId } });
  await set({ name: 'Second' });
  expect((await userOf()).user.name).toBe(`API client ${clientId}`);
  await shared.db.apiClient.update({
    where: { id: editor.clientId },
    data: { userId: editor.userId },
  });
});

it('the wire profile of a client of the seat is changed and read; others are unknown', async () => {
  const set = (as: TestClient, clientId: string, wireProfile = 'OBSERVED', isDry = false) =>
    change(as, 'updateApiClient', 'client { clientId wireProfile }', { clientId, wireProfile }, isDry);
  const { clientId } = other;
  const stored = async () => (await shared.db.apiClient.findUniqueOrThrow({ where: { id: clientId } })).wire;
  expect(await set(admin, clientId, 'OBSERVED', true)).toMatchObject({ client: { wireProfile: 'OBSERVED' } });
  expect(await stored()).not.toBe('observed');
  expect(await set(admin, clientId)).toMatchObject({ client: { clientId, wireProfile: 'OBSERVED' } });
  expect(await stored()).toBe('observed');
  const traffic = async () => {
    const headers = await trafficHeaders(shared, other);
    return (await send('GET', '/traffic/campaigns', { headers })).status;
  };
  expect(await traffic()).toBe(200);
  await set(admin, clientId, 'DOCUMENTED');
  expect(await traffic()).toBe(404);

  const unknown = await set(admin, UNKNOWN);
  expect(unknown).toMatchObject({ __typename: 'NotFoundError' });
  expect(await set(admin, foreign.clientId)).toEqual(unknown);
  expect(await set(editor, clientId)).toMatchObject({ __typename: 'ForbiddenError' });
  expect(await set(admin, clientId, 'OTHER')).toEqual([
    expect.objectContaining({ message: expect.any(String) }),
  ]);
  await shared.db.apiClient.update({ where: { id: clientId }, data: { revokedAt: new Date() } });
  expect(await set(admin, clientId)).toMatchObject({ __typename: 'ConflictError' });
  await shared.db.apiClient.update({ where: { id: clientId }, data: { revokedAt: null } });
});

const FAULTS = '{ sandboxFaults { faultId clientId path fault } }';

it('faults are set and removed for clients of the seat only', async () => {
  const add = (as: TestClient, input: object, isDry = false) =>
    change(as, 'addSandboxFault', 'faultId', input, isDry);
  const faults = async (as = admin) => (await ask(as, FAULTS)).data.sandboxFaults;
  const { faultId: hidden } = await addFault({
    system: shared,
    clientId: foreign.clientId,
    path: '/traffic',
    fault: '429',
  });
  await addFault({ system: shared, path: '/traffic/deals', fault: '429' });

  const input = { clientId: other.clientId, path: '/traffic', fault: 'status=503; times=1' };
  expect(await add(admin, input, true)).toMatchObject({ faultId: null });
  expect(await faults()).toEqual([]);
  const { faultId } = await add(admin, input);
  expect(await faults()).toEqual([{ ...input, faultId, fault: 'status=503;times=1' }]);
  expect(await faults(foreign)).toMatchObject([{ faultId: hidden }]);

  expect(await add(admin, { clientId: foreign.clientId, fault: 'burn' })).toEqual(
    await add(admin, { clientId: UNKNOWN, fault: 'burn' }),
  );
  const issues = async (input: object) =>
    (await add(admin, input)).issues.map(({ path }: { path: string }) => path);
  expect(await issues({ clientId: UNKNOWN, fault: 'burn' })).toEqual(['clientId', 'fault']);
  expect(await issues({ clientId: other.clientId, path: 'traffic', fault: 'burn' })).toEqual([
    'fault',
    'path',
  ]);
  // An admin cannot lock itself out.
  for (const path of [undefined, '/', '/graphql'])
    expect(await issues({ clientId: admin.clientId, path, fault: '429' })).toEqual(['path']);

  const remove = (as: TestClient, faultId: number) =>
    change(as, 'removeSandboxFault', 'faultId', { faultId });
  const unknown = await remove(admin, 999_999);
  expect(unknown).toMatchObject({ __typename: 'NotFoundError' });
  expect(await remove(admin, hidden)).toEqual(unknown);
  expect(await remove(editor, faultId)).toMatchObject({ __typename: 'ForbiddenError' });
  expect(await add(editor, input)).toMatchObject({
    ...{ __typename: 'ForbiddenError', message: expect.stringContaining('ADMIN') },
  });
  expect(await remove(admin, faultId)).toMatchObject({ faultId });
  expect(await faults()).toEqual([]);
});

it('a seat has at most 20 faults', async () => {
  await shared.db.sandboxFault.createMany({
    data: Array.from({ length: 19 }, () => ({ clientId: other.clientId, fault: '429' })),
  });
  const add = () => change(admin, 'addSandboxFault', 'faultId', { clientId: other.clientId, fault: '429' });
  // The process reads the others when it adds one.
  expect(await add()).toMatchObject({ faultId: expect.any(Number) });
  expect(await add()).toMatchObject({ issues: [{ path: 'fault' }] });
  await shared.db.sandboxFault.deleteMany({ where: { clientId: other.clientId } });
});

it('a client of the seat is certified, and its quotas are read; for others the answer is null', async () => {
  await setUserQuota({ system: shared, userId: other.userId, quotas: { putPerHr: 7 } });
  const query = `query ($id: String!) { sandboxCertificate(clientId: $id) { clientId passed checks { name passed detail } }
    clientQuotas(clientId: $id) { name limit } }`;
  const { data } = await ask(admin, query, { id: other.clientId });
  expect(data.sandboxCertificate).toMatchObject({ clientId: other.clientId, passed: false });
  expect(data.sandboxCertificate.checks).toContainEqual(
    expect.objectContaining({ name: 'polls gently', passed: false }),
  );
  expect(data.clientQuotas).toHaveLength(17);
  expect(data.clientQuotas).toEqual(
    expect.arrayContaining([
      { name: 'putPerHr', limit: 7 },
      { name: 'graphqlPerHr', limit: expect.any(Number) },
    ]),
  );
  for (const id of [foreign.clientId, UNKNOWN])
    expect((await ask(admin, query, { id })).data).toEqual({ sandboxCertificate: null, clientQuotas: null });
  const refused = await ask(editor, query, { id: other.clientId });
  expect(refused.data).toEqual({ sandboxCertificate: null, clientQuotas: null });
  expect(refused.errors).toHaveLength(2);
});

it('a feed is replaced whole, or refused with its lines; a dry run stores nothing', async () => {
  const advertiserId = await createAdvertiser(shared, seatId);
  const load = (as: TestClient, content: string, { dry = false, format = 'CSV', id = advertiserId } = {}) => {
    const fields = 'rowCount addedCount changedCount removedCount';
    return change(as, 'loadProductFeed', fields, { advertiserId: id, format, content }, dry);
  };
  const products = async () =>
    (await shared.pool.query('SELECT id FROM product WHERE advertiser_id = $1 ORDER BY id', [advertiserId]))
      .rows;
  const two = 'id,title\n1,Bread\n2,"Rye, dark"\n';
  expect(await load(admin, two, { dry: true })).toMatchObject({ rowCount: 2, addedCount: 2 });
  expect(await products()).toEqual([]);
  expect(await load(admin, two)).toMatchObject({ rowCount: 2, addedCount: 2 });
  expect(await load(admin, '{"id":"2","title":"Rye"}\n{"id":"3"}', { format: 'NDJSON' })).toMatchObject({
    ...{ rowCount: 2, addedCount: 1, changedCount: 1, removedCount: 1 },
  });
  expect(await load(admin, 'id\ttitle\n5\ta\n\t"b\n', { format: 'TSV' })).toMatchObject({
    issues: [{ path: 'line 3', message: 'line 3: has no id' }],
  });
  const issue = { path: 'content', message: expect.stringMatching(/more than 10,000 products.*feed load/) };
  const tooMany = `id\n${Array.from({ length: 10_001 }, (_, n) => n).join('\n')}`;
  expect(await load(admin, tooMany)).toMatchObject({ issues: [issue] });
  expect(await products()).toEqual([{ id: '2' }, { id: '3' }]);
  const foreignId = await createAdvertiser(shared, foreign.seatId);
  const unknown = await load(admin, two, { id: 2_000_000_011 });
  expect(unknown).toMatchObject({ __typename: 'NotFoundError' });
  expect(await load(admin, two, { id: foreignId })).toEqual(unknown);
  expect(await load(editor, two)).toMatchObject({ __typename: 'ForbiddenError' });
  await syncSeat({ system: shared, seatId, readOnly: true });
  const inSync = { message: expect.stringMatching(/in sync and read-only/) };
  await expect.poll(() => load(admin, two), { timeout: 5_000 }).toMatchObject(inSync);
  await syncSeat({ system: shared, seatId, readOnly: false });
  await expect.poll(() => load(admin, two), { timeout: 5_000 }).toMatchObject({ rowCount: 2 });
});

const GLOBAL = [
  ['resetSandbox', { confirm: true }],
  ['takeSandboxSnapshot', { name: 'a' }],
  ['restoreSandboxSnapshot', { name: 'a' }],
  ['removeSandboxSnapshot', { name: 'a' }],
] as const;

it('where the sandbox has several seats, operators reset, snapshot and restore it; elsewhere nobody does', async () => {
  const plain = await testSystem();
  const { app, send } = await testApp(plain);
  const onPlain = mutate(asker(plain as typeof shared, send));
  const alone = await createClient(plain);
  for (const [name, input] of GLOBAL) {
    const refusal = await change(admin, name, '__typename', input);
    expect(refusal).toMatchObject({
      ...{
        __typename: 'ForbiddenError',
        message: expect.stringMatching(/^This sandbox has more than one seat/),
      },
    });
    expect(await onPlain(alone, name, '__typename', input)).toMatchObject({
      ...{ __typename: 'ForbiddenError', message: expect.stringMatching(/^This database is not a sandbox/) },
    });
  }
  await app.close();
});

it('where it has one, its admins take a snapshot, reset and restore it', async () => {
  const system = await sandboxSystem();
  const { app, send } = await testApp(system);
  const on = mutate(asker(system, send));
  const owner = await createClient(system);
  const reader = await createClient(system, { seatId: owner.seatId, role: 'EDITOR' });
  for (const [name, input] of GLOBAL)
    expect(await on(reader, name, '__typename', input)).toMatchObject({ __typename: 'ForbiddenError' });
  await createAdvertiser(system, owner.seatId);
  const advertisers = () => system.db.advertiser.count();
  const restore = (name: string) => on(owner, 'restoreSandboxSnapshot', 'now', { name });
  expect(await restore('none')).toMatchObject({ __typename: 'NotFoundError' });
  expect(await restore('No Name')).toMatchObject({ issues: [{ path: 'name' }] });
  expect(await on(owner, 'takeSandboxSnapshot', 'name', { name: 'dry' }, true)).toMatchObject({
    name: 'dry',
  });
  expect(await restore('dry')).toMatchObject({ __typename: 'NotFoundError' });
  expect(await on(owner, 'takeSandboxSnapshot', 'name', { name: 'one' })).toMatchObject({ name: 'one' });
  expect(await on(owner, 'resetSandbox', 'now', { confirm: false })).toMatchObject({
    issues: [{ path: 'confirm' }],
  });
  expect(await on(owner, 'resetSandbox', 'now', { confirm: true }, true)).toMatchObject({
    now: expect.any(String),
  });
  expect(await advertisers()).toBe(1);
  expect(await on(owner, 'resetSandbox', 'now speed', { confirm: true })).toMatchObject({ speed: 1 });
  expect(await advertisers()).toBe(0);
  expect(await restore('one')).toMatchObject({ now: expect.any(String) });
  expect(await advertisers()).toBe(1);
  const names = async () => {
    const { data } = await asker(system, send)(owner, '{ sandboxSnapshots { name isRestorable } }');
    return data.sandboxSnapshots;
  };
  expect(await names()).toEqual([{ name: 'one', isRestorable: true }]);
  const remove = (dry: boolean) => on(owner, 'removeSandboxSnapshot', 'name', { name: 'one' }, dry);
  expect(await remove(true)).toMatchObject({ name: 'one' });
  expect(await names()).toHaveLength(1);
  expect(await remove(false)).toMatchObject({ name: 'one' });
  expect(await names()).toEqual([]);
  expect(await remove(true)).toMatchObject({ __typename: 'NotFoundError' });
  await app.close();
});
