import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTree, type WireCaller, wireTest } from './support.ts';

const test = await wireTest();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const [ANNA, BEN, CHRIS] = [
  hash('anna@shoes.example'),
  hash('ben@shoes.example'),
  hash('chris@shoes.example'),
];

async function world() {
  const pair = await test.pair();
  const { advertiserId } = await createTree(pair.documented);
  const put = (body: object, path = 'email_address/34893', caller: WireCaller = pair.observed) =>
    caller.put(`/traffic/audiences/${path}`, { accountId: String(advertiserId), ...body });
  return { ...pair, advertiserId, put };
}

it('is created by the first call, grows and shrinks, and is seen in GraphQL', async () => {
  const { documented, advertiserId, put } = await world();
  const made = await put({ seedList: [ANNA, BEN, ANNA.toUpperCase()], seedListType: 'IDFA' });
  expect(made.body).toMatchObject({
    errors: null,
    response: { id: 34893, kind: 'email_address', accountId: advertiserId, size: 2 },
  });
  expect((await put({ seedList: [BEN, CHRIS], name: 'Buyers' })).body.response).toMatchObject({
    size: 3,
    name: 'Buyers',
  });
  expect((await put({ removedSeedList: [BEN, hash('nobody')] })).body.response.size).toBe(2);
  expect((await put({ add: [BEN], remove: [ANNA] })).body.response.size).toBe(2);
  const { advertiser } = await documented.graphql(
    `query ($id: ID!) { advertiser(id: $id) { audiences { totalCount nodes { id audienceId kind name size updatedAt } } } }`,
    { id: String(advertiserId) },
  );
  expect(advertiser.audiences).toMatchObject({
    totalCount: 1,
    nodes: [{ audienceId: 34893, kind: 'email_address', name: 'Buyers', size: 2 }],
  });
});

it('twenty calls at once keep the size exact', async () => {
  const { put } = await world();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => put({ seedList: [ANNA, hash(`${n}`)] })),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await put({ seedList: [] })).body.response.size).toBe(21);
});

it('an id in clear is refused, named by its place, and neither stored nor logged nor answered', async () => {
  const { put } = await world();
  const raw = 'dora@shoes.example';
  const refused = await put({ seedList: [ANNA, raw, 7], removedSeedList: 'x' });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.validationErrors.map(({ propertyName }: never) => propertyName)).toEqual([
    'seedList[1]',
    'seedList[2]',
    'removedSeedList',
  ]);
  expect(JSON.stringify(refused.body)).not.toContain(raw);
  expect(test.system.logged()).not.toContain(raw);
  expect((await put({ seedList: [] })).body.response.size).toBe(0);
});

it('is bounded: 10,000 ids a call, and of many wrong ones a hundred are named', async () => {
  const { put } = await world();
  const wrong = await put({ seedList: Array.from({ length: 500 }, () => 'x') });
  expect(wrong.body.errors.validationErrors).toHaveLength(100);
  expect((await put({ seedList: Array.from({ length: 10_001 }, () => 'x') })).status).toBe(400);
});

it.each(['mailbox/1', 'email_address/x', 'email_address/0'])('%s does not exist', async (path) => {
  const { put } = await world();
  expect((await put({ seedList: [ANNA] }, path)).status).toBe(404);
});

it('has an immutable kind and advertiser', async () => {
  const { observed, put } = await world();
  await put({ seedList: [ANNA] });
  expect((await put({ seedList: [BEN] }, 'device_id/34893')).status).toBe(400);
  const other = await createTree(observed);
  expect((await put({ accountId: other.advertiserId, seedList: [BEN] })).status).toBe(400);
  expect((await put({ seedList: [] })).body.response.size).toBe(1);
});

it('belongs to the seat: the same id elsewhere is another audience, a foreign advertiser is as none', async () => {
  const [mine, theirs] = [await world(), await world()];
  await mine.put({ seedList: [ANNA] });
  expect((await theirs.put({ seedList: [BEN, CHRIS] })).body.response.size).toBe(2);
  expect((await mine.put({ seedList: [] })).body.response.size).toBe(1);
  const ask = async (accountId: number) => (await mine.put({ accountId, seedList: [] })).body.errors;
  expect(await ask(theirs.advertiserId)).toEqual(await ask(2_000_000_011));
});

it('a viewer is refused, a documented client finds nothing', async () => {
  const { observed, documented, put } = await world();
  const viewer = await test.caller('observed', { seatId: observed.client.seatId, role: 'VIEWER' });
  expect((await put({ seedList: [ANNA] }, undefined, viewer)).status).toBe(403);
  expect((await put({ seedList: [ANNA] }, undefined, documented)).status).toBe(404);
});
