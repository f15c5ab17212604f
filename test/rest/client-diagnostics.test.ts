import { expect, it } from 'vitest';
import { followClient } from '../../src/cli/follow-client.ts';
import { recorderOf } from '../../src/domain/access/diagnostics/record.ts';
import { createClient, type TestClient, tokenFor } from '../support/actors.ts';
import { assertionOf, audienceOf } from '../support/assertion.ts';
import { cliOn } from '../support/cli.ts';
import { tokenForm } from '../support/token-service.ts';
import { createTree, wireTest } from './wire/support.ts';

const test = await wireTest();
const { system, app } = test;
const cli = cliOn(system);
const store = () => recorderOf(system).store();

async function askToken(client: TestClient, claims: object, form: object = {}, url?: string) {
  const client_assertion = assertionOf({ ...client, now: system.now(), claims: { ...claims } });
  const payload = new URLSearchParams({ ...tokenForm(system, client), client_assertion, ...form });
  const answer = await app.inject({
    method: 'POST',
    url: url ?? '/identity/oauth2/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: payload.toString(),
  });
  // One at a time: a process looks up at most ten clients a second.
  await store();
  return answer.statusCode;
}

async function check(clientId: string): Promise<Record<string, { message: string; count: number }>> {
  await store();
  const { stdout } = await cli('client', 'check', '--client', clientId, '--json');
  const { problems } = JSON.parse(stdout);
  return Object.fromEntries(problems.map(({ kind, ...problem }: { kind: string }) => [kind, problem]));
}

it('tells what is wrong with requests for tokens, in words', async () => {
  const client = await createClient(system);
  const iat = Math.floor(system.now().getTime() / 1000);
  await askToken(client, { aud: 'https://id.example/identity/oauth2/access_token?realm=dsp' });
  await askToken(client, { iat: iat + 90, exp: iat + 600 });
  await askToken(client, {}, { scope: 'api-client' });
  const found = await check(client.clientId);
  expect(Object.keys(found).sort()).toEqual(['AUDIENCE', 'CLOCK', 'SCOPE']);
  expect(found.AUDIENCE?.message).toBe(
    `The audience is https://id.example/identity/oauth2/access_token?realm=dsp. Use ${system.publicUrls.map((url) => audienceOf('dsp', url)).join(' or ')}.`,
  );
  expect(found.CLOCK?.message).toMatch(/^The clock is (89|90) s ahead/);
  expect(found.SCOPE?.message).toContain('Use dsp-api-access.');
});

it('tells of assertions that had expired, and of the token endpoint of another profile', async () => {
  const client = await createClient(system);
  const iat = Math.floor(system.now().getTime() / 1000) - 700;
  await askToken(client, { iat, exp: iat + 600 });
  await askToken(client, { aud: 'http://127.0.0.1:4000/zts/v1' }, {}, '/zts/v1/oauth2/token');
  const found = await check(client.clientId);
  expect(found.CLOCK?.message).toMatch(/^The clock is 70\d s behind, or /);
  expect(found.ASSERTION?.message).toContain('serves clients of the observed wire profile');
});

it('believes an assertion only if the client signed it, and stores no secret, token or assertion', async () => {
  const client = await createClient(system);
  const { clientSecret: secret } = client;
  await askToken({ ...client, clientSecret: 'other' }, { aud: `https://${secret}.example/` });
  const found = await check(client.clientId);
  expect(Object.keys(found)).toEqual(['SIGNATURE']);
  await askToken({ ...client, clientId: 'nobody' }, {});
  await askToken(client, { aud: secret }, { scope: secret });
  await askToken(client, {}, { realm: secret });
  const token = await tokenFor(system, client);
  await askToken(client, { aud: token }, { scope: token });
  await store();
  const rows = JSON.stringify(await system.db.clientDiagnostic.findMany());
  expect(rows).not.toContain(secret);
  expect(rows).not.toContain(token.slice(0, 40));
  expect(rows).not.toContain('nobody');
});

it('tells of calls: unknown IDs, ignored and refused fields, expired tokens; once for each route', async () => {
  const caller = await test.caller('observed');
  const { clientId } = caller.client;
  const { advertiserId } = await createTree(caller);
  for (const id of [999_991, 999_992]) await caller.get(`/traffic/lines/${id}`);
  await caller.post('/traffic/creatives', { accountId: advertiserId, nonsense: 1, [caller.token]: 2 });
  await caller.put(`/traffic/advertisers/${advertiserId}`, { nonsense: 1, 'raw@address.example': 2 });
  system.advance(3610);
  await caller.get('/traffic/ratelimit');
  system.advance(-3610);
  const found = await check(clientId);
  expect(found.UNKNOWN_ID).toMatchObject({ count: 2 });
  expect(found.UNKNOWN_ID?.message).toBe('GET /traffic/lines/:id: Line not found. ID 999992.');
  expect(found.IGNORED_FIELDS?.message).toMatch(
    /^PUT \/traffic\/advertisers\/:id: these fields have no effect: .*nonsense/,
  );
  expect(found.INVALID_FIELDS?.message).toContain('name');
  expect(found.TOKEN?.message).toMatch(/^A token was used 1\d s after it had expired/);
  const rows = JSON.stringify(await system.db.clientDiagnostic.findMany({ where: { clientId } }));
  expect(rows).not.toContain('raw@address');
  expect(rows).not.toContain(caller.token.slice(0, 40));
});

it('GraphQL: the ADMIN of the seat reads it, others do not', async () => {
  const admin = await test.caller('observed');
  const { seatId } = admin.client;
  const editor = await test.caller('observed', { seatId, role: 'EDITOR' });
  await editor.get('/traffic/lines/999991');
  await editor.get('/traffic/ads/999991');
  await store();
  const query = `query ($id: ID!, $first: Int) { node(id: $id) { ... on ApiClient {
    diagnostics(first: $first) { kind message count firstAt lastAt } } } }`;
  const read = (of: typeof admin, first?: number) =>
    of.graphql(query, { id: `ApiClient:${editor.client.clientId}`, first });
  expect((await read(admin)).node.diagnostics).toMatchObject([
    { kind: 'UNKNOWN_ID', count: 1 },
    { kind: 'UNKNOWN_ID', count: 1 },
  ]);
  expect((await read(admin, 1)).node.diagnostics).toHaveLength(1);
  await expect(read(admin, 51)).rejects.toThrow(/must be from 1 to 50/);
  await expect(read(editor)).rejects.toThrow(/ADMIN/);
  expect((await read(await test.caller('observed'))).node).toBeNull();
});

it('client check: nothing to tell, an unknown client, and --follow', async () => {
  const caller = await test.caller('observed');
  const { clientId } = caller.client;
  expect(await check(clientId)).toEqual({});
  expect((await cli('client', 'check', '--client', 'nobody', '--json')).code).toBe(1);
  await caller.get('/traffic/lines/999991');
  await store();
  const printed: string[] = [];
  const write = process.stdout.write;
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  process.stdout.write = (text) => {
    printed.push(String(text));
    stop();
    return true;
  };
  await followClient({ system, clientId, json: true, stop: stopped }).finally(() => {
    process.stdout.write = write;
  });
  expect(printed.map((text) => JSON.parse(text))).toMatchObject([{ kind: 'UNKNOWN_ID', count: 1 }]);
});
