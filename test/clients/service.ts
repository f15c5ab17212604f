import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { startWorker } from '../../src/operations/worker/worker.ts';
import { loadFacts } from '../../src/warehouse/load.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { createTree, type WireCaller, wireTest } from '../rest/wire/support.ts';
import { createSeat } from '../support/actors.ts';
import { csvOf } from '../warehouse/support.ts';
import { type Known, OPERATOR, REPORTS } from './client.ts';

const env = { FLIGHTLINE_OPERATOR: OPERATOR, FLIGHTLINE_REPORTING_PREFIX: REPORTS };

/** One service on one database for all clients. */
export async function startService() {
  const { system, app, caller } = await wireTest({ env });
  const worker = await startWorker({ system });
  afterAll(() => worker.stop());
  return { system, app, caller };
}
export type Service = Awaited<ReturnType<typeof startService>>;

/** A client's seat, with something of everything that it may read, made by a client of the documented profile. */
export async function createWorld({ caller, system }: Service) {
  const { seatId } = await createSeat(system);
  const observed = await caller('observed', { seatId });
  const own = await caller('documented', { seatId });
  const { advertiserId, orderId: campaignId, lineId } = await createTree(own);
  const at = system.now();
  const day = (days: number) => new Date(at.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await own.post(`/traffic/${path}`, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.response.id;
  };

  const schedules = [
    { budget: 400, startDateStr: `${day(1)}T10:15:00Z`, endDateStr: `${day(20)}T18:30:00Z` },
    { budget: 100, startDateStr: `${day(30)}T05:00:00Z`, endDateStr: `${day(40)}T04:59:59Z` },
  ];
  await own.put(`/traffic/lines/${lineId}`, { schedules, mediaType: 'DISPLAY', bidPrice: 2.25 });
  const creativeId = await create(own, 'Creative', { advertiserId, name: 'Banner', mediaType: 'DISPLAY' });
  const pixelId = await create(own, 'Pixel', { advertiserId, name: 'Orders', isDotPixel: true });
  const flight = { startDate: `${day(2)}T10:00:00Z`, endDate: `${day(3)}T10:00:00Z` };
  const adId = await made('ads', { lineId, creativeId, status: 'ACTIVE', schedules: [flight] });
  const dealId = await made('deals', {
    name: 'Deal',
    status: 'ACTIVE',
    exchangeId: 1,
    exchangeDealId: '90210',
    description: 'A deal',
    reservePrice: 4.5,
    accountIsExcluded: true,
  });
  const items = [{ itemName: 'a.example' }];
  const listId = await made('nativelists', {
    accountId: advertiserId,
    name: 'Sites',
    status: 'ACTIVE',
    items,
  });
  const { response: groups } = (await observed.get('/traffic/accountgroups')).body;
  const known: Known = {
    ...{ seatId, accountGroupId: groups[0].id, advertiserId, campaignId, lineId, adId, creativeId, pixelId },
    ...{
      dealId,
      listId,
      today: day(0),
      before: day(-3),
      inAMonth: day(30),
      inTwentyYears: day(7300),
      read: {},
    },
  };
  return { ...observed, known };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Delivery of yesterday for the lines of each seat. */
export async function loadDelivery({ system }: Service, worlds: readonly World[]): Promise<void> {
  const hour = `${new Date(system.now().getTime() - 86_400_000).toISOString().slice(0, 13)}:00:00Z`;
  const file = join(system.config.dataDir, 'delivery.csv');
  const rows = worlds.map(({ known: { advertiserId, campaignId, lineId, adId } }) => ({
    ...{ hour, advertiserId, campaignId, lineId, adId },
    ...{ impressions: 1000, clicks: 7, spend: 2.5 },
  }));
  await writeFile(file, csvOf(rows));
  await loadFacts(await openWarehouse(system), { file });
}

async function create(own: WireCaller, type: string, input: object): Promise<number> {
  const field = type.charAt(0).toLowerCase() + type.slice(1);
  const { made } = await own.graphql(
    `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) {
      ... on Create${type}Payload { ${field} { databaseId } } } }`,
    { input },
  );
  return made[field].databaseId;
}
