import pg from 'pg';

type Listener = (payload: string | undefined) => void;

interface Channel {
  listeners: Set<Listener>;
  client: pg.Client | undefined;
  retry: NodeJS.Timeout | undefined;
}

const RETRY_MS = 1000;
const channels = new WeakMap<pg.Pool, Map<string, Channel>>();

/**
 * Calls `listener` for each NOTIFY on the channel, and without a payload whenever some may have been
 * missed (on connecting and after a lost connection). All listeners of a pool share one connection, which
 * lives as long as there are any. @returns a function that stops listening
 */
export function listen(pool: pg.Pool, name: string, listener: Listener): () => void {
  const channel = channelOf(pool, name);
  channel.listeners.add(listener);
  if (!channel.client && !channel.retry) connect(pool, name, channel);
  return () => {
    channel.listeners.delete(listener);
    if (channel.listeners.size > 0) return;
    clearTimeout(channel.retry);
    void channel.client?.end().catch(() => {});
    channel.client = undefined;
    channel.retry = undefined;
  };
}

function channelOf(pool: pg.Pool, name: string): Channel {
  const known = channels.get(pool) ?? new Map<string, Channel>();
  channels.set(pool, known);
  const channel = known.get(name) ?? { listeners: new Set(), client: undefined, retry: undefined };
  known.set(name, channel);
  return channel;
}

function connect(pool: pg.Pool, name: string, channel: Channel): void {
  const { connectionString } = pool.options;
  const client = new pg.Client({ ...(connectionString && { connectionString }), keepAlive: true });
  channel.client = client;
  const wake = (payload: string | undefined) => {
    for (const listener of channel.listeners) listener(payload);
  };
  const lost = () => {
    if (channel.client !== client) return;
    channel.client = undefined;
    channel.retry = setTimeout(() => {
      channel.retry = undefined;
      connect(pool, name, channel);
    }, RETRY_MS);
  };
  client.on('notification', ({ payload }) => wake(payload));
  client.on('error', lost);
  client.on('end', lost);
  client
    .connect()
    .then(() => client.query(`LISTEN ${client.escapeIdentifier(name)}`))
    .then(() => wake(undefined), lost);
}
