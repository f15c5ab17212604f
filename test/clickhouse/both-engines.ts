import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { vi } from 'vitest';
import { createHttpClickHouse } from '../../src/warehouse/clickhouse/client.ts';
import type { FactCopy } from '../../src/warehouse/clickhouse/copy.ts';
import { copyReports } from '../../src/warehouse/clickhouse/report-writer.ts';
import type { ReportWriter } from '../../src/warehouse/report-writer.ts';

/** Grants every lease; the tests have one process. */
const POOL = { query: async () => ({ rowCount: 1, rows: [] }) } as unknown as FactCopy['pool'];

vi.mock('../../src/warehouse/report-writer.ts', async (original) => {
  const { fileReports } = await original<typeof import('../../src/warehouse/report-writer.ts')>();
  return {
    fileReports: (warehouse: Parameters<typeof fileReports>[0]): ReportWriter => {
      const address = {
        url: process.env.TEST_CLICKHOUSE_URL ?? '',
        username: 'default',
        password: '',
        database: `t${randomUUID().replaceAll('-', '')}`,
      };
      const clickHouse = createHttpClickHouse(address, { timeoutMs: 600_000 });
      const ofFiles = fileReports(warehouse);
      const ofCopy = copyReports({ clickHouse, pool: POOL, files: warehouse.files });
      return {
        write: async (wanted, options) => {
          const rows = await ofFiles.write(wanted, options);
          const target = `${wanted.target}.clickhouse`;
          const copied = await ofCopy.write({ ...wanted, target }).catch(async (error: Error) => {
            await note(`${error.name}: ${error.message}`);
            throw error;
          });
          const texts = await Promise.all([wanted.target, target].map((file) => readFile(file, 'utf8')));
          // Drafts of reports are what tests find there.
          await rm(target);
          const { maxRows, limit } = wanted.plan([...wanted.names]);
          // Beyond the limit of a service any rows may be there: the report is refused.
          const same = rows === copied && (texts[0] === texts[1] || (limit === null && rows === maxRows));
          await note(same ? 'same' : firstDifference(texts));
          if (!same) throw new Error(firstDifference(texts));
          return rows;
        },
      };
    },
  };
});

const note = (text: string) =>
  appendFile(process.env.TEST_CLICKHOUSE_NOTES ?? '', `${text.replaceAll('\n', ' ')}\n`);

function firstDifference(texts: string[]): string {
  const [files = [], copy = []] = texts.map((text) => text.split('\r\n'));
  const at = files.findIndex((line, index) => line !== copy[index]);
  return `${files.length} and ${copy.length} lines; of the files: ${files[at]}; of the copy: ${copy[at]}`;
}
