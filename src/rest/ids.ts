/** Returns the ID in a path or query. Any other text becomes an ID that does not exist. */
export function idFromText(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
