import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { advertiserInput } from '../../support/traffic/traffic.ts';
import { createTree, type WireAnswer, type WireCaller, wireTest } from './support.ts';

/** Entry "List parameters". */

const test = await wireTest();
const idsOf = ({ body }: WireAnswer): number[] => body.response.map(({ id }: { id: number }) => id);
const refusalOf = ({ status, body }: WireAnswer) => ({
  status,
  at: body.errors.validationErrors.map(({ propertyName }: { propertyName: string }) => propertyName),
});

/** Two advertisers in different zones, each with a campaign and its line. */
async function twoTrees(caller: WireCaller) {
  return [
    await createTree(caller, { timezone: 'America/New_York' }),
    await createTree(caller, { timezone: 'Asia/Tokyo' }),
  ] as const;
}

it('observed: a filter of creatives that is sent twice is refused', async () => {
  const { observed } = await test.pair();
  for (const name of ['name', 'creativeIds'])
    expect(refusalOf(await observed.get(`/traffic/creatives?${name}=1&${name}=2`))).toEqual({
      status: 400,
      at: [name],
    });
});

describe('lines', () => {
  it('observed: without orderId, those of the seat and of no other; documented: orderId is required', async () => {
    const { observed, documented } = await test.pair();
    const [a, b] = await twoTrees(observed);
    await createTree(await test.caller('observed'));
    const list = await observed.get('/traffic/lines');
    expect(idsOf(list)).toEqual([a.lineId, b.lineId]);
    expect(idsOf(await observed.get('/traffic/lines?limit=1&page=2'))).toEqual([b.lineId]);
    expect(idsOf(await observed.get('/traffic/lines?sort=id&dir=DESC'))).toEqual([b.lineId, a.lineId]);
    for (const more of ['', '?status=ACTIVE', `?campaignId=${a.orderId}`])
      expect(refusalOf(await documented.get(`/traffic/lines${more}`))).toEqual({
        status: 400,
        at: ['orderId'],
      });
  });

  it('observed: orderId, or campaignId, limits them to a campaign', async () => {
    const { observed } = await test.pair();
    const [a, b] = await twoTrees(observed);
    expect(idsOf(await observed.get(`/traffic/lines?orderId=${a.orderId}`))).toEqual([a.lineId]);
    expect(idsOf(await observed.get(`/traffic/lines?campaignId=${b.orderId}`))).toEqual([b.lineId]);
    expect(idsOf(await observed.get(`/traffic/lines?campaignId=${b.orderId}&orderId=${a.orderId}`))).toEqual([
      a.lineId,
    ]);
    expect((await observed.get('/traffic/lines?campaignId=999999')).status).toBe(404);
    expect(refusalOf(await observed.get('/traffic/lines?orderId=x')).at).toEqual(['orderId']);
  });

  it('observed: dates of each line are those of its own advertiser’s zone', async () => {
    const { observed } = await test.pair();
    const [a, b] = await twoTrees(observed);
    const flight = { startDateStr: '2030-01-31', endDateStr: '2030-02-28', budget: 100 };
    for (const { lineId } of [a, b])
      expect(
        (await observed.put(`/traffic/lines/${lineId}`, { schedules: [flight] })).body.errors,
      ).toBeNull();
    const { response } = (await observed.get('/traffic/lines')).body;
    for (const line of response)
      expect(line.schedules).toMatchObject([{ startDateStr: '2030-01-31', endDateStr: '2030-02-28' }]);
    expect(response).toHaveLength(2);
  });
});

describe('status', () => {
  it('observed: one or several, in any case; documented: no parameter', async () => {
    const { observed, documented } = await test.pair();
    const { orderId, lineId } = await createTree(observed);
    const other = (await observed.post('/traffic/lines', { name: 'Other', orderId })).body.response;
    await observed.put(`/traffic/lines/${other.id}`, { status: 'INACTIVE' });
    const { status } = (await observed.get(`/traffic/lines/${lineId}`)).body.response;
    const lines = (query: string) => observed.get(`/traffic/lines?${query}`);
    expect(status).not.toBe('INACTIVE');
    expect(idsOf(await lines('status=INACTIVE'))).toEqual([other.id]);
    expect(idsOf(await lines(`orderId=${orderId}&status=${status.toLowerCase()}`))).toEqual([lineId]);
    expect(idsOf(await lines(`status=${status},INACTIVE`))).toEqual([lineId, other.id]);
    expect(idsOf(await lines('status=INACTIVE&query=Line'))).toEqual([]);
    expect(refusalOf(await lines('status=LIVE&sort=nothing&offset=-1'))).toEqual({
      status: 400,
      at: ['sort', 'status', 'offset'],
    });
    for (const query of [
      'status=INACTIVE',
      'status=LIVE',
      'offset=1',
      'offset=x',
      'status=INACTIVE&offset=1',
    ])
      expect(idsOf(await documented.get(`/traffic/lines?orderId=${orderId}&${query}`))).toEqual([
        lineId,
        other.id,
      ]);
  });

  it('observed: campaigns, where INACTIVE is PAUSED, advertisers and creatives', async () => {
    const { observed } = await test.pair();
    const { advertiserId, orderId } = await createTree(observed);
    const paused = (
      await observed.post('/traffic/campaigns', {
        accountId: advertiserId,
        name: 'Paused',
        status: 'INACTIVE',
      })
    ).body.response;
    const campaigns = async (query: string) => idsOf(await observed.get(`/traffic/campaigns?${query}`));
    expect(await campaigns('status=INACTIVE')).toEqual([paused.id]);
    expect(await campaigns('status=PAUSED')).toEqual([paused.id]);
    expect(await campaigns('status=ACTIVE,INACTIVE')).toEqual([orderId, paused.id]);
    expect(await campaigns('status=DELETED')).toEqual([]);
    expect(idsOf(await observed.get('/traffic/advertisers?status=INACTIVE'))).toEqual([]);
    expect(idsOf(await observed.get('/traffic/advertisers?status=ACTIVE'))).toEqual([advertiserId]);
    expect((await observed.get('/traffic/creatives?status=ACTIVE')).status).toBe(200);
    expect(idsOf(await observed.get('/traffic/pixels?status=anything'))).toEqual([]);
  });
});

describe('offset', () => {
  it('observed: the number of elements to skip, in place of page', async () => {
    const { observed } = await test.pair();
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.push(
        (await observed.post('/traffic/advertisers', advertiserInput({ name: randomUUID() }))).body.response
          .id,
      );
    const advertisers = async (query: string) => idsOf(await observed.get(`/traffic/advertisers?${query}`));
    expect(await advertisers('offset=1&limit=1')).toEqual([ids[1]]);
    expect(await advertisers('offset=0')).toEqual(ids);
    expect(await advertisers('offset=2&page=1&limit=2')).toEqual([ids[2]]);
    expect(await advertisers('offset=2147483647')).toEqual([]);
    expect(refusalOf(await observed.get('/traffic/advertisers?offset=1.5')).at).toEqual(['offset']);
    expect(idsOf(await observed.get('/traffic/auditlog?offset=1&limit=1'))).toHaveLength(1);
  });
});

describe('names of their own', () => {
  it('observed: lists are sorted by the names that their answers have', async () => {
    const { observed } = await test.pair();
    const [a, b] = await twoTrees(observed);
    for (const [list, name] of [
      ['campaigns', 'accountId'],
      ['campaigns', 'name'],
      ['pixels', 'accountId'],
      ['pixels', 'dotPixel'],
      ['beacons', 'pixelId'],
      ['creatives', 'accountId'],
      ['creatives', 'landingPageUrl'],
      ['sitelists', 'accountId'],
      ['lines', 'orderId'],
      ['lines', 'campaignId'],
    ])
      expect({ list, name, status: (await observed.get(`/traffic/${list}?sort=${name}`)).status }).toEqual({
        ...{ list, name, status: 200 },
      });
    expect(idsOf(await observed.get('/traffic/campaigns?sort=accountId&dir=desc'))).toEqual([
      b.orderId,
      a.orderId,
    ]);
    expect(idsOf(await observed.get(`/traffic/campaigns?advertiserId=${a.advertiserId}`))).toEqual([
      a.orderId,
    ]);
  });
});
