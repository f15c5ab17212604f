import { OPTIONAL_COLUMNS } from '../columns.ts';
import type { SourceFile } from '../dialect.ts';

/** Reads the columns as text by name. An optional column that the file lacks is null. */
export function asText(source: SourceFile): string {
  const missing = missingColumns(source);
  const text = textOf(source);
  return missing === '' ? text : `SELECT *${missing} FROM (${text})`;
}

function missingColumns({ header }: SourceFile): string {
  const missing = OPTIONAL_COLUMNS.filter((column) => !header.includes(column));
  return missing.map((column) => `, NULL::VARCHAR AS "${column}"`).join('');
}

function textOf(source: SourceFile): string {
  const columns = `{${source.header.map((column) => `'${column}': 'VARCHAR'`).join(', ')}}`;
  if (source.format === 'ndjson') return `SELECT * FROM read_ndjson(?, columns = ${columns})`;
  if (source.format === 'parquet') return `SELECT ${parquetColumns(source)} FROM read_parquet(?)`;
  return `SELECT * FROM read_csv(?, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
    columns = ${columns})`;
}

/** Reads each line as `n`, its columns as text, and `malformed` if the columns cannot be read. */
export function asLines(source: SourceFile): string {
  const missing = missingColumns(source);
  const lines = linesOf(source);
  return missing === '' ? lines : `SELECT *${missing} FROM (${lines})`;
}

function linesOf(source: SourceFile): string {
  if (source.format === 'parquet') {
    return `SELECT file_row_number + 1 AS n, NULL::VARCHAR AS malformed, ${parquetColumns(source)}
      FROM read_parquet(?, file_row_number = true)`;
  }
  // Latin-1 accepts any byte, and with a quote and a delimiter that never occur each line is one value.
  const lines = `SELECT row_number() OVER () AS n, line FROM read_csv(?, header = false, auto_detect = false,
    columns = {'line': 'VARCHAR'}, delim = '\u0001', quote = '', escape = '', encoding = 'latin-1')`;
  if (source.format === 'ndjson') {
    const fields = source.header.map((column) => `try_cast(line AS JSON)->>'${column}' AS "${column}"`);
    return `SELECT n, CASE WHEN NOT json_valid(line) THEN 'the line is not JSON'
      WHEN json_type(try_cast(line AS JSON)) <> 'OBJECT' THEN 'the line is not a JSON object' END AS malformed,
      ${fields.join(', ')} FROM (${lines}) WHERE line IS NOT NULL`;
  }
  const fields = source.header.map((column, at) => `trim(cells[${at + 1}], '"') AS "${column}"`);
  const width = source.header.length;
  return `SELECT n, CASE WHEN len(cells) <> ${width} THEN 'expected ${width} columns, found ' || len(cells) END
    AS malformed, ${fields.join(', ')}
    FROM (SELECT n, string_split(line, ',') AS cells FROM (${lines}) WHERE n > 1 AND line IS NOT NULL)`;
}

function parquetColumns({ header }: SourceFile): string {
  return header
    .map((column) => {
      const text = `"${column}"::VARCHAR`;
      // A timestamp type is printed with a space. Converts it to the text format of an hour.
      return column === 'hour'
        ? `regexp_replace(${text}, '^(.{10}) (.{8})(\\+00)?$', '\\1T\\2Z') AS hour`
        : `${text} AS "${column}"`;
    })
    .join(', ');
}
