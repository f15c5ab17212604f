import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config.ts';
import { openSystem } from '../../../src/operations/service/system.ts';
import { createLogger } from '../../../src/platform/log/logger.ts';
import { fill } from '../read/fill.ts';
import { fillFlights } from './pacing.ts';

interface Place {
  readonly flightline: (...args: string[]) => Promise<Record<string, string>>;
  readonly dataDir: string;
}

const DAYS = 14;

/** A second seat: 1,000 advertisers × 10 lines × 5 ads, with two weeks of facts by day for each line, and flights of two years. */
export async function fillLargeSeat({ flightline, dataDir }: Place) {
  const { url = '' } = await flightline('database', 'url');
  const config = loadConfig({ FLIGHTLINE_DATA_DIR: join(dataDir, 'data'), LOG_LEVEL: 'warn' });
  const { system, close } = await openSystem({ config, databaseUrl: url, log: createLogger(config) });
  try {
    const { seatId } = await fill(system);
    const { rows } = await system.pool.query<{ id: number; campaign_id: number; advertiser_id: number }>(
      'SELECT id, campaign_id, advertiser_id FROM line WHERE seat_id = $1 ORDER BY id',
      [seatId],
    );
    const file = join(dataDir, 'large.csv');
    await writeFile(file, [HEADER, ...rows.flatMap(factsOf)].join('\n'));
    await flightline('facts', 'load', file);
    await fillFlights({ system, seatId, dataDir, load: (facts) => flightline('facts', 'load', facts) });
    const { clientId = '', clientSecret = '' } = await flightline(
      'client',
      'create',
      '--seat',
      String(seatId),
      '--role',
      'ADMIN',
    );
    return { clientId, clientSecret };
  } finally {
    await close();
  }
}

const HEADER =
  'hour,advertiserId,campaignId,lineId,packageId,country,impressions,clicks,spend,qualifiedBidRequests,bidResponses,availableBidRequests';

function factsOf(line: { id: number; campaign_id: number; advertiser_id: number }): string[] {
  const midnight = new Date().setUTCHours(12, 0, 0, 0);
  return Array.from({ length: DAYS }, (_, day) => {
    const hour = new Date(midnight - (day + 1) * 86_400_000).toISOString().replace('.000', '');
    const impressions = 500 + ((line.id * 37 + day * 101) % 900);
    const spend = (impressions / 400).toFixed(2);
    return `${hour},${line.advertiser_id},${line.campaign_id},${line.id},,US,${impressions},${impressions % 17},${spend},${impressions * 9},${impressions * 3},${impressions * 12}`;
  });
}
