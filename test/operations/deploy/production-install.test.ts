import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Locked {
  readonly dev?: true;
  readonly devOptional?: true;
}

const read = (name: string) => readFile(new URL(`../../../${name}`, import.meta.url), 'utf8');
const { packages } = JSON.parse(await read('package-lock.json')) as {
  packages: Readonly<Record<string, Locked>>;
};
const namesOf = (which: (locked: Locked) => boolean | undefined) =>
  Object.entries(packages)
    .filter(([path, locked]) => path !== '' && which(locked))
    .map(([path]) => path.split('node_modules/').at(-1));

test('production contains neither Prisma’s CLI and its engines nor TypeScript', async () => {
  const installed = namesOf(({ dev, devOptional }) => !dev && !devOptional);
  for (const tool of [
    'prisma',
    'typescript',
    '@prisma/engines',
    '@prisma/studio-core',
    '@prisma/schema-engine-wasm',
  ])
    expect(installed).not.toContain(tool);
  expect(await read('Dockerfile')).toContain(
    'npm prune --omit=dev --ignore-scripts && node scripts/prune-production.mjs',
  );
});

test('what is pruned are tools, nothing that the service loads', () => {
  const pruned = namesOf(({ devOptional }) => devOptional);
  const { dependencies } = packages[''] as { dependencies: Record<string, string> };
  expect(pruned).toContain('prisma');
  expect(Object.keys(dependencies).filter((name) => pruned.includes(name))).toEqual([]);
});

test('the parser that dependency-cruiser names is installed: without it, it reads no module and finds nothing wrong', async () => {
  expect(await read('.dependency-cruiser.cjs')).toContain("parser: 'swc'");
  const { devDependencies } = packages[''] as { devDependencies: Record<string, string> };
  expect(Object.keys(devDependencies)).toContain('@swc/core');
});
