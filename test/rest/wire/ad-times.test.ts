import { expect, it } from 'vitest';
import { createTree, type WireCaller, wireTest } from './support.ts';

/** Entry "Times of ads without a zone". */

const test = await wireTest();
const { observed, documented } = await test.pair();
const { advertiserId, lineId } = await createTree(documented);
const FLIGHT = { startDate: '2027-01-31T08:00:00', endDate: '2027-02-28T17:30:00' };
const IN_UTC = { startDate: '2027-01-31T08:00:00Z', endDate: '2027-02-28T17:30:00Z' };

const { made } = await documented.graphql(
  `mutation ($input: CreateCreativeInput!) { made: createCreative(input: $input) {
    ... on CreateCreativePayload { creative { databaseId } } } }`,
  { input: { advertiserId, name: 'Banner', mediaType: 'DISPLAY' } },
);
await documented.put(`/traffic/lines/${lineId}`, {
  schedules: [{ budget: 100, startDateStr: '2027-01-01T00:00:00Z', endDateStr: '2027-12-31T00:00:00Z' }],
});
const ad = { lineId, creativeId: made.creative.databaseId, status: 'ACTIVE' };
const create = (caller: WireCaller, schedules: object[]) => caller.post('/traffic/ads', { ...ad, schedules });

it('observed: they are UTC', async () => {
  expect((await create(observed, [FLIGHT])).body).toMatchObject({
    errors: null,
    response: { schedules: [IN_UTC] },
  });
});

it.each(['ads', 'ad'])('observed: PUT /traffic/%s/:id takes what was answered without its Z', async (path) => {
  const { id, schedules } = (await create(documented, [IN_UTC])).body.response;
  const body = { schedules: [{ ...FLIGHT, id: schedules[0].id }] };
  const { body: answer } = await observed.put(`/traffic/${path}/${id}`, body);
  expect(answer).toMatchObject({ errors: null, response: { schedules } });
});

it('observed: a time that is none is refused where it was sent', async () => {
  const { status, body } = await create(observed, [{ ...FLIGHT, startDate: '2027-02-31T08:00:00' }]);
  expect(status).toBe(400);
  expect(body.errors.validationErrors).toMatchObject([{ propertyName: 'schedules[0].startDate' }]);
});

it('documented: they are refused', async () => {
  const { status, body } = await create(documented, [FLIGHT]);
  expect(status).toBe(400);
  expect(body.errors.validationErrors).toHaveLength(2);
});
