import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { get, type OutgoingHttpHeaders } from 'node:http';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { buildApp } from '../../../src/app.ts';
import { reportUrl } from '../../../src/domain/reporting/report/link.ts';
import { peakMb, resetPeak } from './memory.ts';
import type { World } from './world.ts';

const MB = 1024 * 1024;
const LINE = `2026-01-31,12345,"Line 12345, spring",4200,17,81.250000\r\n`;

/** Fetches a report of 1 GB in each way there is, and says what it took the server, which shares this process. */
export async function measureDownloads(world: World): Promise<void> {
  const { system, dir } = world;
  const folder = path.join(dir, 'warehouse', 'reports', 'bench');
  await mkdir(folder, { recursive: true });
  const bytes = await writeBig(path.join(folder, 'big.csv'), 1024 * MB);
  const report = await system.db.report.create({
    data: {
      customerReportId: '00000000-0000-4000-8000-000000000000',
      seatId: world.seatId,
      userId: world.userId,
      payload: {},
      status: 'SUCCESS',
      fileName: 'reports/bench/big.csv',
      fileBytes: bytes,
      numRows: bytes / LINE.length,
      createdAt: world.now,
    },
  });
  const app = await buildApp({ system });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const url = (spreadsheetSafe: boolean) => {
    const { pathname, search } = new URL(reportUrl(system, report, { spreadsheetSafe }) ?? '');
    return `${origin}${pathname}${search}`;
  };
  try {
    const ways: [string, boolean, OutgoingHttpHeaders][] = [
      ['plain', false, {}],
      ['the second half as a range', false, { range: `bytes=${bytes / 2}-` }],
      ['gzip', false, { 'accept-encoding': 'gzip' }],
      ['spreadsheet-safe', true, {}],
    ];
    for (const [name, safe, headers] of ways) {
      await resetPeak();
      const [before, began] = [await peakMb(), performance.now()];
      const got = await drain(url(safe), headers);
      const s = (performance.now() - began) / 1000;
      console.log(
        `download of ${Math.round(bytes / MB)} MB, ${name}: ${Math.round(got / MB)} MB sent in ${s.toFixed(1)} s, peak memory ${await peakMb()} MB (${before} MB before)`,
      );
    }
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
    await system.db.report.delete({ where: { id: report.id } });
  }
}

async function writeBig(file: string, about: number): Promise<number> {
  const block = LINE.repeat(16_384);
  const blocks = Math.ceil(about / block.length / 2) * 2;
  const out = createWriteStream(file);
  for (let n = 0; n < blocks; n += 1) if (!out.write(block)) await once(out, 'drain');
  await finished(out.end());
  return blocks * block.length;
}

/** @returns the bytes of the body as they were sent */
async function drain(url: string, headers: OutgoingHttpHeaders): Promise<number> {
  const [response] = await once(get(url, { headers }), 'response');
  if (response.statusCode >= 300) throw new Error(`answered ${response.statusCode}`);
  let bytes = 0;
  for await (const chunk of response) bytes += chunk.length;
  return bytes;
}
