import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { stripTypes } from './strip-types.mjs';

/**
 * Runs TypeScript, `node --import ./scripts/typescript.mjs FILE`: scripts, and processes that tests start from source.
 * Only the types are taken away; Node 20 cannot do so itself.
 */
if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  // Vitest adds a query to the files of tests, so that each run reads them anew.
  if (!/\.ts(\?|$)/.test(url)) return await next(url, context);
  const { code, map } = await stripTypes(fileURLToPath(url), { target: 'es2022' });
  const inline = Buffer.from(JSON.stringify(map)).toString('base64');
  return {
    format: 'module',
    source: `${code}\n//# sourceMappingURL=data:application/json;base64,${inline}`,
    shortCircuit: true,
  };
}
