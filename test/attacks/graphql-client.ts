import type { Target } from './attack.ts';

export const ENCODINGS = ['POST', 'GET', 'form of a GET with extensions', 'cost only', 'SSE'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface GraphqlAnswer {
  readonly status: number;
  readonly text: string;
}

interface Call {
  readonly query: string;
  /** Not with a GET. */
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly encoding?: Encoding;
  /** Headers in addition to the usual ones; an empty value leaves one out. */
  readonly headers?: Readonly<Record<string, string>>;
}

const WAIT_TIMEOUT_MS = 30_000;
/** The documented bound of a GraphQL response. */
const LARGEST_ANSWER = 32 * 1024 * 1024;

/** Sends a document in one of the ways that are documented; rejects on a 500 and on an answer beyond every bound. */
export async function askGraphql(target: Target, call: Call): Promise<GraphqlAnswer> {
  const { query, variables, encoding = 'POST', headers = {} } = call;
  const given = {
    authorization: `Bearer ${target.token}`,
    ...(encoding === 'cost only' && { 'x-cost-only': 'true' }),
    ...(encoding === 'SSE' && { accept: 'text/event-stream' }),
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const isGet = encoding === 'GET' || encoding === 'form of a GET with extensions';
  const parameters = new URLSearchParams({ query, ...(encoding.includes('form') && { extensions: '{}' }) });
  const signal = AbortSignal.timeout(WAIT_TIMEOUT_MS);
  const response = isGet
    ? await fetch(`${target.origin}/graphql?${parameters}`, { headers: sent, signal })
    : await fetch(`${target.origin}/graphql`, {
        method: 'POST',
        headers: { ...sent, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
        signal,
      });
  const text = await response.text();
  if (response.status === 500) throw new Error(`answered 500: ${text.slice(0, 200)}`);
  if (text.length > LARGEST_ANSWER) throw new Error(`answered ${text.length} bytes`);
  return { status: response.status, text };
}

/** The argument of a `createDeal` that is carried out. */
export const dealInput = (name: string): string =>
  `input: { name: "${name}", exchangeId: 1, exchangeDealId: "${name}", status: ACTIVE,
    description: "d", accountIsExcluded: false }`;
