import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngineError } from '../engine.ts';
import { headerOf } from '../report-measures.ts';
import type { ReportWriter } from '../report-writer.ts';
import { ensureCopied, type FactCopy } from './copy.ts';
import { reportQuery } from './report.ts';

/** Writes reports with ClickHouse. First copies the report's files that it lacks, however long that takes. */
export function copyReports(copy: FactCopy): ReportWriter {
  return {
    write: async ({ names, plan, target }, { signal } = {}) => {
      const reportPlan = plan([...names]);
      const header = `${headerOf(reportPlan)}\r\n`;
      let rows = 0;
      if (reportPlan.files.length > 0) await ensureCopied(copy, names, signal);
      await pipeline(
        async function* () {
          yield header;
          if (reportPlan.files.length === 0) return;
          const answer = await copy.clickHouse.read(reportQuery(reportPlan), { signal });
          for await (const { count, bytes } of textsOf(answer)) {
            rows += count;
            yield bytes;
          }
        },
        createWriteStream(target, { mode: 0o600 }),
      );
      return rows;
    },
  };
}

/** Yields rows of one string column in the RowBinary format: each is its length in LEB128, then its bytes. */
export async function* textsOf(answer: Readable): AsyncGenerator<{ count: number; bytes: Buffer }> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    const texts: Buffer[] = [];
    for (;;) {
      const text = firstText(pending);
      if (!text) break;
      texts.push(text.bytes);
      pending = pending.subarray(text.end);
    }
    if (texts.length > 0) yield { count: texts.length, bytes: Buffer.concat(texts) };
  }
  if (pending.length > 0) throw new EngineError('The answer of ClickHouse ends within a row.');
}

function firstText(pending: Buffer): { bytes: Buffer; end: number } | undefined {
  let length = 0;
  for (let at = 0; at < pending.length; at += 1) {
    const byte = pending[at] ?? 0;
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte >= 0x80) continue;
    const end = at + 1 + length;
    return end <= pending.length ? { bytes: pending.subarray(at + 1, end), end } : undefined;
  }
  return undefined;
}
