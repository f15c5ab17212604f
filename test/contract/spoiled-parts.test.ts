import { getNamedType, isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { guardedSystem } from './guards/guarded.ts';
import { type Ids, INPUTS } from './guards/inputs.ts';
import { callOf, send } from './guards/rest-calls.ts';
import { REST_ROWS } from './guards/rest-rows.ts';

/**
 * A body of which one part is of a wrong shape is refused, or taken where the part may be so: over both interfaces, in
 * both wire profiles, and never with an internal error. `SPOIL=all` runs all; by default one of 23.
 */

const EVERY = process.env.SPOIL === 'all' ? 1 : 23;
const GONE = Symbol('gone');
const SPOILS = [
  GONE,
  null,
  'x',
  -1,
  1.5,
  true,
  {},
  [],
  [null],
  ['x'],
  [{}],
  { x: 1 },
  { toString: 1 },
] as const;

const guarded = await guardedSystem();
const estate = await guarded.estate();

type Json = unknown;
/** The body with each part of it spoiled in turn. */
function* spoiled(value: Json, depth = 0): Generator<Json> {
  if (depth > 4) return;
  const parts =
    Array.isArray(value) || (typeof value === 'object' && value !== null) ? Object.entries(value) : [];
  for (const [key, part] of parts) {
    const withPart = (other: Json): Json => {
      if (Array.isArray(value)) return value.flatMap((one, at) => (String(at) === key ? [other] : [one]));
      return { ...(value as object), [key]: other };
    };
    for (const spoil of SPOILS) {
      if (spoil !== GONE) yield withPart(spoil);
      else if (!Array.isArray(value))
        yield Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== key));
    }
    for (const inner of spoiled(part, depth + 1)) yield withPart(inner);
  }
}

/** Bodies that only clients of the observed profile send. */
const OBSERVED: Readonly<Record<string, (ids: Ids) => unknown>> = {
  'POST /traffic/lines/:id/targeting': (ids) => ({
    types: [{ name: 'SITE_LISTS', isTargeted: true }],
    geos: { added: [{ name: 'Aruba', excluded: false }], removedNames: ['Aruba'], removed: [7] },
    nativeLists: { added: [{ entityId: ids.NativeList, excluded: true }] },
    siteLists: { added: [{ entityId: ids.NativeList, excluded: true }], removed: [ids.NativeList] },
    deals: { added: [ids.Deal], removed: [ids.Deal], clearAll: false },
    publishers: [7],
    publishersIncluded: true,
  }),
  'POST /extreport': (ids) => ({
    reportOption: {
      timezone: 'UTC',
      currency: 1,
      accountIds: [ids.Advertiser],
      dimensionTypeIds: [4],
      metricTypeIds: [1],
      filterOptions: [{ dimensionTypeId: 4, values: [ids.Advertiser] }],
      limitSpec: { rows: 10, columns: [{ name: 'Impressions', direction: 'DESC' }] },
      havingSpec: { or: [{ name: 'Impressions', operator: '>', value: 1 }] },
    },
    intervalTypeId: 1,
    dateTypeId: 11,
    startDate: '2026-01-01T00:00:00-05:00',
    endDate: '2026-01-02T00:00:00-05:00',
  }),
};

const writes = guarded.routes.filter(
  (route) => /^(POST|PUT) \/(traffic|v3|extreport|v1)/.test(route) && REST_ROWS[route],
);

async function failures(calls: Iterable<{ name: string; ask: () => Promise<string | undefined> }>) {
  const failed: string[] = [];
  let index = 0;
  for (const { name, ask } of calls) {
    index += 1;
    if (index % EVERY !== 0) continue;
    const failure = await ask();
    if (failure) failed.push(`${name}: ${failure}`);
  }
  return failed;
}

test.each(['documented', 'observed'])(
  'REST, %s',
  async (wire) => {
    await guarded.system.pool.query('UPDATE api_client SET wire = $1 WHERE id = $2', [
      wire,
      estate.client.clientId,
    ]);
    const calls = function* () {
      for (const route of writes) {
        const row = REST_ROWS[route];
        if (!row) continue;
        const call = callOf(route, row, estate);
        const bodies = [call.body, ...(wire === 'observed' ? [OBSERVED[route]?.(estate.ids)] : [])];
        for (const body of bodies.filter((one) => typeof one === 'object'))
          for (const wrong of spoiled(body))
            yield {
              name: `${route} ${JSON.stringify(wrong)}`,
              ask: async () => {
                const { status, text } = await send(estate, route, { ...call, body: wrong });
                return status >= 500 ? `${status} ${text.slice(0, 200)}` : undefined;
              },
            };
      }
    };
    expect((await failures(calls())).slice(0, 20)).toEqual([]);
  },
  600_000,
);

test('GraphQL', async () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const calls = function* () {
    for (const { name, args } of mutations) {
      const type = args.find((one) => one.name === 'input')?.type;
      const input = INPUTS[name]?.(estate.ids, `${estate.mark}spoiled`);
      if (!type || !input || !isInputObjectType(getNamedType(type))) continue;
      for (const wrong of spoiled(input))
        yield {
          name: `${name} ${JSON.stringify(wrong)}`,
          ask: async () => {
            const { errors } = await estate.graphql(
              `mutation ($input: ${type}) { ${name}(input: $input, validateOnly: true) { __typename } }`,
              { input: wrong },
            );
            return errors?.some(
              (error: { extensions?: { code?: string } }) => error.extensions?.code === 'INTERNAL',
            )
              ? JSON.stringify(errors)
              : undefined;
          },
        };
    }
  };
  expect((await failures(calls())).slice(0, 20)).toEqual([]);
}, 600_000);
