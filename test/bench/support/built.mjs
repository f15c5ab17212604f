import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';
// Takes the types away.
import '../../../scripts/typescript.mjs';

/**
 * Loader of tests and benches, `node --import ./test/bench/support/built.mjs`: what they import from `src` they get
 * compiled, from `dist`, as it is deployed; of their own TypeScript only the types are taken away. The client and the
 * dashboard are built for others, so that their sources are read.
 */
if (isMainThread) register(import.meta.url);

const SRC = new URL('../../../src/', import.meta.url).href;
const DIST = new URL('../../../dist/', import.meta.url).href;
const OF_OTHERS = /^(client|dashboard)\//;

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  if (!resolved.url.startsWith(SRC)) return resolved;
  const name = resolved.url.slice(SRC.length);
  return OF_OTHERS.test(name) ? resolved : { ...resolved, url: DIST + name.replace(/\.ts$/, '.js') };
}
