import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { exportConversions } from '../../../../src/domain/reporting/report/export-conversions.ts';
import { openDatabase } from '../../../../src/platform/database/connection/client.ts';
import { loadFacts } from '../../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../../src/warehouse/open.ts';
import { reportingService } from '../../../rest/reporting/support.ts';
import { type Cut, type CuttingProxy, startCuttingProxy } from '../../../support/proxies/cutting-proxy.ts';
import { csvOf, type FactRow } from '../../../warehouse/support.ts';

const service = await reportingService();
const proxy: CuttingProxy = await startCuttingProxy(service.system.database.url);
const database = openDatabase({ url: proxy.url });
const system = { ...service.system, pool: database.pool, db: database.prisma };
const warehouse = await openWarehouse(system);
afterAll(async () => {
  await warehouse.engine.close();
  await database.close();
  await proxy.close();
});

let client: Awaited<ReturnType<typeof service.client>>;
let ids: Awaited<ReturnType<typeof service.advertiser>>['ids'];
const newSeat = async () => {
  client = await service.client();
  ({ ids } = await service.advertiser(client));
};
beforeEach(newSeat);

/** And whether the outcome is unavailable until the next attempt. */
const CUTS: [name: string, how: Cut, unreachable: boolean][] = [
  ['its answer is lost', 'answer', false],
  ['it is lost', 'request', false],
  ['its answer is lost and the database with it', 'answer', true],
];

const reported = async (metricTypeIds: number[]) => {
  const reportOption = { timezone: 'Etc/GMT', dimensionTypeIds: [6], metricTypeIds };
  const { report, cells } = await service.run(client, { dateTypeId: 10, intervalTypeId: 5, reportOption });
  return { status: report.status, cells: cells.slice(1).map((row) => row.slice(-metricTypeIds.length)) };
};

/** Cuts the commit of that number, then tries until it succeeds: at once, or the second time. */
async function cutAndRepeat<T>(options: {
  how: Cut;
  at: number;
  unreachable: boolean;
  work: () => Promise<T>;
}) {
  const { how, at, unreachable, work } = options;
  proxy.cut({ how, at });
  if (unreachable) proxy.closeAtCut();
  const first = await work().catch(() => undefined);
  proxy.reopen();
  const isCut = proxy.isCut();
  return { isCut, last: first ?? (await work()) };
}

test.each(CUTS)(
  'a load whose COMMIT is cut, %s: its rows are there once',
  async (_, how, unreachable) => {
    const rows: Partial<FactRow>[] = ['2026-03-01T05:00:00Z', '2026-04-01T05:00:00Z'].map((hour) => ({
      ...{ ...ids, hour, spend: '2', impressions: 7 },
    }));
    for (let at = 0, isCut = true; isCut; at += 1) {
      await newSeat();
      const file = join(service.dataDir, `${randomUUID()}.csv`);
      await writeFile(file, csvOf(rows.map((row) => ({ ...row, ...ids }))));
      const result = await cutAndRepeat({ how, at, unreachable, work: () => loadFacts(warehouse, { file }) });
      isCut = result.isCut;
      if (at === 0) expect(isCut).toBe(true);
      expect(result.last.rows).toBe(2);
      expect(await loadFacts(service.warehouse, { file })).toEqual({ rows: 2, loaded: false });
      expect(await reported([1, 10002])).toEqual({
        status: 'SUCCESS',
        cells: [
          ['7', '2.000000'],
          ['7', '2.000000'],
        ],
      });
    }
  },
  60_000,
);

test.each(CUTS)(
  'conversions that flow into facts while a COMMIT is cut, %s, count once',
  async (_, how, unreachable) => {
    const { advertiserId, campaignId, lineId } = ids;
    for (let at = 0, isCut = true, sent = 0; isCut; at += 1) {
      await service.system.pool.query(
        `INSERT INTO conversion (receipt_id, seat_id, dp, event_id, received_at, client_id, vmcid, advertiser_id,
         campaign_id, line_id, et, gv, gc)
       SELECT $1, $2, 'dp', $3 || n, $4, 'c', 'v', $5, $6, $7, $4, 2, 'USD' FROM generate_series(1, 3) n`,
        [randomUUID(), client.seatId, randomUUID(), '2026-04-01T10:00:00Z', advertiserId, campaignId, lineId],
      );
      sent += 3;
      // Whoever died with the lease is succeeded when it ends. The worker of the reports moves conversions as well:
      // where it was faster, what is left is tried again.
      const work = async () => {
        await service.system.pool.query('DELETE FROM lease');
        return exportConversions(system, warehouse).catch((error: Error) => {
          if (error.message.startsWith('Another process has moved')) return 1;
          throw error;
        });
      };
      ({ isCut } = await cutAndRepeat({ how, at, unreachable, work }));
      if (at === 0) expect(isCut).toBe(true);
      while ((await work()) > 0);
      expect(await reported([10003, 10004])).toEqual({
        status: 'SUCCESS',
        cells: [[String(sent), `${sent * 2}.000000`]],
      });
    }
  },
  60_000,
);
