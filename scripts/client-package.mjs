// Compiles `flightline-client` and writes its published shape: `npm run build:client`, or into another folder.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const folder = process.argv[2] ?? 'dist/client';
const project = ['-p', 'src/client/tsconfig.json', '--outDir', folder];
const incremental = ['--tsBuildInfoFile', `${folder}/.tsbuildinfo`];
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', ...project, ...incremental], {
  stdio: 'inherit',
});

// So that the types need no package either: this is all that they take from it.
const types = `${folder}/generated/graphql.d.ts`;
writeFileSync(
  types,
  readFileSync(types, 'utf8').replace(
    /^import type { DocumentTypeDecoration } from .*$/m,
    'interface DocumentTypeDecoration<R, V> { __apiType?: (variables: V) => R }',
  ),
);

const { version, license, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const entry = (name) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });
const manifest = {
  name: 'flightline-client',
  version,
  description: 'A typed client of Flightline: GraphQL, reports, pixel events and conversions.',
  license,
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: { '.': entry('index'), './documents': entry('documents'), './rest': entry('rest') },
  // Only loaded by verifyWebhook.
  dependencies: { standardwebhooks: dependencies.standardwebhooks },
  // For documents that are syntax trees, which have to be printed.
  peerDependencies: { graphql: '^16.0.0' },
  peerDependenciesMeta: { graphql: { optional: true } },
};
writeFileSync(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
