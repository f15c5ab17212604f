/** Fields of Query that answer one row, and the types of the rows. */
export const rootRows = new Map<string, string>();
