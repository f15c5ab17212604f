import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Catalogue, FactFile } from '../../src/warehouse/catalogue.ts';
import { FACT_COLUMNS, type FactColumn, OPTIONAL_COLUMNS } from '../../src/warehouse/columns.ts';
import { duckDbDialect } from '../../src/warehouse/duckdb/dialect.ts';
import { createDuckDbEngine } from '../../src/warehouse/duckdb/engine.ts';
import type { Warehouse } from '../../src/warehouse/load.ts';
import { createLocalFiles } from '../../src/warehouse/local-files.ts';
import { fileReports } from '../../src/warehouse/report-writer.ts';

export type FactRow = Record<(typeof FACT_COLUMNS)[number], string | number> &
  Partial<Record<FactColumn, string | number>>;

/** A warehouse in a directory of its own, with a catalogue that only this test knows. */
export async function makeWarehouse() {
  const root = await mkdtemp(path.join(tmpdir(), 'facts-'));
  const loads = new Map<string, number>();
  const factFiles: FactFile[] = [];
  const catalogue: Catalogue = {
    findLoad: async (sha256) => {
      const rows = loads.get(sha256);
      return rows === undefined ? null : { rows };
    },
    foreignAds: async () => [],
    register: async (load) => {
      if (loads.has(load.sha256)) return false;
      loads.set(load.sha256, load.rows);
      factFiles.push(...load.files);
      return true;
    },
    files: async () => factFiles,
  };
  const source = {
    engine: createDuckDbEngine({ memoryMb: 500, threads: 2, tempDir: root, keep: true }),
    dialect: duckDbDialect,
    files: createLocalFiles(root),
  };
  const warehouse: Warehouse = { ...source, catalogue, reports: fileReports(source) };
  return {
    ...warehouse,
    factFiles,
    root,
    write: async (name: string, text: string | Buffer) => {
      const file = path.join(root, name);
      await writeFile(file, text);
      return file;
    },
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 20 }),
  };
}

export function csvOf(rows: Partial<FactRow>[]): string {
  const optional = OPTIONAL_COLUMNS.filter((column) => rows.some((row) => column in row));
  const columns = [...FACT_COLUMNS, ...optional];
  const line = (row: FactRow) => columns.map((column) => row[column] ?? '').join(',');
  return `${[columns.join(','), ...rows.map((row) => line(factRow(row)))].join('\n')}\n`;
}

export function factRow(row: Partial<FactRow> = {}): FactRow {
  return {
    hour: '2026-03-01T05:00:00Z',
    advertiserId: 1,
    campaignId: 11,
    lineId: 111,
    packageId: '',
    country: 'US',
    impressions: 10,
    clicks: 1,
    spend: '0.250000',
    qualifiedBidRequests: 40,
    bidResponses: 20,
    availableBidRequests: 50,
    ...row,
  };
}
