import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compactDecrypt } from 'jose';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { introspect } from '../../src/domain/access/identity/tokens/introspect.ts';
import { createClient, createSeat, type TestSeat } from '../support/actors.ts';
import { ORIGIN } from '../support/assertion.ts';
import { type CliResult, cliOn } from '../support/cli.ts';
import { COMMAND_LINE } from '../support/processes/built.ts';
import { testSystem } from '../support/system.ts';
import { tokenService } from '../support/token-service.ts';

const urls = [ORIGIN];
const system = { ...(await testSystem()), publicUrls: urls };
const service = await tokenService(system);
const origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
urls.push(origin);
afterAll(() => service.app.close());
const cli = cliOn(system);
const folder = await mkdtemp(join(tmpdir(), 'flightline-cli-'));
afterAll(() => rm(folder, { recursive: true }));
const tokenArgs = (client: string, secret: string) => {
  const file = join(folder, randomUUID());
  writeFileSync(file, secret);
  return [
    ...['token', '--client', client, '--secret-file', file, '--url', origin],
    ...['--realm', 'dsp', '--scope', 'dsp-api-access'],
  ];
};

/** The one JSON value of a command that succeeded. */
const json = ({ code, stdout, stderr }: CliResult) => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/\n/g)).toHaveLength(1);
  return JSON.parse(stdout);
};
async function pixelOf({ seatId, accountGroupId }: TestSeat): Promise<number> {
  const advertiser = await system.db.advertiser.create({
    data: {
      ...{ seatId, accountGroupId, name: 'A', status: 'ACTIVE', landingPageUrl: 'https://a.example' },
      ...{ iabCategoryId: 1, timezone: 'UTC', currency: 'USD', billingPrice: 0, contact: {} },
    },
  });
  const pixel = await system.db.pixel.create({ data: { seatId, advertiserId: advertiser.id, name: 'P' } });
  return pixel.id;
}

describe('seat', () => {
  it('create returns the seat and its account group', async () => {
    const made = json(await cli('seat', 'create', '--name', 'Ateş', '--json'));
    expect(made).toEqual({ seatId: expect.any(Number), accountGroupId: expect.any(Number) });
    const group = await system.db.accountGroup.findUniqueOrThrow({ where: { id: made.accountGroupId } });
    expect(group.seatId).toBe(made.seatId);
  });

  it('create stores the legal compliance country', async () => {
    const { seatId } = json(
      await cli('seat', 'create', '--name', 'S', '--legal-compliance-country', 'DE', '--json'),
    );
    const seat = await system.db.seat.findUniqueOrThrow({ where: { id: seatId } });
    expect(seat).toMatchObject({ name: 'S', legalComplianceCountry: 'DE' });
  });

  it('create refuses bad values, all at once, and makes nothing', async () => {
    const before = await system.db.seat.count();
    const result = await cli(
      'seat',
      'create',
      '--name',
      ' ',
      '--legal-compliance-country',
      'Germany',
      '--json',
    );
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('name must');
    expect(result.stderr).toContain('legalComplianceCountry must');
    expect(JSON.parse(result.stdout)).toEqual({ error: result.stderr.trim() });
    expect(await system.db.seat.count()).toBe(before);
  });

  it('sync sets the seat read-only and writable again', async () => {
    const { seatId } = await createSeat(system);
    for (const [flag, readOnly] of [
      ['--on', true],
      ['--off', false],
    ] as const) {
      expect(json(await cli('seat', 'sync', '--seat', `${seatId}`, flag, '--json'))).toEqual({
        seatId,
        readOnly,
      });
      expect(await system.db.seat.findUnique({ where: { id: seatId } })).toMatchObject({ readOnly });
    }
  });
});

describe('client', () => {
  it('create returns credentials that get a token', async () => {
    const { seatId } = await createSeat(system);
    const made = json(await cli('client', 'create', '--seat', `${seatId}`, '--json'));
    expect(made).toEqual({
      clientId: expect.any(String),
      clientSecret: expect.any(String),
      userId: expect.any(Number),
      seatId,
    });
    expect((await service.token(made)).status).toBe(200);
  });

  it('create takes role, several realms and several pixels', async () => {
    const seat = await createSeat(system);
    const { seatId } = seat;
    const [first, second] = [await pixelOf(seat), await pixelOf(seat)];
    const made = json(
      await cli(
        ...['client', 'create', '--seat', `${seatId}`, '--role', 'VIEWER', '--json'],
        ...['--realm', 'events', '--realm', 'admin', '--pixel', `${first}`, '--pixel', `${second}`],
      ),
    );
    const client = await system.db.apiClient.findUniqueOrThrow({
      where: { id: made.clientId },
      include: { pixels: true, user: { include: { memberships: true } } },
    });
    expect(client.realms).toEqual(['events', 'admin']);
    expect(client.pixels.map(({ pixelId }) => pixelId).sort()).toEqual([first, second]);
    expect(client.user.memberships).toMatchObject([{ seatId, role: 'VIEWER' }]);
  });

  it('create refuses a pixel of another seat like one that does not exist', async () => {
    const { seatId } = await createSeat(system);
    const foreign = await pixelOf(await createSeat(system));
    for (const pixel of [foreign, 2_000_000_000, 99_999_999_999]) {
      const result = await cli('client', 'create', '--seat', `${seatId}`, '--pixel', `${pixel}`, '--json');
      expect(result).toMatchObject({
        code: 1,
        stderr: 'Pixel not found.\n',
        stdout: '{"error":"Pixel not found."}\n',
      });
    }
    expect(await system.db.apiClient.count({ where: { seatId } })).toBe(0);
  });

  // covers: 1.obtaining-client-credentials.1, 1.obtaining-client-credentials.2, 1.obtaining-client-credentials.3
  it.each(['spki', 'pkcs1'] as const)(
    'create with a public key (%s) shows no secret: only the private key opens the file',
    async (type) => {
      const { seatId } = await createSeat(system);
      const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const keyFile = join(folder, 'key.pem');
      await writeFile(keyFile, pair.publicKey.export({ type, format: 'pem' }));
      const result = await cli('client', 'create', '--seat', `${seatId}`, '--public-key', keyFile, '--json');
      const made = json(result);
      expect(Object.keys(made).sort()).toEqual(['clientId', 'credentialsFile', 'seatId', 'userId']);
      expect((await stat(made.credentialsFile)).mode & 0o777).toBe(0o600);

      const file = (await readFile(made.credentialsFile, 'utf8')).trim();
      const { plaintext, protectedHeader } = await compactDecrypt(file, pair.privateKey);
      expect(protectedHeader).toMatchObject({ alg: 'RSA-OAEP-256', enc: 'A256GCM' });
      const credentials = JSON.parse(new TextDecoder().decode(plaintext));
      expect(credentials.clientId).toBe(made.clientId);
      expect(result.stdout + result.stderr).not.toContain(credentials.clientSecret);
      expect((await service.token({ ...made, ...credentials })).status).toBe(200);
    },
  );

  it.each([
    ['no key at all', 'hello'],
    ['a key of 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
    [
      'a private key',
      String(
        generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
          type: 'pkcs8',
          format: 'pem',
        }),
      ),
    ],
    ['a broken key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
    ['an elliptic key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey],
  ])('create refuses %s, and makes no client', async (_, key) => {
    const { seatId } = await createSeat(system);
    const keyFile = join(folder, 'bad.pem');
    await writeFile(keyFile, typeof key === 'string' ? key : key.export({ type: 'spki', format: 'pem' }));
    const result = await cli('client', 'create', '--seat', `${seatId}`, '--public-key', keyFile);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('publicKey must be an RSA public key');
    expect(await system.db.apiClient.count({ where: { seatId } })).toBe(0);
  });

  it('create leaves no client behind whose credentials file cannot be written', async () => {
    const { seatId } = await createSeat(system);
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const keyFile = join(folder, 'unwritable.pem');
    await writeFile(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
    const opened = await open(keyFile);
    // A directory in which nobody can make files, root included.
    const path = `/proc/${process.pid}/fd/${opened.fd}`;
    const result = await cli('client', 'create', '--seat', `${seatId}`, '--public-key', path);
    await opened.close();
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('cannot be written. The new client was revoked.');
    expect(await system.db.apiClient.count({ where: { seatId, revokedAt: null } })).toBe(0);
  });

  // covers: 1.obtaining-client-credentials.4
  it('rotate gives a new secret, and the old one dies at once', async () => {
    const client = await createClient(system);
    const { clientId } = client;
    const rotated = json(await cli('client', 'rotate', '--client', clientId, '--json'));
    expect(rotated).toEqual({ clientId, clientSecret: expect.any(String) });
    expect((await service.token({ ...client, ...rotated })).status).toBe(200);
    expect((await service.token(client)).status).toBe(401);
  });

  it('rotate with an overlap accepts both secrets until the overlap ends', async () => {
    const client = await createClient(system);
    const rotated = json(
      await cli('client', 'rotate', '--client', client.clientId, '--overlap', '60', '--json'),
    );
    expect((await service.token(client)).status).toBe(200);
    expect((await service.token({ ...client, ...rotated })).status).toBe(200);
    system.advance(61);
    expect((await service.token(client)).status).toBe(401);
    expect((await service.token({ ...client, ...rotated })).status).toBe(200);
  });

  it('revoke shuts the client out', async () => {
    const client = await createClient(system);
    const { clientId } = client;
    expect(json(await cli('client', 'revoke', '--client', clientId, '--json'))).toEqual({
      clientId,
      revoked: true,
    });
    expect((await service.token(client)).status).toBe(401);
  });

  it('allow puts a pixel on the list, a second time too', async () => {
    const seat = await createSeat(system);
    const { clientId } = await createClient(system, { seatId: seat.seatId });
    const pixelId = await pixelOf(seat);
    for (let time = 0; time < 2; time += 1) {
      const answer = json(
        await cli('client', 'allow', '--client', clientId, '--pixel', `${pixelId}`, '--json'),
      );
      expect(answer).toEqual({ clientId, pixelId });
    }
    expect(await system.db.clientPixel.count({ where: { clientId } })).toBe(1);
  });

  it('code returns a code', async () => {
    const { clientId } = await createClient(system);
    const redirect = ['--redirect-uri', 'https://partner.example/back'];
    expect(json(await cli('client', 'code', '--client', clientId, ...redirect, '--json'))).toEqual({
      code: expect.any(String),
    });
  });

  it.each(['relative', 'https://partner.example/#fragment', 'https://partner.example/ space'])(
    'code refuses the redirect URI %s',
    async (uri) => {
      const { clientId } = await createClient(system);
      const result = await cli('client', 'code', '--client', clientId, '--redirect-uri', uri);
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toContain('redirectUri must');
    },
  );

  it.each([
    ['rotate', []],
    ['allow', ['--pixel', '1']],
    ['code', ['--redirect-uri', 'https://partner.example']],
  ])('%s of a revoked client is refused', async (name, more) => {
    const { clientId } = await createClient(system);
    await cli('client', 'revoke', '--client', clientId);
    expect(await cli('client', name, '--client', clientId, ...more)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('The client is revoked.'),
    });
  });

  it.each([
    ['rotate', []],
    ['revoke', []],
    ['allow', ['--pixel', '1']],
    ['code', ['--redirect-uri', 'https://partner.example']],
  ])('%s of an unknown client is refused', async (name, more) => {
    for (const id of ['nobody', 'with space', 'x'.repeat(100)])
      expect(await cli('client', name, '--client', id, ...more)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: 'Client not found.\n',
      });
  });
});

describe('user grant', () => {
  it('makes a member, and changes the role of one', async () => {
    const { userId } = await createClient(system);
    const { seatId } = await createSeat(system);
    for (const role of ['VIEWER', 'EDITOR']) {
      const args = ['user', 'grant', '--user', `${userId}`, '--seat', `${seatId}`, '--role', role, '--json'];
      const { code, stdout } = await cli(...args);
      expect({ code, ...JSON.parse(stdout) }).toEqual({ code: 0, userId, seatId, role });
      const where = { userId_seatId: { userId, seatId } };
      expect(await system.db.seatMember.findUnique({ where })).toMatchObject({ role });
    }
  });

  it('warns of clients whose secrets the admins of another seat may know', async () => {
    const { userId, clientId } = await createClient(system);
    await system.db.apiClient.update({ where: { id: clientId }, data: { seatOnly: true } });
    const { seatId: own } = await system.db.apiClient.findUniqueOrThrow({ where: { id: clientId } });
    const { seatId } = await createSeat(system);
    const grant = (seat: number) =>
      cli('user', 'grant', '--user', `${userId}`, '--seat', `${seat}`, '--role', 'VIEWER', '--json');
    expect((await grant(own)).stderr).toBe('');
    const { code, stderr } = await grant(seatId);
    expect(code).toBe(0);
    expect(stderr).toContain(`have no access to seat ${seatId}: `);
    expect(stderr).toContain(`${clientId} (seat ${own})`);
    await system.db.apiClient.update({ where: { id: clientId }, data: { revokedAt: new Date() } });
    expect((await grant(seatId)).stderr).toBe('');
  });

  it('names who is not there', async () => {
    const { userId } = await createClient(system);
    const grant = (user: number, seat: number) =>
      cli('user', 'grant', '--user', `${user}`, '--seat', `${seat}`, '--role', 'ADMIN');
    expect(await grant(2_000_000_000, 1)).toMatchObject({ code: 1, stderr: 'User not found.\n' });
    expect(await grant(userId, 99_999_999_999)).toMatchObject({ code: 1, stderr: 'Seat not found.\n' });
  });
});

describe('quota set', () => {
  it('sets what it names of a user and leaves the rest', async () => {
    const { userId } = await createClient(system);
    const set = (...args: string[]) => cli('quota', 'set', '--user', `${userId}`, ...args, '--json');
    json(await set('--get-per-min', '10', '--native-per-hr', '5'));
    expect(json(await set('--get-per-min', '20', '--graphql-per-hr', '7'))).toEqual({
      userId,
      getPerMin: 20,
      graphqlPerHr: 7,
    });
    expect(await system.db.userQuota.findUnique({ where: { userId } })).toMatchObject({
      getPerMin: 20,
      nativePerHr: 5,
      graphqlPerHr: 7,
    });
  });

  it('sets the rate of an advertiser', async () => {
    await pixelOf(await createSeat(system));
    const { id: advertiserId } = await system.db.advertiser.findFirstOrThrow();
    const answer = json(
      await cli('quota', 'set', '--advertiser', `${advertiserId}`, '--events-per-sec', '10', '--json'),
    );
    expect(answer).toEqual({ advertiserId, eventsPerSec: 10 });
  });

  it.each([
    [['--user', '1']],
    [['--advertiser', '1']],
    [['--user', '1', '--events-per-sec', '1']],
    [['--advertiser', '1', '--get-per-min', '1', '--events-per-sec', '1']],
    [['--user', '1', '--get-per-min', '-1']],
    [['--user', '1', '--get-per-min', '1.5']],
  ])('is wrong usage with %j', async (args) => {
    expect(await cli('quota', 'set', ...args)).toMatchObject({ code: 2, stdout: '' });
  });
});

describe('token', () => {
  it('gets a token from the running token endpoint', async () => {
    const client = await createClient(system);
    const result = await cli(...tokenArgs(client.clientId, client.clientSecret), '--json');
    expect(json(result)).toEqual({
      access_token: expect.any(String),
      scope: 'dsp-api-access',
      token_type: 'Bearer',
      expires_in: 3599,
    });
  });

  it('says why the endpoint refused', async () => {
    const { clientId } = await createClient(system);
    const result = await cli(...tokenArgs(clientId, 'wrong'), '--json');
    expect(result.code).toBe(1);
    expect(result.stderr).toBe('invalid_client: JWT is has expired or is not valid\n');
    expect(JSON.parse(result.stdout)).toMatchObject({ error: 'invalid_client' });
  });

  it('gets a token while no server runs, too, or the same refusal', async () => {
    const client = await createClient(system);
    const ask = (secret: string) => {
      vi.stubEnv('FLIGHTLINE_PUBLIC_URL', 'http://127.0.0.1:1');
      const args = tokenArgs(client.clientId, secret).filter((arg) => arg !== '--url' && arg !== origin);
      return cli(...args, '--json');
    };
    const { access_token } = json(await ask(client.clientSecret));
    expect(await introspect({ system, token: access_token })).toMatchObject({ active: true });
    expect(await ask('wrong')).toMatchObject({
      code: 1,
      stderr: 'invalid_client: JWT is has expired or is not valid\n',
    });
  });

  it('uses the clock of the sandbox', async () => {
    const client = await createClient(system);
    vi.stubEnv('FLIGHTLINE_SANDBOX', 'on');
    vi.stubEnv('FLIGHTLINE_CLOCK_OFFSET_S', '3700');
    system.advance(3700);
    const result = await cli(...tokenArgs(client.clientId, client.clientSecret), '--json');
    system.advance(-3700);
    expect(json(result)).toMatchObject({ expires_in: 3599 });
  });

  it('says that nothing answers', async () => {
    const args = tokenArgs('c', 's').map((arg) => (arg === origin ? 'http://127.0.0.1:1' : arg));
    expect(await cli(...args)).toMatchObject({ code: 1, stdout: '' });
  });
});

describe('the command line', () => {
  it.each([
    [[]],
    [['nonsense']],
    [['seat']],
    [['seat', 'create']],
    [['seat', 'create', '--name', 'x', '--unknown']],
    [['seat', 'sync', '--seat', '1']],
    [['seat', 'sync', '--seat', '1', '--on', '--off']],
    [['seat', 'sync', '--seat', 'one', '--on']],
    [['client', 'create', '--seat', '1', '--role', 'OWNER']],
    [['client', 'create', '--seat', '1', '--realm', 'nowhere']],
    [['token', '--client', 'x']],
  ])('wrong usage is exit code 2, said on stderr: %j', async (args) => {
    const result = await cli(...args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).not.toBe('');
    expect(result.stderr).not.toContain('UsageError');
  });

  it.each([
    [['nonsense']],
    [['seat', 'create']],
    [['seat', 'sync', '--seat', '1']],
    [['client', 'create', '--seat', '1', '--role', 'OWNER']],
    [['client', 'create', '--seat', '1', '--realm', 'nowhere']],
  ])('with --json wrong usage prints one JSON value too: %j', async (args) => {
    const { code, stdout, stderr } = await cli(...args, '--json');
    expect(code).toBe(2);
    const { error } = JSON.parse(stdout);
    expect(error.length).toBeGreaterThan(10);
    expect(stderr.replace(/^error: /, '').trim()).toBe(error);
  });

  it('bad settings are named as by the service, and nothing is done', async () => {
    vi.stubEnv('PORT', 'abc');
    const { code, stderr } = await cli('seat', 'create', '--name', 'never');
    expect([code, stderr]).toEqual([1, 'PORT: must be a whole number from 0 to 65535.\n']);
  });

  it('--help is exit code 0 and lists every group', async () => {
    const { code, stdout } = await cli('--help');
    expect(code).toBe(0);
    for (const group of ['seat', 'client', 'user', 'token', 'quota', 'database'])
      expect(stdout).toContain(group);
  });

  it('without --json it prints a line for each name', async () => {
    const { stdout } = await cli('seat', 'create', '--name', 'plain');
    expect(stdout).toMatch(/^seat id: \d+\naccount group id: \d+\n$/);
  });

  it('database migrate applies missing migrations, and then none', async () => {
    expect(json(await cli('database', 'migrate', '--json'))).toEqual({ applied: [] });
  });

  it('database url returns the configured database', async () => {
    expect(json(await cli('database', 'url', '--json'))).toEqual({ url: system.database.url });
  });

  it('without a running server it starts its own database, stores the client, and leaves no process behind', async () => {
    const env = { PATH: process.env.PATH ?? '', FLIGHTLINE_DATA_DIR: join(folder, 'data') };
    const args = [COMMAND_LINE, 'seat', 'create', '--name', 'first', '--json'];
    const ids = [];
    for (let time = 0; time < 2; time += 1)
      ids.push(JSON.parse(await stdoutOf(args, { env, cwd: join(import.meta.dirname, '../..') })).seatId);
    expect(ids[1]).toBe(ids[0] + 1);
    expect((await stat(join(env.FLIGHTLINE_DATA_DIR, 'master.key'))).mode & 0o777).toBe(0o600);
    await expect(stat(join(env.FLIGHTLINE_DATA_DIR, 'server.lock'))).rejects.toThrow('ENOENT');
  });
});

const stdoutOf = (args: string[], options: { env: NodeJS.ProcessEnv; cwd: string }) =>
  new Promise<string>((done, fail) => {
    execFile(process.execPath, args, options, (error, stdout) => (error ? fail(error) : done(stdout)));
  });
