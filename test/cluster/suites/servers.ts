import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { prepareDebian } from '../../faults/debian.ts';
import { Postgres } from '../../faults/postgres.ts';
import { RedisServer } from '../../support/processes/redis-server.ts';

const { io_method: _, synchronous_commit: __, ...forgetful } = FORGETFUL;
/**
 * Test files open a database each, and each of its processes some connections. PostgreSQL 15 has no `io_method`.
 * A commit is written at once, as in production, so that the standby has it soon.
 */
const SETTINGS = { ...forgetful, max_connections: 300 };

/** Databases of the tests are on a primary and on its standby; what is hot is in Redis. */
export default async function setup(): Promise<() => Promise<void>> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const one of closers.toReversed()) await one();
  };
  try {
    const redis = await RedisServer.create();
    closers.push(() => redis.kill());
    const primary = await Postgres.create({ settings: SETTINGS, prepare: prepareDebian });
    closers.push(() => primary.remove());
    const standby = await primary.standby(SETTINGS);
    closers.push(() => standby.remove());
    Object.assign(process.env, {
      TEST_DATABASE_URL: primary.url,
      TEST_STANDBY_URL: standby.url,
      TEST_REDIS_URL: redis.url,
    });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}
