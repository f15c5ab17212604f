/** An id as it stands in a path or query; anything else names nothing, so it becomes an unknown ID. */
export function idFromText(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
