import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { recorderOf } from '../../src/domain/access/diagnostics/record.ts';
import { createClient, type TestClient, tokenFor } from '../support/actors.ts';
import { assertionOf, audienceOf } from '../support/assertion.ts';
import { cliOn } from '../support/cli.ts';
import { COMMAND_LINE } from '../support/processes/built.ts';
import { tokenForm } from '../support/token-service.ts';
import { anEvent, createPoster, postEvents } from '../support/traffic/intake.ts';
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
  await caller.get('/traffic/ads/raw@address.example');
  await store();
  const rows = JSON.stringify(await system.db.clientDiagnostic.findMany({ where: { clientId } }));
  expect(rows).toContain('GET /traffic/ads/:id');
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

it('GraphQL: refused mutations, arguments, documents and parameters, without what was sent', async () => {
  const caller = await test.caller('documented');
  const send = (query: unknown, variables?: object) =>
    caller.send('POST', '/graphql', {
      headers: { authorization: `Bearer ${caller.token}` },
      body: { query, variables },
    });
  const secret = 'raw@address.example';
  const create = 'mutation New($input: CreateSegmentInput!) { createSegment(input: $input) { __typename } }';
  await send(create, { input: { pixelId: '999991', name: '' } });
  await send(create, { input: { pixelId: '999991', name: '' } });
  // Dry runs ask whether they would be refused: they are no mistakes.
  const dry = create.replace('$input)', '$input, validateOnly: $dry)').replace('!)', '!, $dry: Boolean)');
  await send(dry, { input: { pixelId: '999991', name: '' }, dry: true });
  await send(dry.replace('$dry)', 'true)').replace(', $dry: Boolean', ''), {
    input: { pixelId: '7', name: '' },
  });
  await send(create, { input: { pixelId: '999991', name: '', [secret]: 1 } });
  await send(`{ line(id: 7) { secretz(value: "${secret}") } }`);
  await send(`{ lines(first: "${secret}") { totalCount } }`);
  await send(`{ lines(first: 1000) { totalCount } }`);
  await send(undefined);
  await store();
  const { problems } = JSON.parse(
    (await cli('client', 'check', '--client', caller.client.clientId, '--json')).stdout,
  );
  const said = problems.map(({ kind, message, count }: never) => [kind, message, count]);
  expect(said).toEqual(
    expect.arrayContaining([
      [
        'INVALID_FIELDS',
        expect.stringMatching(/^mutation createSegment \(New\): these fields were refused: .*name/),
        2,
      ],
      ['INVALID_FIELDS', 'GraphQL (New): the variable $input was refused.', 1],
      ['INVALID_FIELDS', expect.stringMatching(/^GraphQL: the argument first of lines was refused\.$/), 1],
      ['INVALID_REQUEST', expect.stringMatching(/^GraphQL: /), expect.any(Number)],
    ]),
  );
  expect(JSON.stringify(said)).not.toContain('raw@address');
});

it('GraphQL: an expired token, and one with another scope', async () => {
  const caller = await test.caller('documented');
  const { client } = caller;
  const ask = (token: string) =>
    caller.send('POST', '/graphql', {
      headers: { authorization: `Bearer ${token}` },
      body: { query: '{ __typename }' },
    });
  expect((await ask(await tokenFor(system, client, { realm: 'events' }))).status).toBe(401);
  await store();
  system.advance(3610);
  expect((await ask(caller.token)).status).toBe(401);
  system.advance(-3610);
  const found = await check(client.clientId);
  expect(found.SCOPE?.message).toContain('Use one with dsp-api-access.');
  expect(found.TOKEN?.message).toMatch(/after it had expired/);
});

it('events and conversions: what is refused is told, what is accepted is not', async () => {
  const poster = await createPoster(system);
  const { clientId } = poster.client;
  const post = (body: unknown, headers = {}) => postEvents(app, poster, body, headers);
  expect((await post([anEvent()])).statusCode).toBe(200);
  expect(await check(clientId)).toEqual({});
  await post([anEvent(), anEvent({ action_source: 5, 'raw@address.example': 1 })]);
  await post('[{"email": "raw@address.example"');
  await post([anEvent()], { 'content-type': 'text/plain' });
  await postEvents(app, { ...poster, pixelId: 999_991 }, [anEvent()]);
  await postEvents(app, { ...poster, eventToken: poster.uploadToken }, [anEvent()]);
  const convert = (query: string) =>
    app.inject({ url: `/?${query}`, headers: { authorization: poster.uploadToken } });
  expect((await convert('vmcid=of-others&id=1&dp=partner')).statusCode).toBe(200);
  expect((await convert('vmcid=of-others&id=1')).statusCode).toBe(400);
  await store();
  const { stdout } = await cli('client', 'check', '--client', clientId, '--json');
  const said = JSON.parse(stdout).problems.map(({ kind, message }: never) => `${kind} ${message}`);
  const events = 'POST /v1/pixels/:pixelId/events';
  expect(said).toEqual(
    expect.arrayContaining([
      `INVALID_FIELDS ${events}: these fields were refused: action_source.`,
      `UNKNOWN_ID ${events}: pixel_id must be a pixel for server events on the allow-list of the client. ID 999991.`,
      expect.stringMatching(/^INVALID_REQUEST POST \/v1\/pixels\/:pixelId\/events: Error\. /),
      expect.stringMatching(/^SCOPE .* Use one with pixel-event\.$/),
      expect.stringMatching(/^UNKNOWN_ID conversion postback: vmcid names no click/),
      'INVALID_FIELDS GET /: these fields were refused: dp.',
    ]),
  );
  expect(stdout).not.toContain('raw@address');
});

it('client check: nothing to tell, and an unknown client', async () => {
  const { clientId } = (await test.caller('observed')).client;
  expect(await check(clientId)).toEqual({});
  expect((await cli('client', 'check', '--client', 'nobody', '--json')).code).toBe(1);
});

it('client check --follow prints each problem when it occurs, until it is interrupted', async () => {
  const caller = await test.caller('observed');
  const { clientId } = caller.client;
  await caller.get('/traffic/lines/999991');
  await store();
  const child = spawn(
    process.execPath,
    [COMMAND_LINE, 'client', 'check', '--client', clientId, '--follow', '--json'],
    {
      env: {
        PATH: process.env.PATH ?? '',
        DATABASE_URL: system.database.url,
        FLIGHTLINE_MASTER_KEY: system.masterKey.toString('base64'),
        FLIGHTLINE_DATA_DIR: system.config.dataDir,
      },
    },
  );
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value);
  expect(await next()).toMatchObject({ kind: 'UNKNOWN_ID', count: 1 });
  await caller.get('/traffic/ads/999992');
  await store();
  expect(await next()).toMatchObject({ message: expect.stringContaining('/traffic/ads/:id'), count: 1 });
  await caller.get('/traffic/lines/999993');
  await store();
  expect(await next()).toMatchObject({ message: expect.stringContaining('ID 999993.'), count: 2 });
  child.kill('SIGINT');
  expect(await next()).toEqual({ clientId });
  expect(await ended).toEqual([0, null]);
});
