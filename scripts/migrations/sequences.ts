/** A column of a new table that takes its IDs from a sequence, as Prisma's diff writes it. */
const ID = /^( {4}"(\w+)") (BIG|SMALL|)INT(?:EGER)? NOT NULL DEFAULT next_id\('(\w+)'::regclass\)/gm;
const TABLE = /^CREATE TABLE "(\w+)" \([\s\S]*?^\);$/gm;

/**
 * Prisma's diff knows no sequences: it writes new tables whose default reads a sequence that nothing creates. Returns a
 * script that creates the sequence with the table and sets the default afterwards.
 */
export const withSequences = (script: string): string =>
  script.replace(TABLE, (statement: string, table: string) => {
    const defaults: string[] = [];
    const created = statement.replace(
      ID,
      (column: string, start: string, name: string, size: string, sequence: string) => {
        if (sequence !== `${table}_${name}_seq`) return column;
        defaults.push(
          `ALTER TABLE "${table}" ALTER COLUMN "${name}" SET DEFAULT next_id('${sequence}'::regclass);`,
        );
        return `${start} ${size}SERIAL NOT NULL`;
      },
    );
    if (defaults.length === 0) return statement;
    const reason = '-- IDs of dry runs are none of the sequence (20261124154500_placeholder_ids).';
    return [created, '', reason, ...defaults].join('\n');
  });
