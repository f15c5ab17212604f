import { expect, test } from 'vitest';
import { createClient, type TestClient } from '../support/actors.ts';
import { bearerHeaders, testApp } from '../support/app.ts';
import { ADVERTISER } from '../support/seat.ts';
import { testSystem } from '../support/system.ts';

/** `search` over all resources of the seat. */

const system = await testSystem();
const { send } = await testApp(system);

async function graphql(caller: TestClient, query: string, variables: object = {}) {
  const headers = await bearerHeaders(system, caller);
  return (await send('POST', '/graphql', { headers, body: { query, variables } })).body;
}

const SEARCH = `query ($query: String!, $first: Int, $after: String, $types: [SearchType!], $perType: Int, $allowTypos: Boolean) {
  search(query: $query, first: $first, after: $after, types: $types, perType: $perType, allowTypos: $allowTypos) {
    nodes { __typename id ... on Line { name } } edges { cursor node { id } }
    totalCount isApproximate counts { type count } pageInfo { hasNextPage endCursor } } }`;

const find = async (caller: TestClient, query: string, more: object = {}) =>
  (await graphql(caller, SEARCH, { query, ...more })).data.search;
const idsOf = async (...args: Parameters<typeof find>) =>
  (await find(...args)).nodes.map(({ id }: { id: string }) => id);

async function create(caller: TestClient, name: string, input: object): Promise<string> {
  const one = name.charAt(0).toLowerCase() + name.slice(1);
  const { data } = await graphql(
    caller,
    `mutation ($input: Create${name}Input!) { create${name}(input: $input) {
      ... on Create${name}Payload { ${one} { id } } ... on Error { message } } }`,
    { input },
  );
  return data[`create${name}`][one].id;
}

async function seatWith(...lines: string[]) {
  const caller = await createClient(system);
  const advertiserId = await create(caller, 'Advertiser', { ...ADVERTISER, name: 'Café Zürich' });
  const campaignId = await create(caller, 'Campaign', {
    ...{ advertiserId, name: 'Autumn', status: 'ACTIVE', budget: 1000, budgetType: 'LIFETIME' },
    ...{ objective: 'VISIT_WEB', language: 'en', channel: 'SEARCH_AND_NATIVE' },
  });
  const ids = [];
  for (const name of lines) ids.push(await create(caller, 'Line', { campaignId, name }));
  return { caller, advertiserId, campaignId, lines: ids };
}

test('words are found in any order, whatever their case and accents', async () => {
  const { caller, advertiserId, lines } = await seatWith('Été à la plage', 'Straße 100% ØRE', 'Beach');
  for (const query of ['ete plage', 'PLAGE été', 'lage ÉT', '  plage  '])
    expect(await idsOf(caller, query), query).toEqual([lines[0]]);
  for (const query of ['strasse', 'STRASSE 100%', 'øre', 'ore'])
    expect(await idsOf(caller, query), query).toEqual([lines[1]]);
  expect(await idsOf(caller, 'zurich cafe')).toEqual([advertiserId]);
  expect(await idsOf(caller, 'beach plage')).toEqual([]);
  // What is special in a pattern is text here.
  for (const query of ['%', '100_', '\\'])
    expect(await idsOf(caller, query)).toEqual(query === '%' ? [lines[1]] : []);
});

test('an ID is found by its number, with its type in words, and as a global ID, before names', async () => {
  const { caller, campaignId, lines } = await seatWith('First');
  const [id] = lines;
  const number = String(id).split(':')[1];
  const named = await create(caller, 'Line', { campaignId, name: `Line ${number} again` });
  const found = await idsOf(caller, `${number}`);
  expect(found).toContain(id);
  expect(found.at(-1)).toBe(named);
  expect(await idsOf(caller, `#${number}`)).toEqual(found.slice(0, -1));
  expect(await idsOf(caller, `line ${number}`)).toEqual([id, named]);
  for (const query of [`Line:${number}`, `LINE #${number}`]) expect((await idsOf(caller, query))[0]).toBe(id);
  expect(await idsOf(caller, `native list ${number}`)).toEqual([]);
  expect(await idsOf(caller, '9999999999')).toEqual([]);
});

test('better matches come first, and pages go on where they ended', async () => {
  const { caller, lines } = await seatWith('Midwinter', 'Sale in winter', 'Winter sale', 'Winter');
  const [within, begins, first, same] = lines;
  const best = [same, first, begins, within];
  expect(await idsOf(caller, 'winter')).toEqual(best);
  const one = await find(caller, 'winter', { first: 3 });
  expect(one).toMatchObject({
    ...{ totalCount: 4, counts: [{ type: 'Line', count: 4 }], pageInfo: { hasNextPage: true } },
    edges: best.slice(0, 3).map((id) => ({ node: { id } })),
  });
  const rest = await find(caller, 'winter', { after: one.pageInfo.endCursor });
  expect(rest).toMatchObject({ nodes: [{ id: within }], totalCount: 4, pageInfo: { hasNextPage: false } });
});

test('types narrow it, and an ad has the name of its creative', async () => {
  const { caller, advertiserId, lines } = await seatWith('Harbour');
  const creativeId = await create(caller, 'Creative', { advertiserId, name: 'Harbour', mediaType: 'NATIVE' });
  const adId = await create(caller, 'Ad', { lineId: lines[0], creativeId, status: 'ACTIVE' });
  expect(await idsOf(caller, 'harbour')).toEqual([lines[0], adId, creativeId]);
  expect(await idsOf(caller, 'harbour', { types: ['Ad', 'Deal'] })).toEqual([adId]);
  expect(await idsOf(caller, 'harbour', { types: [] })).toEqual([]);
});

test('nothing of another seat is found', async () => {
  const { caller, lines } = await seatWith('Secret line');
  const other = await createClient(system);
  const number = String(lines[0]).split(':')[1];
  for (const query of ['secret', `line ${number}`, `${number}`])
    expect(await find(other, query)).toMatchObject({ nodes: [], totalCount: 0, counts: [] });
  expect(await idsOf(caller, 'secret')).toEqual(lines);
});

test('a query is bounded, and refused by the name of the argument', async () => {
  const caller = await createClient(system);
  const says = async (query: string, more: object = {}) =>
    (await graphql(caller, SEARCH, { query, ...more })).errors?.[0];
  expect(await says('  ')).toMatchObject({ message: 'Argument "query" must not be blank.' });
  expect(await says('x'.repeat(201))).toMatchObject({
    ...{ message: 'Argument "query" must be at most 200 characters long.' },
    extensions: { code: 'BAD_USER_INPUT', argument: 'query' },
  });
  expect(await says('a b c d e f g h i')).toMatchObject({
    message: 'Argument "query" must have at most 8 words.',
  });
  expect(await says('a\0b')).toMatchObject({ extensions: { argument: 'query' } });
  expect(await says('a', { first: 101 })).toMatchObject({ extensions: { argument: 'first' } });
  expect(await says('a', { after: 'x' })).toMatchObject({ extensions: { argument: 'after' } });
});

test('of each type as many are found as are wanted, the best first, and all are counted', async () => {
  const { caller, campaignId, lines } = await seatWith(
    'Rain shells',
    'Rain shells 2',
    'Old rain shells',
    'Other',
  );
  const { seatId } = caller;
  await system.db.campaign.updateMany({ where: { seatId }, data: { name: 'Season: Rain shells' } });
  const found = await find(caller, 'rain shells', { perType: 2, first: 2 });
  expect(found.nodes.map(({ id }: { id: string }) => id)).toEqual(lines.slice(0, 2));
  expect(found).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } });
  const next = await find(caller, 'rain shells', { perType: 2, first: 2, after: found.pageInfo.endCursor });
  // The campaign follows: a third line would be one too many.
  expect(next.nodes.map(({ id }: { id: string }) => id)).toEqual([campaignId]);
  expect(next.pageInfo.hasNextPage).toBe(false);
  const { errors } = await graphql(caller, SEARCH, { query: 'rain', perType: 0 });
  expect(errors[0].message).toContain('must be from 1 to');
});

test('with one wrong letter, similar names are found where there are no others, and it is said', async () => {
  const { caller, lines } = await seatWith('Parfum d’été – Display', 'Trail shoes', 'Kräutertee', 'Paraffin');
  const typed = (query: string, more: object = {}) => find(caller, query, { allowTypos: true, ...more });
  const [perfume, shoes, tea] = lines;
  for (const [query, id] of [
    // A letter is missing, wrong, too many, or two are swapped, in each half and between them.
    ...(['parfm', 'pafrum', 'barfum', 'parfuum', 'parufm', 'parfum dete', "parfum d'ete"] as const).map(
      (each) => [each, perfume] as const,
    ),
    ['trial', shoes],
    ['traill shoes', shoes],
    ['shoes taril', shoes],
    ['krauteree', tea],
  ] as const) {
    const { nodes, isApproximate, totalCount, counts } = await typed(query);
    expect([query, nodes.map((node: { id: string }) => node.id)]).toEqual([query, [id]]);
    expect({ isApproximate, totalCount, counts }, query).toEqual({
      ...{ isApproximate: true, totalCount: 1, counts: [{ type: 'Line', count: 1 }] },
    });
  }
  // What matches exactly is all that is found, short words have no wrong letter, and nothing is guessed unasked.
  expect(await typed('paraf')).toMatchObject({ isApproximate: false, totalCount: 1 });
  for (const query of ['tral', 'parfum xy', 'something', '%%%%%', 'traxx shoes'])
    expect(await typed(query), query).toMatchObject({ isApproximate: false, totalCount: 0 });
  expect(await find(caller, 'parfm')).toMatchObject({ isApproximate: false, totalCount: 0 });
  // No other seat's.
  const { caller: other } = await seatWith();
  expect(await find(other, 'parfm', { allowTypos: true })).toMatchObject({ totalCount: 0 });
});
