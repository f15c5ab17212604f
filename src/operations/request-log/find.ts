import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { listSegments } from './files.ts';

export type LogLine = Readonly<Record<string, unknown>>;

const MAX_LINES = 1_000;

/**
 * Returns the stored lines of a request, oldest first: from the newest file that contains any, and the one
 * before it.
 */
export async function findRequest(dir: string, requestId: string): Promise<LogLine[]> {
  const segments = await listSegments(dir);
  for (let at = segments.length - 1; at >= 0; at -= 1) {
    const found = await linesOf(gunzipped(segments[at]?.path ?? ''), requestId);
    if (found.length === 0) continue;
    const before = segments[at - 1];
    const earlier = before ? await linesOf(gunzipped(before.path), requestId) : [];
    return [...earlier, ...found].slice(0, MAX_LINES);
  }
  return [];
}

/** Returns the lines of a request in a log. */
export async function linesOf(stream: Readable, requestId: string): Promise<LogLine[]> {
  const member = `"requestId":${JSON.stringify(requestId)}`;
  const found: LogLine[] = [];
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.includes(member)) found.push(...parsed(line));
  } catch (error) {
    // The last block is incomplete if the process was killed, or is writing at this moment.
    if (!/^Z_/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return found;
}

function gunzipped(path: string): Readable {
  const gunzip = createGunzip();
  const file = createReadStream(path).on('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}

function parsed(line: string): LogLine[] {
  try {
    // `docker compose logs` and others print a name before the line.
    return [JSON.parse(line.slice(line.indexOf('{')))];
  } catch {
    return [];
  }
}
