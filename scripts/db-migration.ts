import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsDir } from '../src/platform/database/migration/migration-files.ts';
import { migrationDiff } from './migrations/diff.ts';
import { withSequences } from './migrations/sequences.ts';
import { withScratchServer } from './scratch-server.ts';

// npm run db:migration -- NAME: writes what the schema has and the migrations lack, to be read and committed.
const name = process.argv[2];
if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('Usage: npm run db:migration -- NAME   (lower-case letters, digits and _)');
  process.exit(2);
}
await mkdir(migrationsDir, { recursive: true });
const script = withSequences(await withScratchServer((url) => migrationDiff({ url })));
if (script === '') {
  console.log('Schema and migrations agree: nothing to write. For hand-written SQL make the file yourself.');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const file = join(migrationsDir, `${stamp}_${name}`, 'migration.sql');
  await mkdir(join(file, '..'));
  await writeFile(file, `${script}\n`);
  console.log(`Wrote ${file}`);
}
