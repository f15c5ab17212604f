import { parse } from 'csv-parse/sync';
import type { System } from '../../../context.ts';
import { ValidationError, type ValidationIssue } from '../../../errors.ts';
import { parseDay } from '../books/close-of-books.ts';
import type { FxRow } from './rates.ts';

const HEADER = ['day', 'currency', 'usdPerUnit'];
const RATE = /^\d{1,12}(\.\d{1,12})?$/;
const MAX_NAMED = 100;

/**
 * Stores exchange rates from CSV text (`day,currency,usdPerUnit`), either all or none. Existing rates are replaced.
 * @throws ValidationError with the invalid lines; the header is line 1
 */
export async function loadRates(options: { system: System; csv: string }): Promise<{ rows: number }> {
  const { system, csv } = options;
  const rows = readRates(csv);
  await system.pool.query(
    `INSERT INTO fx_rate (day, currency, usd_per_unit)
     SELECT DISTINCT ON (day, currency) day, currency, rate
     FROM unnest($1::date[], $2::text[], $3::numeric[]) WITH ORDINALITY AS given(day, currency, rate, at)
     ORDER BY day, currency, at DESC
     ON CONFLICT (currency, day) DO UPDATE SET usd_per_unit = excluded.usd_per_unit`,
    [rows.map(({ day }) => day), rows.map(({ currency }) => currency), rows.map((row) => row.usdPerUnit)],
  );
  return { rows: rows.length };
}

function readRates(csv: string): FxRow[] {
  const [header, ...records] = parseCsv(csv);
  const issues: ValidationIssue[] = [];
  const refuse = (line: number, message: string) =>
    issues.push({ path: `line ${line}`, message: `line ${line}: ${message}` });
  if (header?.cells.join() !== HEADER.join()) refuse(1, `the columns must be ${HEADER.join(', ')}`);
  const rows = records.map(({ line, cells: [text = '', currency = '', usdPerUnit = ''] }): FxRow => {
    const day = parseDay(text)?.toString() ?? '';
    if (day === '') refuse(line, 'day must be a date such as 2026-01-31');
    if (!/^[A-Z]{3}$/.test(currency)) refuse(line, 'currency must be an ISO 4217 code');
    if (!RATE.test(usdPerUnit) || Number(usdPerUnit) === 0)
      refuse(line, 'usdPerUnit must be a decimal greater than 0');
    return { day, currency, usdPerUnit };
  });
  if (issues.length > 0) throw new ValidationError(issues.slice(0, MAX_NAMED));
  return rows;
}

/** Returns the records with the line on which each ends. Empty lines are skipped. */
function parseCsv(csv: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  try {
    parse(csv, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (cells, { lines }) => {
        records.push({ line: lines, cells });
        return null;
      },
    });
    return records;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'is not valid CSV';
    throw new ValidationError([{ path: 'file', message }]);
  }
}
