import { randomUUID } from 'node:crypto';
import { getNamedType, isObjectType, isUnionType } from 'graphql';
import type { PoolClient } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';
import { createClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { sandboxSystem } from '../../support/sandbox.ts';
import { createAdvertiser } from '../../support/traffic/intake.ts';

/** What test/contract and one-connection.test.ts ask of every mutation, for those that are refused outside of a sandbox. */

const system = await sandboxSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());
const admin = await createClient(system);
const { clientId } = await createClient(system, { seatId: admin.seatId });
await createAdvertiser(system, admin.seatId);

const names = Object.keys(schema.getMutationType()?.getFields() ?? {}).filter((name) =>
  name.includes('Sandbox'),
);
let faultId = 0;
/** In an order in which each finds what it needs. */
const INPUTS: Readonly<Record<string, () => object>> = {
  addSandboxFault: () => ({ clientId, path: '/traffic', fault: '429' }),
  removeSandboxFault: () => ({ faultId }),
  advanceSandboxClock: () => ({ by: '1h' }),
  setSandboxClock: () => ({ speed: 2 }),
  takeSandboxSnapshot: () => ({ name: 'guard' }),
  restoreSandboxSnapshot: () => ({ name: 'guard' }),
  removeSandboxSnapshot: () => ({ name: 'guard' }),
  resetSandbox: () => ({ confirm: true }),
};
const verbs = Object.keys(INPUTS);

async function call(
  name: string,
  fields: string,
  input: object,
  validateOnly: boolean,
  key: string = randomUUID(),
) {
  const Name = name.replace(/^./, (letter) => letter.toUpperCase());
  const headers = {
    ...(await bearerHeaders(system, admin)),
    ...(!validateOnly && { 'idempotency-key': key }),
  };
  const query = `mutation ($input: ${Name}Input!, $dry: Boolean!) { result: ${name}(input: $input, validateOnly: $dry) {
    __typename ... on ${Name}Payload { ${fields} } ... on Error { message } } }`;
  const { body } = await send('POST', '/graphql', {
    headers,
    body: { query, variables: { input, dry: validateOnly } },
  });
  return body.errors ?? body.data.result;
}

/** The fields of a verb's payload, by name, with a selection of each. */
function fieldsOf(name: string): ReadonlyMap<string, string> {
  const field = schema.getMutationType()?.getFields()[name];
  const type = field && getNamedType(field.type);
  const payload = isUnionType(type) ? type.getTypes().find((one) => one.name.endsWith('Payload')) : undefined;
  const fields = payload ? Object.values(payload.getFields()) : [];
  return new Map(
    fields.map((field) => {
      const of = getNamedType(field.type);
      const parts = isObjectType(of) ? ` { ${Object.keys(of.getFields()).join(' ')} }` : '';
      return [field.name, field.name + parts];
    }),
  );
}
const selectionOf = (name: string): string => [...fieldsOf(name).values()].join(' ');

const state = async () =>
  (
    await system.pool.query(
      `SELECT (SELECT json_agg(sandbox_clock) FROM sandbox_clock) AS clock,
         (SELECT count(*) FROM sandbox_fault) AS faults, (SELECT count(*) FROM advertiser) AS advertisers,
         (SELECT json_agg(nspname ORDER BY nspname) FROM pg_namespace) AS schemas`,
    )
  ).rows;

const payload = (name: string) => ({
  __typename: `${name.replace(/^./, (letter) => letter.toUpperCase())}Payload`,
});

it('every verb of a sandbox is tried here', () => {
  expect(verbs.sort()).toEqual(names.sort());
});

it('there is something that the verbs change', async () => {
  const added = await call('addSandboxFault', 'faultId', { clientId, fault: '429' }, false);
  faultId = added.faultId;
  expect(await call('takeSandboxSnapshot', 'name', { name: 'guard' }, false)).toMatchObject({
    name: 'guard',
  });
  const [before] = await state();
  expect(before).toMatchObject({ faults: '1', advertisers: '1' });
});

describe.each(Object.entries(INPUTS))('%s', (name, input) => {
  it('a dry run answers every field of its payload, and changes nothing', async () => {
    const fields = [...fieldsOf(name).keys()];
    expect(fields.length).toBeGreaterThan(0);
    const before = await state();
    const answer = await call(name, selectionOf(name), input(), true);
    expect(answer).toMatchObject(payload(name));
    expect(Object.keys(answer).sort()).toEqual(['__typename', ...fields].sort());
    expect(await state()).toEqual(before);
  });
});

it.each(['takeSandboxSnapshot', 'restoreSandboxSnapshot'])('%s takes names of one line', async (name) => {
  for (const broken of ['a\nb', 'a\u2028b', 'a\tb', 'a\u0085b', 'a\u001bb', ''])
    for (const isDry of [true, false])
      expect(await call(name, '__typename', { name: broken }, isDry), JSON.stringify(broken)).toMatchObject({
        __typename: 'ValidationError',
        message: expect.stringMatching(/^name must /),
      });
});

it('a fault that is added or removed again under the same key is added or removed once', async () => {
  const again = async (name: string, input: object) => {
    const key = randomUUID();
    const first = await call(name, 'faultId', input, false, key);
    expect(first).toMatchObject(payload(name));
    expect(await call(name, 'faultId', input, false, key)).toEqual(first);
    return { ...first, faults: (await state())[0].faults };
  };
  const added = await again('addSandboxFault', { clientId, path: '/native', fault: '503' });
  expect(added.faults).toBe('2');
  expect(await again('removeSandboxFault', { faultId: added.faultId })).toMatchObject({ faults: '1' });
});

it('each verb succeeds while all connections but one are held', async () => {
  const { pool } = system;
  const held: PoolClient[] = [];
  for (let left = pool.options.max - 1; left > 0; left -= 1) held.push(await pool.connect());
  pool.options.connectionTimeoutMillis = 1_500;
  try {
    for (const [name, input] of Object.entries(INPUTS))
      for (const isDry of [true, false])
        expect(await call(name, selectionOf(name), input(), isDry), name).toMatchObject(payload(name));
  } finally {
    for (const client of held) client.release();
  }
  const [after] = await state();
  expect(after).toMatchObject({ faults: '0', advertisers: '0' });
});

it('what is sent again under the same key after a snapshot, a reset or a restore changes nothing', async () => {
  const requests = [
    ['takeSandboxSnapshot', 'name', { name: 'guard' }],
    ['resetSandbox', 'now', { confirm: true }],
    ['restoreSandboxSnapshot', 'now', { name: 'guard' }],
  ] as const;
  const before = (await state())[0].advertisers;
  for (const [name, fields, input] of requests) {
    const key = randomUUID();
    const first = await call(name, fields, input, false, key);
    expect(first).toMatchObject(payload(name));
    await createAdvertiser(system, admin.seatId);
    const after = await state();
    expect(await call(name, fields, input, false, key)).toEqual(first);
    expect(await state()).toEqual(after);
  }
  // The snapshot is the one from before the first advertiser.
  expect((await state())[0].advertisers).toBe(String(Number(before) + 1));
  await call('restoreSandboxSnapshot', 'now', { name: 'guard' }, false);
  expect((await state())[0].advertisers).toBe(before);
});

it('a clock that is moved by a month does not expire the key of the call', async () => {
  const key = randomUUID();
  const first = await call('advanceSandboxClock', 'now', { by: '30d' }, false, key);
  expect(first.__typename).toBe('AdvanceSandboxClockPayload');
  expect(await call('advanceSandboxClock', 'now', { by: '30d' }, false, key)).toEqual(first);
});
