import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { loadConfig } from '../../../src/config.ts';
import { startEmbedded } from '../../../src/db/embedded.ts';
import { migrate } from '../../../src/db/migrate.ts';
import type { DomainContext, System } from '../../../src/domain/context.ts';
import { openSystem } from '../../../src/system.ts';
import { createDuckDbEngine } from '../../../src/warehouse/duckdb/engine.ts';
import type { Engine } from '../../../src/warehouse/engine.ts';

/** Thirteen months of hours. */
export const HOURS = 395 * 24;
export const ADVERTISERS = 20;

export interface World {
  system: System;
  ctx: DomainContext;
  engine: Engine;
  dir: string;
  advertiserIds: number[];
  stop(): Promise<void>;
}

/** A server of its own with one seat and its advertisers, below `dir`. */
export async function makeWorld(dir: string): Promise<World> {
  await mkdir(dir, { recursive: true, mode: 0o711 });
  const server = await startEmbedded({ dataDir: path.join(dir, 'pg'), settings: FORGETFUL });
  await migrate({ url: server.url });
  const key = Buffer.alloc(32, 7).toString('base64');
  const config = loadConfig({
    FLIGHTLINE_DATA_DIR: dir,
    FLIGHTLINE_MASTER_KEY: key,
    FLIGHTLINE_REPORT_ROW_CAP: '50000000',
  });
  const { system, close } = await openSystem({
    config,
    databaseUrl: server.url,
    log: pino({ level: 'warn' }),
  });
  const seat = await system.db.seat.create({
    data: { name: 'Bench', accountGroups: { create: { name: 'All' } } },
    include: { accountGroups: true },
  });
  const accountGroupId = seat.accountGroups[0]?.id ?? 0;
  const advertiserIds: number[] = [];
  for (let n = 0; n < ADVERTISERS; n += 1) {
    const { id } = await system.db.advertiser.create({
      data: {
        seatId: seat.id,
        accountGroupId,
        name: `Advertiser ${n}`,
        status: 'ACTIVE',
        landingPageUrl: 'https://example.com',
        iabCategoryId: 1,
        timezone: 'America/New_York',
        currency: 'USD',
        billingPrice: 0,
        contact: {},
      },
    });
    advertiserIds.push(id);
  }
  const ctx: DomainContext = {
    ...system,
    actor: { userId: 1, clientId: 'bench', role: 'ADMIN', seatIds: [seat.id] },
    seatId: seat.id,
    seat: { legalComplianceCountry: null, readOnly: false },
    requestId: 'bench',
    validateOnly: false,
    ignoredFields: [],
  };
  return {
    system,
    ctx,
    engine: createDuckDbEngine({ memoryMb: 1024, threads: 2, tempDir: dir }),
    dir,
    advertiserIds,
    stop: async () => {
      await close();
      await server.stop();
      await rm(dir, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Writes `rows` facts as CSV, in order of time as a feed would bring them. @returns the rows written */
export async function writeFacts(
  { engine, advertiserIds }: World,
  rows: number,
  file: string,
): Promise<number> {
  const lines = Math.max(ADVERTISERS, Math.round(rows / HOURS));
  const [answer] = await engine.run({
    statements: [
      {
        sql: `COPY (
  SELECT strftime(date_trunc('hour', now()::TIMESTAMP) - to_hours((${HOURS} - h)::INTEGER), '%Y-%m-%dT%H:00:00Z') AS hour,
    ${advertiserIds[0]} + l % ${ADVERTISERS} AS "advertiserId", 1000 + l // 5 AS "campaignId", 10000 + l AS "lineId",
    '' AS "packageId", ['US', 'GB', 'BR', 'DE'][1 + l % 4] AS country, hash(h, l) % 5000 AS impressions,
    hash(l, h) % 20 AS clicks, printf('%.6f', (hash(h + l) % 9000000) / 1000000) AS spend,
    hash(h, l, 1) % 40000 AS "qualifiedBidRequests", hash(h, l, 2) % 20000 AS "bidResponses",
    hash(h, l, 3) % 90000 AS "availableBidRequests"
  FROM range(${HOURS}) hours(h), range(${lines}) lines(l)
) TO '${file}' (FORMAT csv, HEADER)`,
      },
    ],
  });
  return Number(answer?.Count);
}
