import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { advertiserInput } from '../../support/traffic/traffic.ts';

const system = await testSystem();
const { send } = await testApp(system);

const CREATE = `mutation ($input: CreateAdvertiserInput!) {
  createAdvertiser(input: $input) {
    __typename
    ... on CreateAdvertiserPayload { advertiser { id name } }
    ... on ValidationError { issues { path } }
  }
}`;

async function caller() {
  const client = await createClient(system);
  const headers = await bearerHeaders(system, client);
  const ask = (key: string, body: Record<string, unknown>, more: Record<string, string> = {}) =>
    send('POST', '/graphql', { headers: { ...headers, 'idempotency-key': key, ...more }, body });
  return {
    client,
    ask,
    create: (key: string, name: string, more: Record<string, string> = {}) =>
      ask(key, { query: CREATE, variables: { input: advertiserInput({ name }) } }, more),
    stored: () => system.db.advertiser.count({ where: { seatId: client.seatId } }),
  };
}

describe('a mutation with an Idempotency-Key', () => {
  test('that is sent again is answered the same, marked, and stored once', async () => {
    const { create, stored } = await caller();
    const key = randomUUID();
    const first = await create(key, 'Once');
    const again = await create(key, 'Once');
    expect(first.body.data.createAdvertiser.advertiser.name).toBe('Once');
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers).toMatchObject({
      'idempotency-replayed': 'true',
      'content-type': first.headers['content-type'],
    });
    expect(await stored()).toBe(1);
  });

  test('that was refused stores nothing: its key can be used for the corrected call', async () => {
    const { create, stored } = await caller();
    const key = randomUUID();
    expect((await create(key, '')).body.data.createAdvertiser.__typename).toBe('ValidationError');
    const again = await create(key, 'Once');
    expect(again.body.data.createAdvertiser.advertiser.name).toBe('Once');
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
    expect((await create(key, 'Once')).headers['idempotency-replayed']).toBe('true');
    expect(await stored()).toBe(1);
  });

  test('that was refused because the seat is read-only for now runs when it is sent again', async () => {
    const { client, create, stored } = await caller();
    const key = randomUUID();
    const readOnly = (readOnly: boolean) =>
      system.db.seat.update({ where: { id: client.seatId }, data: { readOnly } });
    await readOnly(true);
    expect((await create(key, 'Once')).body.data.createAdvertiser.__typename).toBe('ForbiddenError');
    await readOnly(false);
    await vi.waitFor(async () => {
      const { body, headers } = await create(key, 'Once');
      expect(headers).not.toHaveProperty('idempotency-replayed');
      expect(body.data.createAdvertiser.advertiser.name).toBe('Once');
    }, 8_000);
    expect(await stored()).toBe(1);
  });

  test('409 with another body, and nothing is stored', async () => {
    const { create, stored } = await caller();
    const key = randomUUID();
    await create(key, 'Once');
    const other = await create(key, 'Other');
    expect([other.status, other.body]).toEqual([
      409,
      {
        errors: [
          {
            message: 'The Idempotency-Key was used with another request.',
            extensions: { code: 'CONFLICT' },
          },
        ],
      },
    ]);
    expect(await stored()).toBe(1);
  });

  test('two at once: one runs, the other is 409 until the first is answered', async () => {
    const { client, create, stored } = await caller();
    const key = randomUUID();
    const blocker = await system.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE advertiser IN SHARE MODE');
    const first = create(key, 'Once');
    await vi.waitFor(
      async () =>
        expect(await system.db.idempotencyRecord.count({ where: { clientId: client.clientId } })).toBe(1),
      { timeout: 10_000 },
    );
    const second = await create(key, 'Once');
    await blocker.query('ROLLBACK');
    blocker.release();
    expect([second.status, second.headers['retry-after']]).toEqual([409, '1']);
    expect(second.body.errors[0].message).toBe('A request with the same Idempotency-Key is still running.');
    expect((await first).body.data.createAdvertiser.advertiser.name).toBe('Once');
    expect((await create(key, 'Once')).headers['idempotency-replayed']).toBe('true');
    expect(await stored()).toBe(1);
  });

  test('a question for the cost alone takes no key', async () => {
    const { create, stored } = await caller();
    const key = randomUUID();
    await create(key, 'Once', { 'x-cost-only': 'true' });
    expect((await create(key, 'Once')).body.data.createAdvertiser.advertiser.name).toBe('Once');
    expect(await stored()).toBe(1);
  });
});

describe('a mutation that failed for now', () => {
  /** The database refuses an advertiser of this name with this state. */
  const FAILURES = [
    ['INTERNAL', 'XX000'],
    ['SERVICE_UNAVAILABLE', '57P03'],
    ['CONFLICT', '40001'],
  ] as const;

  beforeAll(async () => {
    await system.pool.query(`
      CREATE TABLE failing (name text PRIMARY KEY, state text NOT NULL);
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE failure text := (SELECT state FROM failing WHERE name = NEW.name);
      BEGIN
        IF failure IS NOT NULL THEN RAISE EXCEPTION 'made to fail' USING ERRCODE = failure; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail BEFORE INSERT ON advertiser FOR EACH ROW EXECUTE FUNCTION fail()`);
  });
  const fail = (name: string, state: string) =>
    system.pool.query('INSERT INTO failing VALUES ($1, $2)', [name, state]);
  const mend = (name: string) => system.pool.query('DELETE FROM failing WHERE name = $1', [name]);

  test.each(FAILURES)('with %s is not replayed: sent again it runs', async (code, state) => {
    const { create, stored } = await caller();
    const key = randomUUID();
    await fail(code, state);
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { body, headers } = await create(key, code, { accept });
      expect(body.errors[0].extensions).toEqual({ code });
      expect(headers['retry-after']).toBe(code === 'SERVICE_UNAVAILABLE' ? '1' : undefined);
      expect(headers).not.toHaveProperty('idempotency-replayed');
    }
    await mend(code);
    const again = await create(key, code);
    expect(again.body.data.createAdvertiser.advertiser.name).toBe(code);
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
    expect(await stored()).toBe(1);
  });

  test.each([
    [
      '__typename before it',
      (field: string) => `mutation ($input: CreateAdvertiserInput!) { __typename ${field} }`,
    ],
    [
      'a fragment around it',
      (field: string) =>
        `mutation ($input: CreateAdvertiserInput!) { ...F } fragment F on Mutation { ${field} }`,
    ],
    [
      'an inline fragment around it and a name of its own',
      (field: string) => `mutation ($input: CreateAdvertiserInput!) { ... { __typename one: ${field} } }`,
    ],
    [
      'something before it that is skipped',
      (field: string) =>
        `mutation ($input: CreateAdvertiserInput!) { none: ${field.replace(' {', ' @skip(if: true) {')} ${field} }`,
    ],
  ])('is not replayed, with %s', async (name, around) => {
    const { ask, stored } = await caller();
    const key = randomUUID();
    const query = around('createAdvertiser(input: $input) { __typename }');
    const body = { query, variables: { input: advertiserInput({ name }) } };
    await fail(name, 'XX000');
    expect((await ask(key, body)).body.errors[0].extensions.code).toBe('INTERNAL');
    await mend(name);
    const again = await ask(key, body);
    expect(again.body.errors).toBeUndefined();
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
    expect(await stored()).toBe(1);
  });

  test('after another part of it was stored is replayed: running it again would store that part twice', async () => {
    const { ask, stored } = await caller();
    const key = randomUUID();
    await fail('Second', 'XX000');
    const body = {
      query: `mutation ($a: CreateAdvertiserInput!, $b: CreateAdvertiserInput!) {
        a: createAdvertiser(input: $a) { __typename }
        b: createAdvertiser(input: $b) { __typename }
      }`,
      variables: { a: advertiserInput({ name: 'First' }), b: advertiserInput({ name: 'Second' }) },
    };
    const first = await ask(key, body);
    expect(first.body.errors[0]).toMatchObject({ path: ['b'], extensions: { code: 'INTERNAL' } });
    await mend('Second');
    const again = await ask(key, body);
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    expect(await stored()).toBe(1);
  });
});
