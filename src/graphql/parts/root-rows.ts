/** The fields of Query that return one row, with the types of the rows. */
export const rootRows = new Map<string, string>();
