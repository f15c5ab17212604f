import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { rotateKeys } from '../../../src/domain/access/identity/tokens/rotate-keys.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { countStatements } from '../../support/statements.ts';
import { testSystem } from '../../support/system.ts';

/** Tokens whose key is unknown cost the database next to nothing; a key that another process creates is found. */

const system = await testSystem();
const { app, send } = await testApp(system);
const client = await createClient(system);
await tokenFor(system, client);
const elsewhere = openDatabase({ url: system.database.url });
afterAll(async () => {
  await app.close();
  await elsewhere.close();
});

// Time stands still but for `later`, however long the calls take.
let now = performance.now() + 1_000_000;
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => now));
afterAll(() => void vi.restoreAllMocks());
const later = (ms: number) => {
  now += ms;
};

/** A token as the service writes it, but for its key. */
function forged(kid: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    client_id: client.clientId,
    scope: 'dsp-api-access',
    exp: 4_102_444_800,
    jti: randomUUID(),
  };
  const signature = Buffer.alloc(64, 1).toString('base64url');
  return `${part({ alg: 'ES256', typ: 'at+jwt', kid })}.${part(claims)}.${signature}`;
}

/** Calls with each of the tokens, and the database queries for them. */
async function callWith(tokens: readonly string[]) {
  const { result, statements } = await countStatements(system.pool, () =>
    Promise.all(
      tokens.map(async (token) => {
        const headers = { authorization: `Bearer ${token}` };
        return (await send('POST', '/graphql', { headers, body: { query: '{ viewer { role } }' } })).status;
      }),
    ),
  );
  return {
    statuses: [...new Set(result)],
    lookUps: statements.filter((text) => text.includes('signing_key')).length,
    statements: statements.length,
  };
}

const many = (count: number) => Array.from({ length: count }, () => forged(randomUUID()));

describe('tokens with an unknown kid', () => {
  test('are one look-up a second, however many there are', async () => {
    await callWith(many(1));
    for (const _ of '123') {
      later(1_000);
      expect(await callWith(many(300))).toEqual({ statuses: [401], lookUps: 1, statements: 1 });
      later(999);
      expect(await callWith(many(300))).toEqual({ statuses: [401], lookUps: 0, statements: 0 });
    }
  });

  test('are not looked up again, once they were', async () => {
    later(10_000);
    const [token = ''] = many(1);
    expect((await callWith([token])).lookUps).toBeGreaterThan(0);
    for (const _ of '123') {
      later(1_100);
      expect(await callWith([token])).toEqual({ statuses: [401], lookUps: 0, statements: 0 });
    }
  });

  test('that is longer than any of ours are refused without a look-up', async () => {
    await callWith(many(1));
    later(1_000);
    const long = ['x'.repeat(65), 'y'.repeat(4_000)].map(forged);
    expect(await callWith(long)).toEqual({ statuses: [401], lookUps: 0, statements: 0 });
  });
});

describe('a key that another process has created', () => {
  /** A token of a process that has just created its key, as the first process on a new database does. */
  async function newToken(): Promise<string> {
    await elsewhere.prisma.signingKey.deleteMany();
    const { pool, close, prisma } = openDatabase({ url: system.database.url });
    const other = { ...system, pool, db: prisma };
    await rotateKeys(other);
    const token = await tokenFor(other, client);
    await close();
    return token;
  }

  test('is found at once, by all calls that arrive together', async () => {
    later(10_000);
    await callWith([forged('a')]);
    later(1_000);
    const token = await newToken();
    expect(await callWith(Array.from({ length: 20 }, () => token))).toMatchObject({
      statuses: [200],
      lookUps: 1,
    });
  });

  test('is found within a second while others send unknown ones', async () => {
    later(10_000);
    const token = await newToken();
    await callWith(many(10));
    const second = await newToken();
    await callWith([...many(10), second, token]);
    later(1_000);
    expect((await callWith([second])).statuses).toEqual([200]);
  });

  test('was withdrawn: its tokens are refused, and are not looked up each time', async () => {
    const token = await newToken();
    later(1_000);
    expect((await callWith([token])).statuses).toEqual([200]);
    await elsewhere.prisma.signingKey.deleteMany();
    later(10_000);
    expect((await callWith([token])).statuses).toEqual([401]);
    later(1_000);
    expect(await callWith(Array.from({ length: 20 }, () => token))).toMatchObject({
      statuses: [401],
      lookUps: 0,
    });
  });
});
