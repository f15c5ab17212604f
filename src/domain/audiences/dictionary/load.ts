import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { CsvError, type Info, parse } from 'csv-parse';
import type { Pool, PoolClient } from 'pg';
import { longQuery } from '../../../platform/database/connection/long-query.ts';
import { inTransaction } from '../../../platform/database/transaction/in-transaction.ts';
import { MAX_COLUMNS, MAX_RECORD } from '../../../platform/text/bounded-lines.ts';
import { ValidationError, type ValidationIssue } from '../../errors.ts';
import { type Column, LISTS, type ListName } from './lists.ts';
import { type Cell, parseRow } from './parse-row.ts';

const BATCH_ROWS = 10_000;
const MAX_ISSUES = 100;
const SQL_TYPE = { text: 'text', int: 'int', numeric: 'float8' } as const;

interface Load {
  pool: Pool;
  list: ListName;
  /** CSV files with the list's fields as header. They are read one after the other as one list. */
  files: readonly string[];
  /** If true, a list that was loaded before is not changed, and undefined is returned. */
  onlyIfNew?: boolean;
}

/**
 * Replaces one list with the rows of its files, which are streamed: completely or, on any invalid row, not at all.
 * Throws ValidationError with one issue per invalid row; its path is the line (`line 7`; the header is line 1).
 */
export async function loadDictionary(load: Load): Promise<{ rows: number } | undefined> {
  try {
    return await inTransaction(load.pool, async (client) => {
      // Loading a full list takes longer than the limit of a request.
      await client.query('SET LOCAL statement_timeout = 0');
      await longQuery(client, {
        text: 'SELECT pg_advisory_xact_lock(hashtext($1))',
        values: [`dictionary ${load.list}`],
      });
      const known = load.onlyIfNew && (await isLoaded(client, load.list));
      return known ? undefined : await replace(client, load);
    });
  } catch (error) {
    throw error instanceof CsvError ? malformed(error) : error;
  }
}

const malformed = (error: CsvError): ValidationError => {
  const path = `line ${String(error.lines)}`;
  return new ValidationError([{ path, message: `${path}: ${error.message}` }]);
};

async function isLoaded(client: PoolClient, list: ListName): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM dictionary_version WHERE list = $1', [list]);
  return rowCount === 1;
}

async function replace(client: PoolClient, { list, files }: Load): Promise<{ rows: number }> {
  const { columns, key, clear, store } = LISTS[list];
  const digest = createHash('sha256');
  await client.query(
    `CREATE TEMP TABLE staged (line int, ${columns.map((c) => `"${c.name}" ${SQL_TYPE[c.type]}`).join(', ')})
     ON COMMIT DROP`,
  );
  let rows = 0;
  for (const file of files) rows += await stageFile(client, { file, columns, firstLine: rows, digest });
  if (rows === 0) throw new ValidationError([{ path: 'line 2', message: 'The file has no rows.' }]);
  await refuseDuplicates(client, key);
  await longQuery(client, { text: clear });
  await longQuery(client, { text: store });
  await client.query(
    `INSERT INTO dictionary_version (list, version, rows) VALUES ($1, $2, $3)
     ON CONFLICT (list) DO UPDATE SET version = excluded.version, rows = excluded.rows, loaded_at = now()`,
    [list, digest.digest('hex').slice(0, 16), rows],
  );
  return { rows };
}

interface Stage {
  file: string;
  columns: readonly Column[];
  /** Added to this file's line numbers, so that they continue those of the previous files. */
  firstLine: number;
  digest: ReturnType<typeof createHash>;
}

async function stageFile(client: PoolClient, { file, columns, firstLine, digest }: Stage): Promise<number> {
  const input = createReadStream(file);
  const parser = input
    .on('error', (error) => parser.destroy(error))
    .on('data', (chunk) => digest.update(chunk))
    .pipe(
      parse({
        bom: true,
        columns: header(columns),
        info: true,
        max_record_size: MAX_RECORD,
        skip_empty_lines: true,
        relax_column_count: true,
      }),
    );
  const issues: ValidationIssue[] = [];
  let batch: [number, ...Cell[]][] = [];
  let rows = 0;
  for await (const read of readable(parser)) {
    const { record, info }: { record: Record<string, string>; info: Info } = read;
    const row = parseRow(columns, record);
    if ('problem' in row) {
      issues.push({ path: `line ${info.lines}`, message: `line ${info.lines}: ${row.problem}` });
      if (issues.length === MAX_ISSUES) break;
      continue;
    }
    rows += 1;
    batch.push([firstLine + info.lines, ...row.cells]);
    if (batch.length === BATCH_ROWS) {
      await stageBatch(client, columns, batch);
      batch = [];
    }
  }
  if (issues.length > 0) throw new ValidationError(issues);
  if (batch.length > 0) await stageBatch(client, columns, batch);
  return rows;
}

/** If the parser cannot read a line, for example because of an unclosed quote, the line is refused. */
async function* readable<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = `line ${Number(error.lines)}`;
    throw new ValidationError([{ path: line, message: `${line}: ${error.message}` }]);
  }
}

/** Columns can be in any order and others can be among them; the required ones must exist. */
const header =
  (columns: readonly Column[]) =>
  (names: string[]): string[] => {
    if (names.length > MAX_COLUMNS)
      throw new ValidationError([
        { path: 'line 1', message: `line 1: the header has more than ${MAX_COLUMNS} columns` },
      ]);
    const missing = columns.filter((column) => column.required && !names.includes(column.name));
    if (missing.length === 0) return names;
    const message = `line 1: the header lacks ${missing.map((column) => column.name).join(', ')}`;
    throw new ValidationError([{ path: 'line 1', message }]);
  };

async function stageBatch(
  client: PoolClient,
  columns: readonly Column[],
  batch: [number, ...Cell[]][],
): Promise<void> {
  const types = ['int', ...columns.map((column) => SQL_TYPE[column.type])];
  const arrays = types.map((_, index) => batch.map((row) => row[index]));
  const parameters = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');
  await client.query(`INSERT INTO staged SELECT * FROM unnest(${parameters})`, arrays);
}

async function refuseDuplicates(client: PoolClient, key: readonly string[]): Promise<void> {
  const columns = key.map((name) => `"${name}"`).join(', ');
  const text = `
    SELECT line, first FROM (
      SELECT line, min(line) OVER (PARTITION BY ${columns}) AS first FROM staged) AS keyed
    WHERE line > first ORDER BY line LIMIT ${MAX_ISSUES}`;
  const { rows } = await longQuery<{ line: number; first: number }>(client, { text });
  if (rows.length === 0) return;
  throw new ValidationError(
    rows.map(({ line, first }) => ({
      path: `line ${line}`,
      message: `line ${line}: repeats the ${key.join(' and ')} of line ${first}`,
    })),
  );
}
