import { getNamedType, isCompositeType, isNonNullType, Kind, parse, visit } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { costOf } from '../../src/graphql/server/price/cost.ts';
import { createMember } from './guards/estate.ts';
import { guardedSystem } from './guards/guarded.ts';

/** Errors say what is wrong with which value, and what to do. */

const guarded = await guardedSystem();
const estate = await guarded.estate();
const { system, app } = guarded;
const viewer = await createMember({ system, app, seatId: estate.seatId, role: 'VIEWER' });

describe('an invalid value in a document', () => {
  test.each([
    ['updateLine(input: {id: 1, bidPrice: "abc"}) { __typename }', 'input.bidPrice'],
    [
      'updateLine(input: {id: 1, schedules: [{id: 1}, {budget: true}]}) { __typename }',
      'input.schedules[1].budget',
    ],
    ['updateLine(input: {id: 1, goalType: FOO}) { __typename }', 'input.goalType'],
  ])('%s names the value and its place', async (field, name) => {
    const { errors } = await estate.graphql(`mutation { ${field} }`);
    expect(errors[0].message).toContain(`"${name}": `);
    expect(errors[0].locations).toEqual([expect.objectContaining({ line: 1 })]);
    expect(errors[0].locations[0].column).toBeGreaterThan(11);
  });
});

test('the error of a cursor of another order names the order, and that of a forged one only says that it is invalid', async () => {
  const { data } = await estate.graphql(
    '{ advertisers(first: 1, orderBy: {field: NAME}) { pageInfo { endCursor } } }',
  );
  const { endCursor } = data.advertisers.pageInfo;
  const message = async (cursor: string) =>
    (await estate.graphql('query ($c: String) { advertisers(after: $c) { nodes { id } } }', { c: cursor }))
      .errors[0].message;
  expect(await message(endCursor)).toBe(
    'Argument "after" is a cursor of another order: of name, not of id. Cursors are valid for the order that returned them.',
  );
  expect(await message('bm9uc2Vuc2U')).toBe('Argument "after" must be a cursor of this connection.');
});

test('a conflict carries the object in its current state, of every kind of object with a precondition', async () => {
  const { ids } = estate;
  for (const [name, kind] of [
    ['updateAdvertiser', 'Advertiser'],
    ['updateCampaign', 'Campaign'],
    ['updateLine', 'Line'],
    ['updateNativeList', 'NativeList'],
    ['updateAdGroup', 'AdGroup'],
  ] as const) {
    const { data, errors } = await estate.graphql(
      `mutation { done: ${name}(input: {id: "${kind}:${ids[kind]}", updatedAt: "2020-01-01T00:00:00.000Z"}) {
        __typename ... on ConflictError { message current { __typename id } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.done).toMatchObject({
      __typename: 'ConflictError',
      current: { __typename: kind, id: `${kind}:${ids[kind]}` },
    });
  }
});

test('a document ID is refused with the setting that would serve it', async () => {
  const send = (body: object) => estate.send('POST', '/graphql', { body });
  for (const body of [
    { documentId: 'sha256:abc' },
    { extensions: { persistedQuery: { sha256Hash: 'abc' } } },
  ]) {
    const { status, text } = await send(body);
    expect(status).toBe(400);
    expect(text).toContain('FLIGHTLINE_TRUSTED_DOCUMENTS is off');
  }
});

test('a root field that a role may not read leaves its neighbours', async () => {
  const refused: string[] = [];
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    if (field.args.some(({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined))
      continue;
    const type = getNamedType(field.type);
    const below = /Connection$/.test(type.name) ? '{ nodes { __typename } }' : '{ __typename }';
    const selected = isCompositeType(type) ? `${field.name} ${below}` : field.name;
    const { data, errors } = await viewer.graphql(`{ viewer { role } ${selected} }`);
    expect(data?.viewer, field.name).toMatchObject({ role: 'VIEWER' });
    if (errors) refused.push(field.name);
  }
  expect(refused.sort()).toEqual([
    'apiClients',
    'sandboxClock',
    'sandboxFaults',
    'sandboxSnapshots',
    'webhooks',
  ]);
});

describe('the page size suggested to a request over the cost ceiling', () => {
  const taken = (query: string, size: number) =>
    visit(parse(query), {
      Field(node) {
        const page = Object.values(schema.getTypeMap())
          .flatMap((type) => ('getFields' in type ? Object.values(type.getFields()) : []))
          .find(
            (field) =>
              field.name === node.name.value &&
              'args' in field &&
              field.args.some((argument: { name: string }) => argument.name === 'first'),
          );
        if (!page || !node.selectionSet) return undefined;
        const value = { kind: Kind.INT, value: String(size) } as const;
        const first = { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: 'first' }, value } as const;
        return {
          ...node,
          arguments: [...(node.arguments ?? []).filter(({ name }) => name.value !== 'first'), first],
        };
      },
    });
  test.each([
    '{ advertisers(first: 100) { nodes { lines(first: 100) { nodes { ads { nodes { id creative { id } } } } } } } }',
    '{ advertisers { nodes { campaigns { nodes { lines { nodes { ads { nodes { id } } } } } } } } }',
    `{ ${Array.from({ length: 300 }, (_, n) => `a${n}: lineAlerts(first: 100) { nodes { line { ads { nodes { id } } } } }`).join(' ')} }`,
  ])('passes in every list: %#', async (query) => {
    const { errors } = await estate.graphql(query);
    const [, size] = /`first: (\d+)` in every list/.exec(errors[0].message) ?? [];
    if (size === undefined) expect(errors[0].message).toMatch(/there\.|Select fewer fields\.$/);
    else expect(costOf({ schema, document: taken(query, Number(size)) })).toBeLessThanOrEqual(20_000);
  });
});
