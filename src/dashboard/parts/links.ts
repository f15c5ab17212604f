/** Whether this service has GraphiQL is read from the page that it sent. */
const hasGraphiql = document.querySelector('meta[name=graphiql]') !== null;

/** GraphiQL with a query in its editor; undefined where the operator switched it off. */
export function graphiqlAddress(query?: string, variables?: unknown): string | undefined {
  if (!hasGraphiql) return undefined;
  if (query === undefined) return 'graphql';
  const given = new URLSearchParams({ query: query.trim(), variables: JSON.stringify(variables ?? {}) });
  return `graphql?${given}`;
}

/** Only what a browser may open: a `javascript:` address, which anyone may have stored, becomes plain text. */
export function safeAddress(text: string): string | undefined {
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isWeb ? text : undefined;
}

/** Where an address leads, in short; undefined for what a browser may not open. */
export const hostOf = (text: string): string | undefined =>
  safeAddress(text) === undefined ? undefined : new URL(text).host;
