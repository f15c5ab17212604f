import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { loadConfig } from '../../src/config.ts';
import { openSystem } from '../../src/operations/service/system.ts';
import { freePort } from '../../src/platform/database/embedded/postmaster.ts';
import { createPoster, type Poster } from '../support/traffic/intake.ts';
import { Load } from './load.ts';
import { Service } from './service.ts';

const { FAULT_RATE = '5000' } = process.env;

/** A migrated database that a fault can be done to. */
export interface Patient {
  readonly url: string;
  remove(): Promise<void>;
}

export interface Scene<Database extends Patient> {
  readonly database: Database;
  readonly service: Service;
  readonly poster: Poster;
  readonly load: Load;
  /** Settings of the service. */
  readonly env: Readonly<Record<string, string>>;
}

export interface Row {
  readonly fault: string;
  readonly passed: boolean;
  readonly figures: string;
}

/** What the database has of what was acknowledged. */
type Verified = Awaited<ReturnType<Load['verify']>>;

/** A fresh database and service under load, the fault, and what is left of what was acknowledged. */
export async function scene<Database extends Patient>(options: {
  fault: string;
  open: () => Promise<Database>;
  work: (scene: Scene<Database>) => Promise<Omit<Row, 'fault'>>;
  passes?: (verified: Verified) => boolean;
}): Promise<Row> {
  const {
    fault,
    open,
    work,
    passes = ({ lost, stored, distinct }) => lost === 0 && stored === distinct,
  } = options;
  const database = await open();
  const env = { DATABASE_URL: database.url, FLIGHTLINE_MASTER_KEY: randomBytes(32).toString('base64') };
  const poster = await posterOf(env);
  const service = new Service(await freePort(), env);
  await service.start();
  const url = () => `http://127.0.0.1:${service.port}/v1/pixels/${poster.pixelId}/events`;
  const load = new Load({ url, token: poster.eventToken });
  const sending = load.send(Number(FAULT_RATE));
  try {
    await sleep(1_000);
    const { passed, figures } = await work({ database, service, poster, load, env });
    const finished = load.finish();
    await sending;
    await finished;
    const verified = await load.verify(database.url);
    const counts = Object.entries(verified).map(([name, value]) => `${name} ${value}`);
    const statuses = [...load.statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
    return {
      fault,
      passed: passed && passes(verified),
      figures: [counts.join(', '), figures, `answers ${statuses}`].join('; '),
    };
  } finally {
    await service.kill();
    await database.remove();
  }
}

/** Every caller receives 503 with Retry-After and nothing else. */
export const onlyUnavailable = ({ statuses }: Load): boolean =>
  [...statuses.keys()].every((status) => ['200', '503'].includes(status));

/** Milliseconds until the next answer of 200. */
export async function untilBack(load: Load): Promise<number> {
  const since = Date.now();
  while (load.lastSuccess <= since) await sleep(10);
  return load.lastSuccess - since;
}

/** Somebody who may post more in a second than the load sends. */
async function posterOf(env: Record<string, string>): Promise<Poster> {
  const log = pino({ level: 'silent' });
  const { system, close } = await openSystem({
    config: loadConfig(env),
    databaseUrl: env.DATABASE_URL ?? '',
    log,
  });
  const poster = await createPoster(system);
  const { advertiserId } = poster;
  await system.db.advertiserQuota.create({ data: { advertiserId, eventsPerSec: 1_000_000 } });
  await close();
  return poster;
}
