import { Client } from 'pg';

/** Counts every SQL statement this process sends from now on with this copy of `pg`. */
export function countAllStatements({ prototype } = Client): () => number {
  let count = 0;
  const original = prototype.query;
  prototype.query = function counted(this: Client, ...given: unknown[]) {
    count += 1;
    return Reflect.apply(original, this, given);
  } as typeof original;
  return () => count;
}

/** Processor time of all threads of this process since its start. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The other half of `ServerProcess`: says where it listens and answers for its figures. */
export function announce(url: string, statements: () => number): void {
  process.send?.({ ready: url });
  process.on('message', (message) => {
    if (message === 'figures')
      process.send?.({
        rssMib: Math.round(process.memoryUsage.rss() / 2 ** 20),
        cpuMs: cpuMs(),
        statements: statements(),
      });
  });
  process.on('SIGTERM', () => process.exit(0));
  process.on('disconnect', () => process.exit(0));
}
