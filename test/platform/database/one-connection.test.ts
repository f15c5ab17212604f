import { randomUUID } from 'node:crypto';
import type { GraphQLField } from 'graphql';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { updateTargeting } from '../../../src/domain/campaigns/targeting/update.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { guardedSystem } from '../../contract/guards/guarded.ts';
import { inputOf, KINDS } from '../../contract/guards/inputs.ts';
import { callOf, send } from '../../contract/guards/rest-calls.ts';
import { REST_ROWS } from '../../contract/guards/rest-rows.ts';
import { documentFor, kindOf } from '../../contract/guards/slots.ts';
import { contextOf } from '../../support/actors.ts';
import { ARUBA } from '../../support/seat.ts';

/**
 * A call never acquires a connection while it holds one: as many calls as the pool has connections would wait for
 * each other. So each write succeeds while all connections but one are held.
 */

const guarded = await guardedSystem();
const { pool } = guarded.system;
const seat = await guarded.estate();
const restSeat = await guarded.estate();

const held: PoolClient[] = [];
beforeAll(async () => {
  for (let left = pool.options.max - 1; left > 0; left -= 1) held.push(await pool.connect());
  // A call that waits in vain is found out sooner.
  pool.options.connectionTimeoutMillis = 1_500;
});
// The dictionary is read again, which is rarely necessary outside of tests.
beforeEach(() => held[0]?.query('UPDATE dictionary_version SET version = gen_random_uuid()'));
afterAll(() => {
  for (const client of held) client.release();
});

/** What others need is deleted after them, and the caller's own client last. */
const rank = (name: string): number => (name === 'revokeApiClient' ? 2 : Number(name.startsWith('delete')));
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
  // Outside of a sandbox they are refused: test/graphql/account/sandbox-verbs.test.ts.
  .filter(({ name }) => !name.includes('Sandbox'))
  .map((field) => [field.name, field] as const)
  .sort(([a], [b]) => rank(a) - rank(b));

type Field = GraphQLField<unknown, unknown>;

async function write(
  field: Field,
  input: Record<string, unknown> | undefined,
  validateOnly: boolean,
): Promise<string[]> {
  const { name, args } = field;
  const takes = (argument: string) => args.some((arg) => arg.name === argument);
  const kind = takes('id') && KINDS.find((one) => `delete${one}` === name);
  const single = takes('inputs') ? { inputs: [input] } : { input };
  const given = kind ? { id: seat.ids[kindOf(name, 'id', kind)] } : single;
  const document = documentFor({ kind: 'mutation', field, names: args.map((arg) => arg.name) });
  const headers = validateOnly ? {} : { 'idempotency-key': randomUUID() };
  const { data, errors } = await seat.graphql(document, { ...given, validateOnly }, headers);
  return errors ? [JSON.stringify(errors)] : [data.answer].flat().map((one) => JSON.stringify(one));
}

async function expectWritten(field: Field, input: Record<string, unknown> | undefined): Promise<void> {
  for (const validateOnly of [true, false])
    for (const answer of await write(field, input, validateOnly))
      expect(answer).toMatch(/^\{"__typename":"\w+(Payload|Item)"/);
}

describe('what the dictionary must know', () => {
  const target = (type: string, value: string) => ({ type, value });
  const bid = (targetType: string, targetValue: number) => ({
    added: [{ targetType, targetValue, multiplier: 2 }],
    edited: [],
  });
  test.each([
    ['createTargetingAttribute', target('WOEID', String(ARUBA))],
    ['createTargetingAttribute', target('DEVICE', 'TABLET')],
    ['createTargetingAttribute', target('SITE_X_DEVICE', 'MAIL_SETTINGS_X_DESKTOP')],
    ['createTargetingAttribute', target('SITE_GROUP_X_DEVICE', 'MAIL_ALL_X_DESKTOP')],
    ['createNativeAd', { callToActionText: 'Buy Now', flashSaleConfig: { countdownPrefixText: 'Ends in' } }],
    ['updateBidMultipliers', bid('SUPPLY_GROUP', 1)],
    ['updateBidMultipliers', bid('SITE_X_DEVICE', 3_001)],
    ['updateBidMultipliers', bid('SITE_GROUP_X_DEVICE', 1_001)],
  ])('%s %j', async (name, more) => {
    const [, field] = mutations.find(([one]) => one === name) ?? [];
    if (!field) throw new Error(`There is no mutation ${name}.`);
    await expectWritten(field, { ...inputOf(name, seat.ids, seat.mark), ...more });
  });

  test('the exchanges of a line', async () => {
    const ctx = await contextOf(guarded.system, seat.client);
    const input = { exchanges: { ids: [1] } };
    const update = { ctx, lineId: Number(seat.ids.Line), input, takesInventory: true };
    await expect(updateTargeting(update)).resolves.toMatchObject({ geos: [{ woeid: ARUBA }] });
  });
});

describe('GraphQL', () => {
  test.each(mutations)('%s', async (name, field) => {
    await expectWritten(field, inputOf(name, seat.ids, seat.mark));
  });
});

describe('REST', () => {
  const writes = Object.entries(REST_ROWS)
    .filter(([route, { seatless }]) => !route.startsWith('GET') && !seatless)
    .sort(([a], [b]) => Number(a.startsWith('DELETE')) - Number(b.startsWith('DELETE')));

  test.each(writes)('%s', async (route, row) => {
    const headers = { 'idempotency-key': randomUUID() };
    const { status, text } = await send(restSeat, route, callOf(route, row, restSeat), headers);
    expect([status, text]).toEqual([200, expect.any(String)]);
  });
});
