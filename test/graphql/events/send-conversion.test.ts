import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createClient, type TestClient } from '../../support/actors.ts';
import { bearerHeaders, testApp } from '../../support/app.ts';
import { testSystem } from '../../support/system.ts';
import { createAd, createPoster } from '../../support/traffic/intake.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
afterAll(() => app.close());
const poster = await createPoster(system);
const { seatId, advertiserId } = poster;
const { adId } = await createAd(system, { seatId, advertiserId });

async function graphql(query: string, variables: object = {}, as: TestClient = poster.client, key?: string) {
  const headers = { ...(await bearerHeaders(system, as)), ...(key && { 'idempotency-key': key }) };
  return (await send('POST', '/graphql', { headers, body: { query, variables } })).body.data;
}
const SEND = `mutation ($input: SendConversionInput!, $dry: Boolean) { sendConversion(input: $input, validateOnly: $dry) {
  __typename ... on SendConversionPayload { receiptId } ... on Error { message }
  ... on ValidationError { issues { path message } } } }`;
const sent = async (parameters: unknown, options: { dry?: boolean; as?: TestClient; key?: string } = {}) => {
  const { dry = false, as, key } = options;
  return (await graphql(SEND, { input: { parameters }, dry }, as, key)).sendConversion;
};
const receipts = async (id: string) =>
  (
    await graphql(
      'query ($id: String) { conversionReceipts(filter: {eventId: $id}) { nodes { outcome dp } } }',
      {
        id,
      },
    )
  ).conversionReceipts.nodes;

it('a conversion after a click is counted; a dry run stores nothing', async () => {
  const made = await graphql(
    `mutation { createClick(input: {adId: "${adId}"}) { ... on CreateClickPayload { vmcid } } }`,
  );
  const parameters = { vmcid: made.createClick.vmcid, id: randomUUID(), dp: 'shop', gv: 12.5 };
  expect(await sent(parameters, { dry: true })).toEqual({
    __typename: 'SendConversionPayload',
    receiptId: null,
  });
  expect(await receipts(parameters.id)).toEqual([]);
  expect(await sent(parameters)).toMatchObject({ receiptId: expect.any(String) });
  expect(await receipts(parameters.id)).toEqual([{ outcome: 'ACCEPTED', dp: 'shop' }]);
});

it('a receipt names the ad, the pixel and the value; a repeated one has none, and receipts are found by pixel', async () => {
  const { pixelId } = poster;
  const made = await graphql(
    `mutation { createClick(input: {adId: "${adId}"}) { ... on CreateClickPayload { vmcid } } }`,
  );
  const parameters = { vmcid: made.createClick.vmcid, id: randomUUID(), dp: 'shop', '.yp': pixelId };
  await sent({ ...parameters, gv: '12.50', gc: 'EUR' });
  await sent({ ...parameters, gv: '12.50', gc: 'EUR' });
  await sent({ ...parameters, vmcid: 'unknown', id: randomUUID() });
  const found = async (filter: object) =>
    (
      await graphql(
        `query ($filter: ConversionReceiptFilter) { conversionReceipts(filter: $filter) { totalCount nodes {
          outcome ad { databaseId } pixel { databaseId } value { amount currency } } } }`,
        { filter },
      )
    ).conversionReceipts;
  const pixel = { databaseId: pixelId };
  const counted = {
    ...{ outcome: 'ACCEPTED', ad: { databaseId: adId }, pixel },
    value: { amount: '12.50', currency: 'EUR' },
  };
  expect((await found({ eventId: parameters.id })).nodes).toEqual([
    { outcome: 'DUPLICATE', ad: null, pixel: null, value: null },
    counted,
  ]);
  const unknown = { outcome: 'UNATTRIBUTED', ad: null, pixel, value: null };
  expect(await found({ pixelId: `Pixel:${pixelId}` })).toEqual({ totalCount: 2, nodes: [unknown, counted] });
  expect((await found({ or: [{ pixelId, outcome: 'ACCEPTED' }] })).nodes).toEqual([counted]);
  expect((await found({ not: { pixelId } })).nodes).not.toContainEqual(counted);
});

it('the same Idempotency-Key sends a conversion once', async () => {
  const parameters = { vmcid: 'unknown', id: randomUUID(), dp: 'shop' };
  const first = await sent(parameters, { key: 'a-conversion-once' });
  expect(await sent(parameters, { key: 'a-conversion-once' })).toEqual(first);
  expect(await receipts(parameters.id)).toEqual([{ outcome: 'UNATTRIBUTED', dp: 'shop' }]);
});

it('what the postback refuses is refused with its messages, dry or not', async () => {
  for (const dry of [true, false])
    expect(await sent({ vmcid: 'x', gv: 'much' }, { dry })).toMatchObject({
      __typename: 'ValidationError',
      issues: expect.arrayContaining([
        { path: 'id', message: 'is required' },
        { path: 'gv', message: 'must be a number' },
      ]),
    });
  const valid = { vmcid: 'x', id: 'x', dp: 'x' };
  for (const broken of ['\0', 'a\ud800', '\udc00b'])
    for (const [parameters, path] of [
      [{ ...valid, id: broken }, 'id'],
      [{ ...valid, further: broken }, 'further'],
      [{ ...valid, [broken]: 'x' }, ''],
    ] as const)
      expect(await sent(parameters)).toMatchObject({
        issues: [{ path, message: 'must not contain NUL or halves of surrogate pairs' }],
      });
  for (const parameters of ['vmcid=x', ['x'], { vmcid: { deep: 1 } }])
    expect((await sent(parameters)).__typename).toBe('ValidationError');
});

it('a client without the realm of the postback, or whose user only reads, sends none', async () => {
  for (const as of [
    await createClient(system, { seatId, realms: ['dsp'] }),
    await createClient(system, { seatId, role: 'VIEWER' }),
  ])
    expect((await sent({ vmcid: 'x', id: randomUUID(), dp: 'x' }, { as })).__typename).toBe('ForbiddenError');
});
