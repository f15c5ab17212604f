import { randomUUID } from 'node:crypto';
import { utimes, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { mintVmcid } from '../../../../src/domain/events/click/vmcid.ts';
import { exportConversions } from '../../../../src/domain/reporting/report/export-conversions.ts';
import { compactFacts, removeRetired, removeUnregistered } from '../../../../src/warehouse/compact.ts';
import { EngineError } from '../../../../src/warehouse/engine.ts';
import { reportingService } from '../../../rest/reporting/support.ts';
import { tokenFor } from '../../../support/actors.ts';
import { createAd } from '../../../support/traffic/intake.ts';

const service = await reportingService();
const { system, warehouse } = service;
const client = await service.client();
const { ids } = await service.advertiser(client, { currency: 'EUR' });
const HOUR = '2026-04-01T10:00:00Z';
await service.load([{ ...ids, hour: HOUR, spend: '8' }]);

const insert = (
  count: number,
  more: { gv?: string | null; gc?: string; at?: string; advertiserId?: number | null } = {},
) => {
  const { gv = '2.5', gc = 'USD', at = '2026-04-01T10:59:59.999Z', advertiserId = ids.advertiserId } = more;
  return system.pool.query(
    `INSERT INTO conversion (receipt_id, seat_id, dp, event_id, received_at, client_id, vmcid, advertiser_id,
       campaign_id, line_id, et, gv, gc)
     SELECT $1, $2, 'dp', $3 || n, $4, 'c', 'v', $5, $6, $7, $4, $8, $9 FROM generate_series(1, $10::int) n`,
    [randomUUID(), client.seatId, randomUUID(), at, advertiserId, ids.campaignId, ids.lineId, gv, gc, count],
  );
};

const report = async (metricTypeIds: number[], outer: object = {}) => {
  const reportOption = { timezone: 'Etc/GMT', dimensionTypeIds: [6, 149], metricTypeIds };
  const { cells } = await service.run(client, { dateTypeId: 10, intervalTypeId: 5, reportOption, ...outer });
  return cells.slice(1).map((row) => [row[0], row[1], row[3], ...row.slice(5)]);
};
const at = (hour: string, ...cells: string[]) => [
  `${hour}:00:00+00:00`,
  String(ids.lineId),
  String(ids.packageId),
  ...cells,
];

describe('conversions as metrics', () => {
  test('count once, at the hour of their upload, with value and return on spend', async () => {
    await insert(3);
    await insert(1, { gv: null, at: '2026-04-01T11:00:00Z' });
    await insert(2, { advertiserId: null });
    expect(await exportConversions(system, warehouse)).toBe(6);
    expect(await exportConversions(system, warehouse)).toBe(0);
    expect(await report([10003, 10004])).toEqual([
      at('2026-04-01T10', '3', '7.500000'),
      at('2026-04-01T11', '1', '0.000000'),
    ]);
    expect(await report([10003, 10002, 10005])).toEqual([
      at('2026-04-01T10', '3', '8.000000', '0.937500'),
      at('2026-04-01T11', '1', '0.000000', 'N/A'),
    ]);
    expect(await report([1])).toEqual([at('2026-04-01T10', '10')]);
  });

  test('a value in another currency is exchanged; one that is no amount is not counted as value', async () => {
    await system.db.fxRate.create({
      data: { day: new Date('2026-01-01'), currency: 'EUR', usdPerUnit: '1.25' },
    });
    await insert(1, { gv: '10', gc: 'EUR', at: '2026-04-02T00:00:00Z' });
    await insert(1, { gv: '1e300', at: '2026-04-02T00:00:00Z' });
    await insert(1, { gv: '7', gc: 'XXX', at: '2026-04-02T00:00:00Z' });
    await exportConversions(system, warehouse);
    expect((await report([10003, 10004])).at(-1)).toEqual(at('2026-04-02T00', '3', '12.500000'));
    expect((await report([10003, 10004], { currency: 2 })).at(-1)).toEqual(
      at('2026-04-02T00', '3', '10.000000'),
    );
  });

  test('a value shown in the currency it was given in is exact', async () => {
    await insert(1, { gv: '123456789012.123457', gc: 'EUR', at: '2026-04-02T12:00:00Z' });
    await exportConversions(system, warehouse);
    expect((await report([10004], { currency: 2 })).at(-1)).toEqual(
      at('2026-04-02T12', '123456789012.123457'),
    );
  });

  test('processes that flow at once, and one that fails in the middle, lose and double nothing', async () => {
    await insert(500, { gv: '1', at: '2026-04-03T00:00:00Z' });
    const broken = {
      ...warehouse,
      engine: { ...warehouse.engine, run: () => Promise.reject(new EngineError('gone')) },
    };
    await expect(exportConversions(system, broken)).rejects.toThrow('gone');
    await Promise.all([
      exportConversions(system, warehouse),
      exportConversions(system, warehouse),
      exportConversions(system, warehouse),
    ]);
    expect((await report([10003, 10004])).at(-1)).toEqual(at('2026-04-03T00', '500', '500.000000'));
  });

  const publishing = (publish: typeof warehouse.files.publish) => ({
    ...warehouse,
    files: { ...warehouse.files, publish },
  });

  test('a process that lost its lease while it wrote its file lists nothing', async () => {
    await insert(5, { gv: '1', at: '2026-04-03T01:00:00Z' });
    const overtaken = publishing(async (draft, name) => {
      await system.pool.query("DELETE FROM lease WHERE name = 'flow-conversions'");
      expect(await exportConversions(system, warehouse)).toBe(5);
      return warehouse.files.publish(draft, name);
    });
    await expect(exportConversions(system, overtaken)).rejects.toThrow('Another process has moved');
    expect((await report([10003, 10004])).at(-1)).toEqual(at('2026-04-03T01', '5', '5.000000'));
  });

  test('a file that could not be stored is not in the catalogue, and its conversions are in the next one', async () => {
    await insert(4, { gv: '1', at: '2026-04-03T02:00:00Z' });
    const failing = publishing(() => Promise.reject(new Error('disk full')));
    await expect(exportConversions(system, failing)).rejects.toThrow('disk full');
    expect(await exportConversions(system, warehouse)).toBe(4);
    expect((await report([10003, 10004])).at(-1)).toEqual(at('2026-04-03T02', '4', '4.000000'));
  });

  test('many small files are merged into one, by one process at a time, and no total changes', async () => {
    // From the start: on a busy machine, the worker of the reports would merge them before.
    const lease = ['compaction', '00000000-0000-4000-8000-000000000000'];
    await system.pool.query(`INSERT INTO lease VALUES ($1, $2, now() + interval '1 hour')`, lease);
    for (let n = 0; n < 22; n += 1) {
      await insert(2, { gv: '0.01', at: '2026-04-04T00:00:00Z' });
      await exportConversions(system, warehouse);
    }
    const before = await report([10003, 10004]);
    const files = await warehouse.catalogue.files({ kinds: ['conversion'], first: null, last: null });
    expect(await compactFacts(system.pool, warehouse)).toBe(0);
    await system.pool.query('DELETE FROM lease WHERE name = $1 AND holder = $2', lease);
    expect(await compactFacts(system.pool, warehouse)).toBe(files.length);
    expect(await warehouse.catalogue.files({ kinds: ['conversion'], first: null, last: null })).toHaveLength(
      1,
    );
    expect(await report([10003, 10004])).toEqual(before);
    expect(before.at(-1)).toEqual(at('2026-04-04T00', '44', '0.440000'));

    const there = async () => (await warehouse.files.list('facts/conversion')).length;
    await removeRetired(system.pool, warehouse);
    expect(await there()).toBe(files.length + 1);
    await system.pool.query(`UPDATE fact_file SET retired_at = retired_at - interval '61 minutes'`);
    await removeRetired(system.pool, warehouse);
    expect(await there()).toBe(1);
    expect(await report([10003, 10004])).toEqual(before);
  });

  test('a file of facts that no catalogue lists is removed once it is old', async () => {
    const { files } = warehouse;
    const age = (name: string, hoursOld: number) => {
      const at = new Date(Date.now() - hoursOld * 3_600_000);
      return files.use([name], ([place = '']) => utimes(place, at, at));
    };
    const make = async (name: string, hoursOld: number) => {
      const draft = await files.draft();
      await writeFile(draft, 'x');
      await files.publish(draft, name);
      await age(name, hoursOld);
    };
    await make('facts/delivery/2026-01/old.parquet', 1.1);
    await make('facts/delivery/2026-01/young.parquet', 0.9);
    const factFiles = await warehouse.catalogue.files({ kinds: ['delivery'], first: null, last: null });
    expect(factFiles).not.toEqual([]);
    for (const { name } of factFiles) await age(name, 7);
    await removeUnregistered(system.pool, warehouse);
    expect(await files.exists('facts/delivery/2026-01/old.parquet')).toBe(false);
    expect(await files.exists('facts/delivery/2026-01/young.parquet')).toBe(true);
    for (const { name } of factFiles) expect(await files.exists(name)).toBe(true);
  });

  // covers: 1.what-the-service-does.6
  test('a posted one is reported at the time of its upload, whatever its business time', async () => {
    const partner = await service.client();
    const { ids: own } = await service.advertiser(partner, { currency: 'USD' });
    const owner = { seatId: partner.seatId, advertiserId: own.advertiserId };
    const ad = await createAd(system, owner);
    const vmcid = mintVmcid(system, { ...owner, ...ad });
    const authorization = await tokenFor(system, partner, { realm: 'aaca' });
    const before = system.now();
    for (const id of ['one', 'two', 'two']) {
      const query = new URLSearchParams({ vmcid, id, dp: 'shop', et: '1770000000000', gv: '1.25' });
      const answer = await service.app.inject({ url: `/?${query}`, headers: { authorization } });
      expect(answer.json()).toEqual({ message: 'Submission processed.' });
    }
    await exportConversions(system, warehouse);
    const reportOption = { timezone: 'Etc/GMT', dimensionTypeIds: [6], metricTypeIds: [10003, 10004] };
    const { cells } = await service.run(partner, { dateTypeId: 10, intervalTypeId: 5, reportOption });
    const [, ...rows] = cells;
    // The hour may turn between the first and the last.
    for (const [hour, lineId] of rows) {
      expect(Date.parse(hour ?? '')).toBeGreaterThan(before.getTime() - 3_600_000);
      expect(lineId).toBe(String(ad.lineId));
    }
    const total = (column: number) => rows.reduce((sum, row) => sum + Number(row.at(column)), 0);
    expect([total(-2), total(-1)]).toEqual([2, 2.5]);
  });
});
