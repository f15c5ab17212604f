import { Redis as Client } from 'ioredis';
import { causeOf } from '../log/cause.ts';
import { SettingError } from '../settings/setting-error.ts';
import type { OnMessage, Redis, RedisOptions } from './redis.ts';
import { SCRIPTS, type ScriptName } from './scripts.ts';

/** A call waits this long for Redis and then goes on without it. */
const WAIT_TIMEOUT_MS = 2_000;
/** Answers that came while this process was busy are read first. */
const GRACE_MS = 50;
const CONNECT_MS = 2_000;
const RETRY_MS = 1_000;
/** A connection can die without a word. */
const ASK_EVERY_MS = 5_000;
const PROBE_MS = 60_000;
/** Redis answers, but does not write. Of a script, some versions say so within an error of their own. */
const REFUSED = /\b(?:READONLY|MISCONF|OOM|NOPERM|NOAUTH|WRONGPASS)\b/;

/** Connects, or fails with a SettingError. */
export async function connectRedis({ url, prefix, log, unavailable }: RedisOptions): Promise<Redis> {
  const open = (name: string, settings: { commandTimeout?: number } = {}): Client =>
    new Client(url, {
      lazyConnect: true,
      connectionName: name,
      // Calls do not wait for a connection that is away.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      // `listen` subscribes again. The library would leave a failure unhandled, which ends the process.
      autoResubscribe: false,
      connectTimeout: CONNECT_MS,
      retryStrategy: (times) => Math.min(times * 50, RETRY_MS),
      ...settings,
    });
  const client = open('flightline', { commandTimeout: WAIT_TIMEOUT_MS });
  const subscriber = open('flightline live', { commandTimeout: ASK_EVERY_MS });
  let isClosing = false;
  const close = async () => {
    isClosing = true;
    clearInterval(asking);
    for (const one of [client, subscriber]) one.disconnect();
  };
  let asking: NodeJS.Timeout | undefined;
  let problem: Error | undefined;
  for (const one of [client, subscriber]) one.on('error', (error) => (problem = error));
  try {
    await Promise.all([client, subscriber].map((one) => one.connect()));
    await client.ping();
  } catch (error) {
    await close();
    // The connection says why; the command that waited for it only that it is closed.
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
  asking = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(() => subscriber.disconnect(true));
  }, ASK_EVERY_MS).unref();

  /** A connection that is open but does not answer is given up, so that later calls do not wait for it. */
  let answeredAt = 0;
  const requested = async <T>(command: Promise<T>): Promise<T> => {
    const askedAt = performance.now();
    try {
      const answer = await command;
      answeredAt = performance.now();
      return answer;
    } catch (error) {
      const { message = '', command } = error as { message?: string; command?: unknown };
      if (/timed out/i.test(message))
        setTimeout(() => {
          if (answeredAt >= askedAt || client.status !== 'ready') return;
          outage.begin(error);
          client.disconnect(true);
        }, GRACE_MS).unref();
      const [refusal] = REFUSED.exec(message) ?? [];
      if (command && refusal) outage.begin(Object.assign(error as Error, { code: refusal }));
      // What the script itself refuses is a mistake of ours; its arguments are not for the log.
      else if (command && /^ERR|^WRONGTYPE/.test(message)) throw new Error(`Redis: ${message}`);
      throw Object.assign(unavailable(), { cause: error });
    }
  };

  return {
    run: (script, key, args) => requested(commands[script](`${prefix}${key}`, ...args)),
    publish: async (message) => void (await requested(client.publish(channel, message))),
    subscribe: (onMessage) => {
      subscribers.add(onMessage);
      return () => void subscribers.delete(onMessage);
    },
    probe: async () => {
      await requested(client.set(`${prefix}probe`, '1', 'PX', PROBE_MS));
      outage.end();
    },
    close,
  };
}

interface Outage {
  begin(error: unknown): void;
  /** It can be connected to, or a write passed. */
  end(): void;
}

/** Says once that Redis is away or refuses to write, where it is and why, and once that it is back. */
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
  // Where the connection was closed without an error, the next attempt to connect has one, or there is no outage.
  client.on('close', () => {
    if (problem !== undefined) outage.begin(problem);
  });
  client.on('ready', () => {
    problem = undefined;
    outage.end();
  });
  return outage;
}

/** Host, port and database; never the password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 6379}${pathname === '/' ? '' : pathname}`;
}
