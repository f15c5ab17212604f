import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { updateLine } from '../../../src/domain/campaigns/line/update.ts';
import { loadFacts } from '../../../src/warehouse/load.ts';
import { openWarehouse } from '../../../src/warehouse/open.ts';
import { sandboxSystem } from '../../support/sandbox.ts';
import { callersOf } from '../../support/seat.ts';
import { csvOf } from '../../warehouse/support.ts';

const USA = 23424977;

/** A sandbox with a seat whose lines deliver, and what their facts say. */
export async function sandboxSeat(options: { env?: Record<string, string> } = {}) {
  const system = await sandboxSystem(options);
  const { caller: makeCaller } = await callersOf(system);
  const caller = await makeCaller();
  const { id: advertiserId } = await caller.advertiser();
  const warehouse = await openWarehouse(system);
  afterAll(() => warehouse.engine.close());

  return {
    system,
    caller,
    advertiserId,
    warehouse,
    /** An ACTIVE line with a flight, a conversion rule and an ad that is always in flight. */
    async line(options: {
      budget: number;
      startDateStr: string;
      endDateStr: string;
      status?: 'ACTIVE' | 'PAUSED';
      ads?: number;
      advertiserId?: number;
      campaign?: Record<string, unknown>;
    }) {
      const { budget, startDateStr, endDateStr, status = 'ACTIVE', ads = 1 } = options;
      const owner = { advertiserId: options.advertiserId ?? advertiserId };
      const { id: orderId } = await caller.campaign({ ...owner, ...options.campaign });
      const pixel = await caller.pixel(owner);
      const line = await caller.line({
        orderId,
        bidPrice: 2,
        goalType: 'VCPM',
        schedules: [{ budget, startDateStr, endDateStr }],
        conversionList: [{ beaconId: pixel.id, clickWindow: 30, clickWindowUnitType: 'DAY' }],
      });
      await caller.geography(line.id, [USA]);
      for (let count = 0; count < ads; count += 1) await caller.ad({ lineId: line.id });
      if (status === 'ACTIVE')
        await updateLine({ ctx: await caller.context(), id: line.id, input: { status } });
      return line;
    },
    /** What the facts say that each line spent, in US dollars. */
    async spendByLine(): Promise<Map<number, string>> {
      const files = await warehouse.catalogue.files({ kinds: ['delivery'], first: null, last: null });
      if (files.length === 0) return new Map();
      const sql =
        'SELECT line_id, sum(spend)::VARCHAR AS spend FROM read_parquet(?) GROUP BY line_id ORDER BY 1';
      const rows = await warehouse.files.use(
        files.map(({ name }) => name),
        (places) => warehouse.engine.run({ statements: [{ sql, values: [places] }] }),
      );
      return new Map(rows.map(({ line_id, spend }) => [Number(line_id), String(spend)]));
    },
    /** Where the facts say that a line delivered. */
    async countriesOf(lineId: number): Promise<string[]> {
      const files = await warehouse.catalogue.files({ kinds: ['delivery'], first: null, last: null });
      const sql = 'SELECT DISTINCT country FROM read_parquet(?) WHERE line_id = ? ORDER BY 1';
      const rows = await warehouse.files.use(
        files.map(({ name }) => name),
        (places) => warehouse.engine.run({ statements: [{ sql, values: [places, lineId] }] }),
      );
      return rows.map(({ country }) => String(country));
    },
    async load(rows: { lineId: number; hour: Date; spend: string }[]) {
      const file = join(system.config.dataDir, 'loaded.csv');
      const found = await system.db.line.findMany({
        where: { id: { in: rows.map(({ lineId }) => lineId) } },
      });
      const ids = new Map(
        found.map(({ id, advertiserId, campaignId }) => [id, { advertiserId, campaignId }]),
      );
      await writeFile(
        file,
        csvOf(
          rows.map(({ hour, ...row }) => ({
            ...row,
            ...ids.get(row.lineId),
            hour: `${hour.toISOString().slice(0, 13)}:00:00Z`,
          })),
        ),
      );
      await loadFacts(warehouse, { file });
    },
  };
}
