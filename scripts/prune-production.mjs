// After `npm ci --omit=dev`: removes the tools that npm installs all the same, because a library names them as
// optional peers (Prisma's CLI with its engines, TypeScript). The lock file marks them `devOptional`.
import { readdirSync, readFileSync, rmSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const all = Object.entries(packages);
const needsOf = ({ dependencies, optionalDependencies }) =>
  Object.keys({ ...dependencies, ...optionalDependencies });
const needed = new Set(
  all.filter(([, { dev, devOptional }]) => !dev && !devOptional).flatMap(([, one]) => needsOf(one)),
);
for (const [path, tool] of all.filter(([, { devOptional }]) => devOptional)) {
  rmSync(path, { recursive: true, force: true });
  // The binaries of a tool are optional packages of their own.
  for (const name of needsOf(tool))
    if (!needed.has(name)) rmSync(`node_modules/${name}`, { recursive: true, force: true });
}

// Prisma's client brings a query compiler for every database.
const RUNTIME = 'node_modules/@prisma/client/runtime';
for (const file of readdirSync(RUNTIME))
  if (/mysql|sqlite|sqlserver|cockroachdb/.test(file)) rmSync(`${RUNTIME}/${file}`);
