import type { Column } from './lists.ts';

export type Cell = string | number | null;

const INT_MAX = 2_147_483_647;

/** Parses one record of a list's file. Returns its cells, or what is wrong with it. */
export function parseRow(
  columns: readonly Column[],
  record: Readonly<Record<string, string>>,
): { cells: Cell[] } | { problem: string } {
  const cells: Cell[] = [];
  for (const column of columns) {
    const cell = parseCell(column, record[column.name] ?? '');
    if (typeof cell === 'object' && cell !== null) return { problem: `${column.name} ${cell.problem}` };
    cells.push(cell);
  }
  return { cells };
}

function parseCell(column: Column, text: string): Cell | { problem: string } {
  if (text === '') return column.required ? { problem: 'is missing' } : null;
  if (column.type === 'text') return parseText(column, text);
  const number = Number(text);
  if (column.type === 'int')
    return /^-?\d+$/.test(text) && Math.abs(number) <= INT_MAX ? number : { problem: 'is not an integer' };
  return Number.isFinite(number) && number >= 0 ? number : { problem: 'is not a number of at least 0' };
}

function parseText({ max = 255, oneOf, pattern }: Column, text: string): string | { problem: string } {
  if (text.length > max) return { problem: `is longer than ${max} characters` };
  if (text.includes('\0')) return { problem: 'contains a NUL character' };
  if (oneOf && !oneOf.includes(text)) return { problem: `is not one of ${oneOf.join(', ')}` };
  if (pattern && !pattern.test(text)) return { problem: 'is malformed' };
  return text;
}
