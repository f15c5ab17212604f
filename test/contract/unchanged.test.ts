import { getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { guardedSystem } from './guards/guarded.ts';
import { INPUTS, type Kind } from './guards/inputs.ts';
import { callOf, send } from './guards/rest-calls.ts';
import { REST_ROWS } from './guards/rest-rows.ts';
import { lost, snapshot } from './guards/rows-of.ts';

/**
 * A write that changes nothing leaves no trace: no row, no history entry, the same `updatedAt`, so that the
 * precondition of the next writer holds. Every update of the schema and every PUT of the routes is tried.
 */
const guarded = await guardedSystem();
const estate = await guarded.estate();
const { pool } = guarded.system;

/** The rows that `write` adds, changes or deletes, in any table. */
async function traceOf(write: () => Promise<void>): Promise<string[]> {
  const before = await snapshot(pool);
  await write();
  const after = await snapshot(pool);
  return [...lost(before, after), ...lost(after, before)];
}

const updates = Object.entries(schema.getMutationType()?.getFields() ?? {}).filter(([name]) =>
  /^(update|schedule)/.test(name),
);

describe.each(updates)('%s', (name, { args }) => {
  const bulk = args.find((argument) => argument.name === 'inputs');
  const one = bulk ? name.replace(/s$/, '') : name;
  const type = getNamedType((bulk ?? args.find((argument) => argument.name === 'input'))?.type);
  const selection = `{ __typename ... on Error { message } ... on ValidationError { issues { path message } } }`;
  const argument = bulk ? 'inputs: [$input]' : 'input: $input';
  const document = `mutation ($input: ${type}!) { done: ${name}(${argument}) ${selection} }`;

  test('sent a second time stores nothing', async () => {
    const input = INPUTS[one]?.(estate.ids, estate.mark);
    const update = async () => {
      const { data } = await estate.graphql(document, { input });
      for (const result of [data.done].flat()) expect(result.__typename).not.toMatch(/Error$/);
    };
    await update();
    expect(await traceOf(update)).toEqual([]);
  });
});

test('names the row and nothing else stores nothing', async () => {
  const kinds = updates.flatMap(([name, { args }]) => {
    const kind = name.replace('update', '');
    return kind in estate.ids && args.some((argument) => argument.name === 'input') ? [kind as Kind] : [];
  });
  expect(kinds.length).toBeGreaterThan(12);
  for (const kind of kinds) {
    const update = async () => {
      const { data } = await estate.graphql(
        `mutation ($input: Update${kind}Input!) { done: update${kind}(input: $input) { __typename } }`,
        { input: { id: estate.ids[kind] } },
      );
      expect(data.done.__typename).toBe(`Update${kind}Payload`);
    };
    expect(await traceOf(update), kind).toEqual([]);
  }
});

const routes = guarded.routes.filter((route) => /^PUT \/(traffic|v3)/.test(route));

describe.each(routes)('%s', (route) => {
  test('of the response to GET stores nothing', async () => {
    const row = REST_ROWS[route] ?? { graphql: '' };
    const path = route.replace('PUT', 'GET').replace('/ad/:id', '/ads/:id');
    const read = path.includes(':') ? path : `${path}/:id`;
    const get = () => send(estate, read, callOf(read, { ...row, graphql: '' }, estate));
    const stored = await get();
    expect(stored.status).toBe(200);
    const { response } = JSON.parse(stored.text);
    const trace = await traceOf(async () => {
      const call = { ...callOf(route, row, estate), body: response };
      const answer = await send(estate, route, call);
      expect(answer.text).toContain('"id"');
      expect(answer.status).toBe(200);
    });
    expect(trace).toEqual([]);
    expect(JSON.parse((await get()).text).response).toEqual(response);
  });
});
