import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
// Takes the types away.
import '../../../scripts/typescript.mjs';

/**
 * Loader of tests and benches, `node --import ./test/bench/support/built.mjs`: what they import from `src` they get
 * compiled, from `dist`, as it is deployed; of their own TypeScript only the types are taken away. The client and the
 * dashboard are built for others, so that their sources are read. The same for another checkout that a bench compares
 * with (`BENCH_AGAINST`).
 */
if (isMainThread) register(import.meta.url);

const { BENCH_AGAINST } = process.env;
const checkouts = [
  new URL('../../../', import.meta.url),
  ...(BENCH_AGAINST ? [pathToFileURL(`${BENCH_AGAINST}/`)] : []),
].map(({ href }) => href);
const OF_OTHERS = /^(client|dashboard)\//;

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  const checkout = checkouts.find((href) => resolved.url.startsWith(`${href}src/`));
  if (!checkout) return resolved;
  const name = resolved.url.slice(`${checkout}src/`.length);
  return OF_OTHERS.test(name)
    ? resolved
    : { ...resolved, url: `${checkout}dist/${name.replace(/\.ts$/, '.js')}` };
}
