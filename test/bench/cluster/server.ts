import { Client } from 'pg';

/** The service as it runs, without its log. With BENCH_TELLS=off it leaves the notification of live views to a trigger. */
if (process.env.BENCH_TELLS === 'off') {
  const original = Client.prototype.query;
  Client.prototype.query = function queryWithoutLiveSend(this: Client, ...given: unknown[]) {
    const [statement] = given as [{ name?: string }];
    const isLiveSend = statement?.name === 'live-send';
    return Reflect.apply(original, this, isLiveSend ? [{ text: 'SELECT' }, given.at(-1)] : given);
  } as typeof original;
}
await import('../intake/flightline-server.ts');
