/** A place of the file store as an SQL literal: the target of a COPY is the one thing that cannot be bound. */
export function literal(place: string): string {
  return `'${place.replaceAll("'", "''")}'`;
}
