import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { createDuckDbEngine } from '../../../src/warehouse/duckdb/engine.ts';

export const ADVERTISERS = 1_000;
export const HOUR_MS = 3_600_000;

/** Writes facts as CSV, in order of time, as a feed would bring them; the ads of a line take turns. */
export async function writeFacts(options: {
  file: string;
  lines: number;
  /** Ads of a line. */
  perLine: number;
  hours: number;
  /** The facts end with the hour before. */
  end: Date;
}): Promise<number> {
  const { file, lines, perLine, hours } = options;
  const end = new Date(Math.floor(options.end.getTime() / HOUR_MS) * HOUR_MS).toISOString().slice(0, 19);
  const engine = createDuckDbEngine({ memoryMb: 1024, threads: 2, tempDir: path.dirname(file) });
  const [answer] = await engine.run({
    statements: [
      {
        sql: `COPY (
  SELECT strftime(TIMESTAMP '${end}' - to_hours((${hours} - h)::INTEGER), '%Y-%m-%dT%H:00:00Z') AS hour,
    1 + l % ${ADVERTISERS} AS "advertiserId", 1 + l % ${ADVERTISERS} AS "campaignId", 1 + l AS "lineId",
    '' AS "packageId", ['US', 'GB', 'BR', 'DE'][1 + l % 4] AS country, 1 + hash(h, l) % 5000 AS impressions,
    hash(l, h) % 20 AS clicks, printf('%.6f', (hash(h + l) % 9000000) / 1000000) AS spend,
    hash(h, l, 1) % 40000 AS "qualifiedBidRequests", hash(h, l, 2) % 20000 AS "bidResponses",
    hash(h, l, 3) % 90000 AS "availableBidRequests", 1 + l * ${perLine} + h % ${perLine} AS "adId"
  FROM range(${hours}) hours(h), range(${lines}) lines(l)
) TO '${file}' (FORMAT csv, HEADER)`,
      },
    ],
  });
  await chmod(file, 0o644);
  return Number(answer?.Count);
}
