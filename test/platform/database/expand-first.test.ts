import { expect, test } from 'vitest';
import { readMigrations } from '../../../src/platform/database/migration/migration-files.ts';

/**
 * Migrations run while processes of the version before still serve (docs/operations/upgrades.md): they add, and what
 * nobody uses any more goes a version later. A migration that takes something away says here since when that version
 * does without it.
 */
const CONTRACTIONS: Readonly<Record<string, string>> = {
  '20261121145534_line_native_flag': 'the version before is older than the first that could be upgraded',
  '20261126212000_one_public_url':
    'only a start wrote the column, and an older version is not started any more',
};

/** What takes something away from a version that does not know of it. */
const TAKES_AWAY: readonly [string, RegExp][] = [
  ['drops', /\bDROP\s+(TABLE|COLUMN|VIEW|MATERIALIZED VIEW|FUNCTION|TYPE|SCHEMA)\b/i],
  ['renames', /\bRENAME\b/i],
  ['changes the type of a column', /\bALTER\s+(COLUMN\s+)?"?\w+"?\s+(SET\s+DATA\s+)?TYPE\b/i],
  ['demands a value', /\bSET\s+NOT\s+NULL\b/i],
  ['takes a default away', /\bDROP\s+DEFAULT\b/i],
];

function contractionsOf(sql: string): string[] {
  // What functions do stands between dollars.
  const text = sql.replace(/--[^\n]*/g, '').replace(/\$(\w*)\$.*?\$\1\$/gs, "''");
  const made = new Set(
    [...text.matchAll(/\bCREATE\s+TABLE\s+(?:IF NOT EXISTS\s+)?"?(\w+)/gi)].map(([, name]) => name),
  );
  return text.split(';').flatMap((statement) => {
    const table = /\bALTER\s+TABLE\s+(?:ONLY\s+)?"?(\w+)/i.exec(statement)?.[1];
    if (table !== undefined && made.has(table)) return [];
    const said = TAKES_AWAY.filter(([, pattern]) => pattern.test(statement)).map(([what]) => what);
    const added = statement.match(/\bADD\s+COLUMN\b[^,]*/gi) ?? [];
    const demands = added.some(
      (column) => /NOT\s+NULL/i.test(column) && !/\b(DEFAULT|GENERATED)\b/i.test(column),
    );
    return demands ? [...said, 'adds a column that the version before does not fill in'] : said;
  });
}

test('the version before can go on with the database of this one', async () => {
  const migrations = await readMigrations();
  const found = migrations
    .map(({ name, script }): [string, string[]] => [name, contractionsOf(script)])
    .filter(([name, what]) => what.length > 0 && !(name in CONTRACTIONS));
  expect(found, 'Expand first, contract a version later (docs/operations/upgrades.md).').toEqual([]);
});

test('each exempt contraction exists', async () => {
  const migrations = await readMigrations();
  for (const name of Object.keys(CONTRACTIONS)) {
    const migration = migrations.find((one) => one.name === name);
    expect([name, contractionsOf(migration?.script ?? '')]).not.toEqual([name, []]);
  }
});

test.each([
  ['ALTER TABLE "line" DROP COLUMN "goal"', 'drops'],
  ['DROP TABLE line_geo', 'drops'],
  ['ALTER TABLE "line" RENAME COLUMN "goal" TO "aim"', 'renames'],
  ['ALTER TABLE "line" RENAME TO "lines"', 'renames'],
  ['ALTER TABLE line ALTER COLUMN bid SET DATA TYPE text', 'changes the type of a column'],
  [
    'ALTER TABLE "line" ADD COLUMN "x" INTEGER NOT NULL',
    'adds a column that the version before does not fill in',
  ],
])('%s is refused', (sql, what) => {
  expect(contractionsOf(sql)).toEqual([what]);
});

test.each([
  'ALTER TABLE "line" ADD COLUMN "x" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "y" TEXT',
  'CREATE TABLE a (b int); ALTER TABLE a ALTER COLUMN b SET NOT NULL',
  'CREATE FUNCTION f() RETURNS void AS $$ DROP TABLE x; $$ LANGUAGE sql',
  '-- DROP TABLE line\nCREATE INDEX i ON line (id)',
])('%s is accepted', (sql) => {
  expect(contractionsOf(sql)).toEqual([]);
});
