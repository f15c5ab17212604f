import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../src/cli/run.ts';
import { authenticate } from '../../src/domain/access/identity/authenticate.ts';
import { createClient, createSeat, tokenFor } from '../support/actors.ts';
import { answersOf, cliOn } from '../support/cli.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const cli = cliOn(system);
afterEach(() => vi.unstubAllEnvs());

const answerOf = answersOf(system);

/** To the test's database, of all processes, that were opened since then. */
async function connectionsSince(moment: string): Promise<number> {
  const { rows } = await system.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND backend_start > $1::timestamptz`,
    [moment],
  );
  return rows[0]?.count ?? 0;
}

test('user revoke shuts a user out of one seat at once, and only of that one', async () => {
  const home = await createSeat(system);
  const other = await createSeat(system);
  const client = await createClient(system, { seatId: home.seatId });
  const { userId } = client;
  const grant = ['user', 'grant', '--user', `${userId}`, '--seat', `${other.seatId}`, '--role', 'VIEWER'];
  expect(await cli(...grant)).toMatchObject({ code: 0, stderr: '' });
  const token = await tokenFor(system, client);
  const enter = (seat: number) =>
    authenticate({ system, token, scope: 'dsp-api-access', seat: String(seat), requestId: 'x' });
  await enter(other.seatId);

  const revoke = ['user', 'revoke', '--user', `${userId}`, '--seat', `${other.seatId}`];
  expect(await answerOf(...revoke)).toEqual({ userId, seatId: other.seatId });
  // The CLI is another process: its change is announced.
  await vi.waitFor(() => expect(enter(other.seatId)).rejects.toThrow('Seat not found.'), 1_000);
  expect((await enter(home.seatId)).seatId).toBe(home.seatId);
  expect((await cli(...revoke)).code).toBe(1);
  await answerOf('user', 'revoke', '--user', `${userId}`, '--seat', `${home.seatId}`);
  await vi.waitFor(() => expect(enter(home.seatId)).rejects.toThrow(), 1_000);
});

test('seat set sets what is named, refuses what is invalid, and is in the history', async () => {
  const { seatId } = await createSeat(system);
  const set = (...options: string[]) => cli('seat', 'set', '--seat', `${seatId}`, ...options);
  expect(await answerOf('seat', 'set', '--seat', `${seatId}`, '--timezone', 'Europe/Paris')).toEqual({
    ...{ seatId, name: expect.any(String), timezone: 'Europe/Paris', currency: 'USD' },
  });
  await answerOf('seat', 'set', '--seat', `${seatId}`, '--currency', 'EUR');
  const { seats } = await answerOf('seat', 'list');
  expect(seats).toContainEqual(
    expect.objectContaining({ seatId, timezone: 'Europe/Paris', currency: 'EUR' }),
  );
  const refused = await set('--timezone', 'Mars/Olympus', '--currency', 'ZZZ');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /timezone must be one of UTC, [\s\S]*currency must be an ISO 4217 currency code/,
  );
  expect((await set()).code).toBe(2);
  expect((await cli('seat', 'set', '--seat', '2000000000', '--currency', 'EUR')).code).toBe(1);
  const changes = await system.db.change.findMany({ where: { seatId, resource: 'Seat' } });
  expect(changes.map(({ userId, clientId }) => [userId, clientId])).toEqual([
    [0, 'operator'],
    [0, 'operator'],
  ]);
});

test('the lists of seats, users and clients contain no secret', async () => {
  const { seatId } = await createSeat(system, { name: 'Listed' });
  const { clientId, userId, clientSecret } = await createClient(system, { seatId });
  await answerOf('client', 'rotate', '--client', clientId);
  const { seats } = await answerOf('seat', 'list');
  expect(seats).toContainEqual(expect.objectContaining({ seatId, name: 'Listed', readOnly: false }));
  const { users } = await answerOf('user', 'list', '--seat', `${seatId}`);
  expect(users).toEqual([{ userId, name: expect.any(String), seatId, role: 'ADMIN' }]);
  const { clients } = await answerOf('client', 'list', '--seat', `${seatId}`);
  expect(clients).toEqual([
    {
      ...{ clientId, name: null, userId, seatId, realms: expect.any(Array), createdAt: expect.any(String) },
      ...{
        rotatedAt: expect.any(String),
        revokedAt: null,
        suspendedAt: null,
        wire: 'documented',
        pixelIds: [],
      },
    },
  ]);
  const { stdout } = await cli('client', 'list');
  expect(stdout).toContain(`client id: ${clientId}, `);
  expect(stdout).not.toContain(clientSecret);
  expect((await cli('user', 'list', '--seat', '999999')).code).toBe(1);
});

test('quota show returns the limits that hold, set or usual', async () => {
  const { userId } = await createClient(system, { quotas: { getPerMin: 7 } });
  expect(await answerOf('quota', 'show', '--user', `${userId}`)).toEqual({
    userId,
    ...{ getPerMin: 7, getPerHr: 360, getPerDay: 8000 },
    ...{ putPerMin: 30, putPerHr: 100, putPerDay: 2000 },
    ...{ postPerMin: 30, postPerHr: 75, postPerDay: 1000 },
    ...{ reportPostPerMin: 20, reportPostPerHr: 100, reportPostPerDay: 800 },
    ...{ reportGetPerMin: 60, reportGetPerHr: 300, reportGetPerDay: 12_000 },
    ...{ nativePerHr: 100_000, graphqlPerHr: 1_000_000 },
  });
  const { rows } = await system.pool.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  expect((await cli('quota', 'show')).code).toBe(2);
  // Else the command would end only when its idle connections do.
  await vi.waitFor(async () => expect(await connectionsSince(rows[0]?.now ?? '')).toBe(0));
  expect((await cli('quota', 'show', '--advertiser', '999999')).code).toBe(1);
});

test('--version is answered without settings or a database', async () => {
  vi.stubEnv('PORT', 'abc');
  const { code, stdout } = await cli('--version');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+( \([0-9a-f]{7,40}\))?\n$/)]);
  const { version, commit } = JSON.parse((await cli('--version', '--json')).stdout);
  expect(stdout).toBe(commit === null ? `${version}\n` : `${version} (${commit})\n`);
});

test.each(['XX', 'us', 'USA', ''])(
  'seat create refuses %j as a country; it is not in the dictionary',
  async (code) => {
    const seats = await system.db.seat.count();
    const made = await cli('seat', 'create', '--name', 'x', '--legal-compliance-country', code);
    expect(made).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('legalComplianceCountry must be the ISO 3166'),
    });
    expect(await system.db.seat.count()).toBe(seats);
  },
);

test('an embedded database is backed up with its key, and restored elsewhere with all its secrets', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flightline-cli-backup-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const at = async (dataDir: string, ...args: string[]) => {
    vi.stubEnv('FLIGHTLINE_DATA_DIR', join(folder, dataDir));
    out.mockClear();
    expect(await run([...args, '--json'])).toBe(0);
    return JSON.parse(out.mock.calls.map(([text]) => String(text)).join(''));
  };
  try {
    const { seatId } = await at('a', 'seat', 'create', '--name', 'Kept');
    const { clientId, clientSecret } = await at('a', 'client', 'create', '--seat', `${seatId}`);
    const dir = join(folder, 'saved');
    expect(await at('a', 'backup', dir)).toMatchObject({ directory: dir, masterKey: 'included' });
    expect((await stat(join(dir, 'master.key'))).mode & 0o777).toBe(0o600);
    expect(await at('a', 'backup', 'verify', dir)).toMatchObject({ damaged: [] });
    const table = join(dir, 'database', 'seat.copy.gz');
    const good = await readFile(table);
    await writeFile(table, good.subarray(1));
    expect(await run(['backup', 'verify', dir])).toBe(1);
    expect(out.mock.calls.map(([text]) => String(text)).join('')).toContain(table);
    expect(await run(['restore', dir])).toBe(1);
    await expect(stat(join(folder, 'b'))).rejects.toThrow(/ENOENT/);
    await writeFile(table, good);
    await at('b', 'restore', dir);
    const { seats } = await at('b', 'seat', 'list');
    expect(seats).toMatchObject([{ seatId, name: 'Kept' }]);
    const args = [
      '--client',
      clientId,
      '--secret',
      clientSecret,
      '--realm',
      'dsp',
      '--scope',
      'dsp-api-access',
    ];
    vi.stubEnv('PORT', '1');
    expect(await at('b', 'token', ...args)).toMatchObject({ token_type: expect.stringMatching(/bearer/i) });
  } finally {
    out.mockRestore();
  }
}, 180_000);
