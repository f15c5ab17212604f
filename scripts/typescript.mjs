import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transformFile } from '@swc/core';

/**
 * Runs TypeScript, `node --import ./scripts/typescript.mjs FILE`: scripts, and processes that tests start from source.
 * Only the types are taken away; Node 20 cannot do so itself.
 */
if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return await next(url, context);
  const { code } = await transformFile(fileURLToPath(url), {
    sourceMaps: 'inline',
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
