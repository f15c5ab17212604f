import type { TypedDocumentString } from '../generated/graphql.ts';
import { Problem, problemOf, reach } from './problem.ts';

/** Tells the service that a request is the dashboard's own; without it the session's cookie does not count. */
export const OWN = { 'x-flightline-dashboard': '1' };

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** A write that is not answered fails after this time. Its key makes it safe to repeat. */
const LONGEST_MS = 60_000;

interface Options {
  readonly signal?: AbortSignal;
  /** Of a write: the service carries out one of several requests with the same key. */
  readonly key?: string;
  /** What the change history keeps of it. */
  readonly requestId?: string;
}

/** Runs a document and returns its data. Throws Problem. */
export async function request<Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  { signal, key, requestId }: Options = {},
): Promise<Data> {
  const response = await reach('graphql', {
    method: 'POST',
    headers: {
      ...OWN,
      ...(key && { 'idempotency-key': key }),
      ...(requestId && { 'x-request-id': requestId }),
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
    },
    body: JSON.stringify({ query: String(document), variables }),
    signal: signal ?? AbortSignal.timeout(LONGEST_MS),
  });
  if (!response.ok) throw await problemOf(response);
  const answer = (await response.json().catch(() => ({}))) as Answer<Data>;
  const [error] = answer.errors ?? [];
  if (error?.extensions?.code === 'FORBIDDEN') throw new Problem('forbidden', error.message);
  if (error || !answer.data) throw new Problem('refused', error?.message ?? 'The answer has no data.');
  return answer.data;
}
