import { LIVE } from '../../../platform/database/rows/publish.ts';
import type { System } from '../../context.ts';
import { isDomainError } from '../../errors.ts';

/**
 * Sends messages to all processes immediately: through Redis, or through the database, which every process also listens
 * to.
 */
export async function sendLive(
  { redis, pool }: Pick<System, 'pool' | 'redis'>,
  messages: readonly string[],
): Promise<void> {
  try {
    if (redis) return void (await Promise.all(messages.map((message) => redis.publish(message))));
  } catch (error) {
    if (!isDomainError(error)) throw error;
  }
  await pool.query({
    name: 'live-send',
    text: 'SELECT pg_notify($1, message) FROM unnest($2::text[]) AS sent (message)',
    values: [LIVE, messages],
  });
}
