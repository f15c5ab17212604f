import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';
// Takes the types away.
import '../../../scripts/typescript.mjs';

/**
 * Loader of the benches, `node --import ./test/bench/support/built.mjs`: what they import from `src` they get
 * compiled, from `dist`, as it is deployed; of their own TypeScript only the types are taken away.
 */
if (isMainThread) register(import.meta.url);

const SRC = new URL('../../../src/', import.meta.url).href;
const DIST = new URL('../../../dist/', import.meta.url).href;

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context);
  if (!resolved.url.startsWith(SRC)) return resolved;
  return { ...resolved, url: resolved.url.replace(SRC, DIST).replace(/\.ts$/, '.js') };
}
