import { Redis as Client } from 'ioredis';
import { causeOf } from '../log/cause.ts';
import { SettingError } from '../settings/setting-error.ts';
import type { OnMessage, Redis, RedisOptions } from './redis.ts';
import { SCRIPTS, type ScriptName } from './scripts.ts';

/** How long a call waits for Redis. Then it proceeds without it. */
const WAIT_TIMEOUT_MS = 2_000;
/** Extra time to read responses that arrived while this process was busy. */
const GRACE_MS = 50;
const CONNECT_MS = 2_000;
const RETRY_MS = 1_000;
/** Probe regularly, because a connection can fail without an error. */
const PROBE_INTERVAL_MS = 5_000;
const PROBE_MS = 60_000;
/** Redis responds but does not write. Some versions report this for a script inside an error of their own. */
const REFUSED = /\b(?:READONLY|MISCONF|OOM|NOPERM|NOAUTH|WRONGPASS)\b/;

/** Connects, or fails with a SettingError. */
export async function connectRedis({ url, prefix, log, unavailable }: RedisOptions): Promise<Redis> {
  const open = (name: string, settings: { commandTimeout?: number } = {}): Client =>
    new Client(url, {
      lazyConnect: true,
      connectionName: name,
      // Calls do not wait for a lost connection.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      // `listen` subscribes again. The library would not handle a failure, which ends the process.
      autoResubscribe: false,
      connectTimeout: CONNECT_MS,
      retryStrategy: (times) => Math.min(times * 50, RETRY_MS),
      ...settings,
    });
  const client = open('flightline', { commandTimeout: WAIT_TIMEOUT_MS });
  const subscriber = open('flightline live', { commandTimeout: PROBE_INTERVAL_MS });
  let isClosing = false;
  const close = async () => {
    isClosing = true;
    clearInterval(probing);
    for (const one of [client, subscriber]) one.disconnect();
  };
  let probing: NodeJS.Timeout | undefined;
  let problem: Error | undefined;
  for (const one of [client, subscriber]) one.on('error', (error) => (problem = error));
  try {
    await Promise.all([client, subscriber].map((one) => one.connect()));
    await client.ping();
  } catch (error) {
    await close();
    // The connection reports the reason. The command that waited for it reports only that it is closed.
    throw new SettingError(
      'FLIGHTLINE_REDIS_URL',
      `cannot use ${placeOf(url)}: ${causeOf(problem ?? error)}.`,
    );
  }
  const outage = watch({ client, url, log, isClosing: () => isClosing });

  for (const [name, lua] of Object.entries(SCRIPTS)) client.defineCommand(name, { numberOfKeys: 1, lua });
  const commands = client as unknown as Record<
    ScriptName,
    (...args: (string | number)[]) => Promise<unknown>
  >;
  const channel = `${prefix}live`;
  const subscribers = new Set<OnMessage>();
  subscriber.on('message', (_channel, message) => {
    for (const onMessage of subscribers) onMessage(message);
  });
  const listen = () =>
    subscriber.subscribe(channel).then(
      () => {
        for (const onMessage of subscribers) onMessage(undefined);
      },
      () => undefined,
    );
  await listen();
  subscriber.on('ready', listen);
  probing = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => subscriber.disconnect(true));
  }, PROBE_INTERVAL_MS).unref();

  /** A connection that is open but does not respond is closed, so that later calls do not wait for it. */
  let respondedAt = 0;
  const withFailures = async <T>(command: Promise<T>): Promise<T> => {
    const sentAt = performance.now();
    try {
      const answer = await command;
      respondedAt = performance.now();
      return answer;
    } catch (error) {
      const { message = '', command } = error as { message?: string; command?: unknown };
      if (/timed out/i.test(message))
        setTimeout(() => {
          if (respondedAt >= sentAt || client.status !== 'ready') return;
          outage.begin(error);
          client.disconnect(true);
        }, GRACE_MS).unref();
      const [refusal] = REFUSED.exec(message) ?? [];
      if (command && refusal) outage.begin(Object.assign(error as Error, { code: refusal }));
      // An error raised by the script is a bug of ours. Its arguments must not be logged.
      else if (command && /^ERR|^WRONGTYPE/.test(message)) throw new Error(`Redis: ${message}`);
      throw Object.assign(unavailable(), { cause: error });
    }
  };

  return {
    run: (script, key, args) => withFailures(commands[script](`${prefix}${key}`, ...args)),
    publish: async (message) => void (await withFailures(client.publish(channel, message))),
    subscribe: (onMessage) => {
      subscribers.add(onMessage);
      return () => void subscribers.delete(onMessage);
    },
    probe: async () => {
      await withFailures(client.set(`${prefix}probe`, '1', 'PX', PROBE_MS));
      outage.end();
    },
    close,
  };
}

interface Outage {
  begin(error: unknown): void;
  /** Ends the outage: a connection was opened, or a write succeeded. */
  end(): void;
}

/**
 * Logs once that Redis is unavailable or refuses to write, with its address and the reason, and once that
 * it works again.
 */
function watch(options: {
  client: Client;
  url: string;
  log: RedisOptions['log'];
  isClosing: () => boolean;
}): Outage {
  const { client, url, log, isClosing } = options;
  const address = placeOf(url);
  let isAway = false;
  let problem: unknown;
  const outage: Outage = {
    begin: (error) => {
      if (isAway || isClosing()) return;
      isAway = true;
      log.error({ address, cause: causeOf(error), err: error }, 'Redis is not available');
    },
    end: () => {
      if (isAway) log.info({ address }, 'Redis is available again');
      isAway = false;
    },
  };
  client.on('error', (error) => {
    problem = error;
  });
  // If the connection was closed without an error, the next attempt to connect reports one, or there is no
  // outage.
  client.on('close', () => {
    if (problem !== undefined) outage.begin(problem);
  });
  client.on('ready', () => {
    problem = undefined;
    outage.end();
  });
  return outage;
}

/** Returns host, port and database, never the password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 6379}${pathname === '/' ? '' : pathname}`;
}
