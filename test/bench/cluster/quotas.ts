import { Postgres } from '../../faults/postgres.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { RedisServer } from '../../support/processes/redis-server.ts';
import { fill } from '../read/fill.ts';
import { questions } from '../read/questions.ts';
import type { ServerProcess } from '../support/child.ts';
import { type Closers, compare, prepare, startProcess } from './scene.ts';

const CONNECTIONS = 8;

/** Question B of `bench:read`, with points in PostgreSQL and in Redis, and of one process and two. */
export async function quotas(closers: Closers): Promise<void> {
  const postgres = await Postgres.create();
  closers.push(() => postgres.remove());
  const redis = await RedisServer.create();
  closers.push(() => redis.kill());
  const request = await prepare(postgres.url, async (system) => {
    const world = await fill(system);
    const token = await tokenFor(system, await createClient(system, { seatId: world.seatId }));
    const call = questions(world).find(({ key }) => key === 'B')?.call;
    return {
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(call),
    };
  });
  const env = { DATABASE_URL: postgres.url };
  const alone = await startProcess(closers, env);
  const second = await startProcess(closers, env);
  const withRedis = await startProcess(closers, { ...env, FLIGHTLINE_REDIS_URL: redis.url });
  const asking = (name: string, ...servers: ServerProcess[]) => ({
    name,
    url: servers.map(({ url }) => `${url}/graphql`),
    ...request,
  });
  await compare('question B', {
    contenders: [asking('quotas in PostgreSQL', alone), asking('in Redis', withRedis)],
    connections: CONNECTIONS,
    aim: 'aim 1.0',
  });
  await compare('question B', {
    contenders: [asking('one process', alone), asking('two processes', alone, second)],
    connections: 2 * CONNECTIONS,
    aim: 'reported',
  });
}
