import { beforeAll, describe, expect, test } from 'vitest';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { inGraphqlNames } from '../support/graphql-names.ts';
import { callersOf } from '../support/seat.ts';
import { testSystem } from '../support/system.ts';

/** Whatever is refused, over whichever interface, its answer is bounded: 100 problems, 64 KiB. */

const system = await testSystem({ env: { FLIGHTLINE_STRICT_FIELDS: 'on' } });
const { caller } = await callersOf(system);
const { app, send } = await testApp(system);
const MAX_BYTES = 64 * 1024;
const many = <T>(count: number, item: T): T[] => Array(count).fill(item);
const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

let seat: Awaited<ReturnType<typeof caller>>;
let native: Record<string, string>;
let observed: Record<string, string>;
let events: Record<string, string>;
let lineId: number;
let pixelId: number;
let accountId: number;
beforeAll(async () => {
  seat = await caller();
  const { client } = seat;
  const token = await tokenFor(system, client);
  native = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  const wired = await createClient(system, { seatId: seat.seatId, wire: 'observed' });
  observed = { 'x-auth-method': 'OAuth2', 'x-auth-token': await tokenFor(system, wired) };
  ({ id: accountId } = await seat.advertiser());
  ({ id: lineId } = await seat.line());
  ({ id: pixelId } = await seat.pixel({ advertiserId: accountId }));
  const poster = await createClient(system, { seatId: seat.seatId, realms: ['events'], pixelIds: [pixelId] });
  events = { authorization: `Bearer ${await tokenFor(system, poster, { realm: 'events' })}` };
});

/** Those that refuse whole calls; each must be refused, and say so in a bounded answer. */
const items = (count: number, itemName: unknown) => ({
  accountId,
  name: 'List',
  status: 'ACTIVE',
  items: many(count, { itemName }),
});
const REFUSED: Record<string, () => Promise<{ status: number; body: unknown }>> = {
  'a native list of 500 wrong names': () => seat.post('/nativelists', items(500, 'not a domain')),
  'a native list of 50,000 items': () => seat.post('/nativelists', items(50_000, '')),
  'a native list of 500 wrong names, in the observed profile': () =>
    app
      .inject({
        method: 'POST',
        url: '/traffic/nativelists',
        headers: observed,
        payload: items(500, 'no domain '.repeat(25)),
      })
      .then((answer) => ({ status: answer.statusCode, body: answer.json() })),
  'names of fields of 60 kB': () =>
    seat.post('/lines', Object.fromEntries(many(15, 'x').map((x, n) => [x.repeat(60_000) + n, 1]))),
  'names of fields that JSON writes long': () =>
    seat.post('/lines', Object.fromEntries(many(500, '\u0001').map((x, n) => [x.repeat(300) + n, 1]))),
  'places of targeting': () =>
    seat.post(`/lines/${lineId}/targeting`, {
      types: many(9_000, { name: 'x' }),
      geos: { added: many(9_000, {}) },
    }),
  'bid multipliers': () =>
    seat.post(`/lines/${lineId}/bidmultipliers`, { added: many(9_000, {}), edited: many(500, {}) }),
  'a report': () =>
    send('POST', '/extreport/', {
      headers: native,
      body: { reportOption: { metricTypeIds: [1], accountIds: many(99_000, 'x') } },
    }),
};

test.each(Object.entries(REFUSED))('%s', async (_name, run) => {
  const { status, body } = await run();
  expect(status).toBe(400);
  expect(text(body).length).toBeLessThanOrEqual(MAX_BYTES);
  const { errors } = body as { errors?: { validationErrors?: { message: string }[] } };
  expect(errors?.validationErrors?.length ?? 0).toBeLessThanOrEqual(100);
});

test('a native list of 500 wrong names says how many more there are', async () => {
  const { body } = await seat.post('/nativelists', items(500, 'not a domain'));
  const { validationErrors } = body.errors;
  expect(validationErrors).toHaveLength(100);
  expect(validationErrors.at(-1)).toEqual({ message: 'and 401 more problems', propertyName: '' });
});

test('an array of events with 5,000 wrong ones', async () => {
  const { status, body } = await send('POST', `/v1/pixels/${pixelId}/events`, {
    headers: events,
    body: many(5_000, { user_data: 1, custom_data: 1 }),
  });
  expect(status).toBe(400);
  expect(body.errors).toHaveLength(100);
  expect(body.errors.at(-1)).toEqual({ index: -1, field: '', reason: 'and 14,901 more problems' });
  expect(text(body).length).toBeLessThanOrEqual(MAX_BYTES);
});

describe('a native batch of 500 wrong objects', () => {
  test.each(['POST', 'PUT'] as const)('%s', async (method) => {
    const { body } = await send(method, '/v3/rest/campaign', {
      headers: native,
      body: many(500, { advertiserId: {}, campaignName: 'x'.repeat(1_000), extra: 1 }),
    });
    expect(body.errors.length).toBeLessThanOrEqual(100);
    expect(body.errors.at(-1)).toMatchObject({
      errIndex: -1,
      description: expect.stringMatching(/^and \d+ more problems$/),
    });
    expect(body.response).toHaveLength(500);
    expect(text(body).length).toBeLessThanOrEqual(MAX_BYTES);
  });
});

describe('GraphQL', () => {
  const issues = '... on ValidationError { message issues { path message } }';
  const line = { campaignId: 'x', name: ' ', status: 'ACTIVE', bidPrice: -1 };

  test.each(['createLines', 'updateLines'])(
    '500 wrong inputs of %s name 100 problems together',
    async (name) => {
      const type = `${name.charAt(0).toUpperCase()}${name.slice(1, -1)}Input`;
      const { body } = await seat.graphql(
        `mutation ($inputs: [${type}!]!) { answer: ${name}(inputs: $inputs) { __typename ${issues} } }`,
        { inputs: many(500, name === 'createLines' ? line : { id: lineId, name: ' ', bidPrice: -1 }) },
      );
      const all = body.data.answer.flatMap((one: { issues: object[] }) => one.issues);
      expect(all).toHaveLength(100);
      expect(all.at(-1)).toEqual({ path: '', message: expect.stringMatching(/^and [\d,]+ more problems$/) });
      expect(body.data.answer).toHaveLength(500);
      expect(text(body).length).toBeLessThanOrEqual(MAX_BYTES);
    },
  );

  test('aliases do not multiply what is refused', async () => {
    const aliases = many(100, '').map((_, n) => `i${n}: issues { path message } m${n}: message`);
    const { body } = await seat.graphql(
      `mutation ($input: CreateNativeListInput!) {
        createNativeList(input: $input) { ... on ValidationError { ${aliases.join(' ')} } } }`,
      {
        input: inGraphqlNames('CreateNativeListInput', items(500, `not a domain ${'x'.repeat(100)}`)),
      },
    );
    expect(body.data.createNativeList.i0.length).toBeGreaterThan(50);
    expect(text(body).length).toBeLessThanOrEqual(MAX_BYTES);
  });

  const alias = (n: number) => `${'a'.repeat(30)}${n}`;
  const times = (count: number, select: (n: number) => string) =>
    many(count, '')
      .map((_, n) => select(n))
      .join(' ');

  /** What is selected of errors; the number of inputs is 500. */
  const SELECTIONS: Record<string, string> = {
    'codes and statuses': `... on Error { ${times(40, (n) => `${alias(n)}: code b${n}: httpStatus`)} }`,
    'names of types': times(60, (n) => `${alias(n)}: __typename`),
    'messages and problems': `... on ValidationError { ${times(40, (n) => `${alias(n)}: message b${n}: issues { path }`)} }`,
    'parts of problems': `... on ValidationError { issues { ${times(15, (n) => `p${n}: path m${n}: message t${n}: __typename`)} } }`,
    'a little of each': '__typename ... on Error { c: code s: httpStatus m: message }',
    'all once': `__typename ... on Error { code httpStatus message } ${issues}`,
  };

  test.each(Object.entries(SELECTIONS))(
    '%s of 500 refused inputs take at most 64 KiB',
    async (_name, selection) => {
      for (const sent of [line, { ...line, name: '\u0001'.repeat(100), language: '€'.repeat(100) }]) {
        const { body } = await seat.graphql(
          `mutation ($inputs: [CreateLineInput!]!) { answer: createLines(inputs: $inputs) { ${selection} } }`,
          { inputs: many(500, sent) },
        );

        if (body.errors) expect(body.errors[0].extensions).toEqual({ code: 'DOCUMENT_LIMIT_EXCEEDED' });
        else expect(body.data.answer).toHaveLength(500);
        expect(text(body).length).toBeLessThanOrEqual(MAX_BYTES);
      }
    },
  );

  test('many mutations that are refused take at most 64 KiB together', async () => {
    const selection = `__typename ... on Error { code httpStatus message } ${issues}`;
    for (const count of [100, 300, 560]) {
      const { body } = await seat.graphql(
        `mutation ($input: CreateLineInput!) { ${times(count, (n) => `r${n}: createLine(input: $input) { ...R }`)} }
        fragment R on CreateLineResult { ${selection} }`,
        { input: line },
      );
      if (count < 400) expect(Object.keys(body.data)).toHaveLength(count);
      else expect(body.errors[0].extensions.code).toBe('DOCUMENT_LIMIT_EXCEEDED');
      expect(text(body).length).toBeLessThanOrEqual(MAX_BYTES);
    }
  });

  test('what a usual client selects of 500 refused inputs is not refused', async () => {
    const { body } = await seat.graphql(
      `mutation ($inputs: [CreateLineInput!]!) { createLines(inputs: $inputs) {
        __typename ... on Error { code httpStatus message } ${issues} } }`,
      { inputs: many(500, line) },
    );
    expect(body.data.createLines[0].issues.length).toBeGreaterThan(0);
    expect(body.data.createLines[499]).toMatchObject({ code: 'VALIDATION', httpStatus: 400 });
  });
});
