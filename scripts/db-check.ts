import { migrationDiff } from './migrations/diff.ts';
import { withScratchServer } from './scratch-server.ts';

// npm run db:check: fails when prisma/schema says what no migration makes, or the reverse.
const script = await withScratchServer((url) => migrationDiff({ url }));
if (script !== '') {
  console.error(`The schema differs from the migrations. To agree they would need:\n\n${script}\n`);
  console.error('Write it with: npm run db:migration -- NAME');
  process.exit(1);
}
