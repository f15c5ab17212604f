/** Returns a path as an SQL literal, because the target of a COPY cannot be bound. */
export function literal(filePath: string): string {
  return `'${filePath.replaceAll("'", "''")}'`;
}
