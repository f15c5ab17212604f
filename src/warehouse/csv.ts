/** One cell as RFC 4180 writes it: quoted only where it must be. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells as one record, without its line end. */
export function csvRow(cells: string[]): string {
  return cells.map(csvCell).join(',');
}
