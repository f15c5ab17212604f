import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

interface Locked {
  readonly name?: string;
  readonly dev?: true;
  readonly devOptional?: true;
}

/** `npm ci --omit=dev` installs what is neither `dev` nor needed by tools alone. */
const { packages } = JSON.parse(
  await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Readonly<Record<string, Locked>> };

const inProduction = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);

test('production installs neither Prisma’s CLI and its engines nor TypeScript', () => {
  const names = inProduction.map(([path, { name }]) => name ?? path.split('node_modules/').at(-1));
  for (const tool of [
    'prisma',
    'typescript',
    '@prisma/engines',
    '@prisma/studio-core',
    '@prisma/schema-engine-wasm',
  ])
    expect(names).not.toContain(tool);
});

test('production installs no tool because a library names it as an optional peer', () => {
  expect(inProduction.filter(([, { devOptional }]) => devOptional).map(([path]) => path)).toEqual([]);
});
