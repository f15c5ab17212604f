/** Returns a cell in the format of RFC 4180, quoted only if necessary. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the cells as one record, without a line break. */
export function csvRow(cells: string[]): string {
  return cells.map(csvCell).join(',');
}
