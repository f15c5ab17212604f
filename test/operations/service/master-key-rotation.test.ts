import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { openSecret, sealSecret } from '../../../src/domain/access/identity/clients/client-secret.ts';
import { mintVmcid, readVmcid } from '../../../src/domain/events/click/vmcid.ts';
import { resealAll } from '../../../src/operations/health/master-key/reseal.ts';
import { loadKeyRing } from '../../../src/operations/health/master-key/ring.ts';
import { rotateMasterKey } from '../../../src/operations/health/master-key/rotate.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { createClient, type TestClient, tokenFor } from '../../support/actors.ts';
import { cliOn } from '../../support/cli.ts';
import { runningService, settingsOf } from '../../support/running-service.ts';
import { type TestSystem, testSystem } from '../../support/system.ts';

const databases = await Promise.all(Array.from({ length: 8 }, () => testSystem()));

const dir = mkdtempSync(join(tmpdir(), 'flightline-keys-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function keyFile(key: Buffer): string {
  const path = join(dir, key.toString('hex').slice(0, 12));
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600 });
  return path;
}

/** A process that starts with that key; closed with the test. */
async function processWith(system: TestSystem, key: Buffer) {
  const config = settingsOf(system, { FLIGHTLINE_MASTER_KEY: key.toString('base64') });
  const opened = await openSystem({ config, databaseUrl: system.database.url, log: system.log });
  onTestFinished(() => opened.close());
  return opened.system;
}

/** What the stored secret of a client is to a process. */
async function secretOf(system: Parameters<typeof openSecret>[0], { clientId }: TestClient): Promise<string> {
  const { secret } = await system.db.apiClient.findUniqueOrThrow({ where: { id: clientId } });
  return openSecret(system, clientId, secret);
}

const rotateBy = (system: TestSystem, key: Buffer, ...more: string[]) =>
  cliOn(system)('master-key', 'rotate', '--new-key-file', keyFile(key), '--json', ...more);

test('master-key rotate re-encrypts everything while a process runs, which continues without a restart', {
  timeout: 120_000,
}, async () => {
  const system = await fresh();
  const client = await createClient(system);
  const token = await tokenFor(system, client);
  const service = await runningService(system);
  const ask = async () =>
    (
      await service.call('/traffic/advertisers', {
        headers: { 'x-auth-method': 'OAuth2', 'x-auth-token': token },
      })
    ).status;
  expect(await ask()).toBe(200);
  const click = { seatId: 1, advertiserId: 2, campaignId: 3, lineId: 4, adId: 5 };
  const vmcid = mintVmcid(system, click);

  const next = randomBytes(32);
  const rotated = await rotateBy(system, next);
  expect([rotated.code, rotated.stderr]).toEqual([0, '']);
  expect(JSON.parse(rotated.stdout)).toMatchObject({ resealed: expect.any(Number), processes: 1 });
  expect(rotated.stdout).not.toContain(next.toString('base64'));

  expect(await ask()).toBe(200);
  expect((await service.call('/readyz')).status).toBe(200);
  // The old key alone opens nothing any more, and the new one everything.
  const { secret } = await system.db.apiClient.findUniqueOrThrow({ where: { id: client.clientId } });
  const old = { ...system, masterKey: Buffer.from(system.masterKey) };
  expect(() => openSecret(old, client.clientId, secret)).toThrow('Cannot decrypt');
  const restarted = await processWith(system, next);
  expect(await secretOf(restarted, client)).toBe(client.clientSecret);
  expect(await tokenFor({ ...system, masterKey: restarted.masterKey }, client)).toMatch(/^ey/);
  expect(readVmcid(restarted, vmcid)).toMatchObject(click);
  await expect(processWith(system, system.masterKey)).rejects.toThrow(
    /It was replaced on .*: use the new key\.$/,
  );
});

test.each([1, 2])(
  'a rotation that is killed in phase %i: processes start with either key, and it goes on when called again',
  async (phase) => {
    const system = await fresh();
    const clients = await Promise.all(Array.from({ length: 5 }, () => createClient(system)));
    const next = randomBytes(32);
    const dies = poolThat(system, (text) => {
      if (phase === 1 ? text.includes('SET phase = 2') : text.includes('UPDATE webhook SET'))
        throw new Error('killed');
    });
    const command = { ...system, masterKey: Buffer.from(system.masterKey), pool: dies };
    await loadKeyRing(command);
    await expect(rotateMasterKey({ system: command, next })).rejects.toThrow('killed');

    for (const key of [system.masterKey, next]) {
      const started = await processWith(system, Buffer.from(key));
      for (const client of clients) expect(await secretOf(started, client)).toBe(client.clientSecret);
      expect(await tokenFor({ ...system, masterKey: started.masterKey }, clients[0] as TestClient)).toMatch(
        /^ey/,
      );
    }
    const other = await rotateBy(system, randomBytes(32));
    expect([other.code, other.stderr]).toEqual([
      1,
      expect.stringContaining('A rotation to another key was begun.'),
    ]);
    const again = await rotateBy(system, next);
    expect([again.code, again.stderr]).toEqual([0, '']);
    const restarted = await processWith(system, next);
    for (const client of clients) expect(await secretOf(restarted, client)).toBe(client.clientSecret);
    await expect(processWith(system, system.masterKey)).rejects.toThrow('use the new key');
  },
);

test('a secret that is rotated meanwhile is not overwritten', async () => {
  const system = await fresh();
  const client = await createClient(system);
  const next = randomBytes(32);
  const races = poolThat(system, async (text) => {
    if (!text.includes('UPDATE api_client SET secret')) return;
    const secret = sealSecret({ ...system, masterKey: next }, client.clientId, 'newer');
    await system.db.apiClient.update({ where: { id: client.clientId }, data: { secret } });
  });
  await resealAll(races, { previous: Buffer.from(system.masterKey), next });
  expect(await secretOf({ ...system, masterKey: next }, client)).toBe('newer');
});

test('--compromised: what was signed or encrypted with the old key is invalid afterwards', async () => {
  const system = await fresh();
  await createClient(system);
  const vmcid = mintVmcid(system, { seatId: 1, advertiserId: 2, campaignId: 3, lineId: 4, adId: 5 });
  const next = randomBytes(32);
  expect((await rotateBy(system, next, '--compromised')).code).toBe(0);
  expect(readVmcid(await processWith(system, next), vmcid)).toBeUndefined();
});

test('click IDs from before the first rotation are valid after a second one', async () => {
  const system = await fresh();
  const click = { seatId: 1, advertiserId: 2, campaignId: 3, lineId: 4, adId: 5 };
  const vmcid = mintVmcid(system, click);
  const [second, third] = [randomBytes(32), randomBytes(32)];
  expect((await rotateBy(system, second)).code).toBe(0);
  expect((await rotateBy({ ...system, masterKey: second }, third)).code).toBe(0);
  expect(readVmcid(await processWith(system, third), vmcid)).toMatchObject(click);
});

test('a new key is needed where FLIGHTLINE_MASTER_KEY is set, and must be one', async () => {
  const system = await fresh();
  expect((await cliOn(system)('master-key', 'rotate')).code).toBe(2);
  const bad = join(dir, 'bad');
  writeFileSync(bad, 'short');
  const refused = await cliOn(system)('master-key', 'rotate', '--new-key-file', bad);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('does not contain 32 bytes in base64'),
  ]);
  expect((await rotateBy(system, system.masterKey)).stderr).toContain('The new key is the present one.');
});

/** A system on a database of its own, whose key is checked in. */
async function fresh(): Promise<TestSystem> {
  const system = databases.pop();
  if (!system) throw new Error('One more database is needed.');
  await processWith(system, system.masterKey);
  return system;
}

/** The pool of a test, which does something before each statement. */
function poolThat(system: TestSystem, before: (text: string) => Promise<void> | void): TestSystem['pool'] {
  const ask = system.pool.query.bind(system.pool) as (...given: unknown[]) => Promise<unknown>;
  return Object.assign(Object.create(system.pool), {
    query: async (...given: unknown[]) => {
      const [first] = given as [string | { text: string }];
      await before(typeof first === 'string' ? first : first.text);
      return ask(...given);
    },
  });
}
