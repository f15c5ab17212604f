/** An id as it stands in a path or query; what is no id names nothing, so it becomes one that is unknown. */
export function idFromText(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
