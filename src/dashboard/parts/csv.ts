export type CsvValue = string | number | null | undefined;
/** Values by the heads of their columns, in their order. */
export type CsvRow = Readonly<Record<string, CsvValue>>;

/** A spreadsheet would calculate a text that begins so. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as a file (RFC 4180); the heads are those of the first row. */
export function csvOf(rows: readonly CsvRow[]): string {
  const heads = Object.keys(rows[0] ?? {});
  const lines = [heads, ...rows.map((row) => heads.map((head) => row[head]))];
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  // With the mark of UTF-8, by which spreadsheets know it.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
