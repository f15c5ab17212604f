import { problemOf, reach } from './problem.ts';
import { OWN } from './request.ts';

const PATH = 'dashboard/session';
/** A session lives for an hour without renewal. */
const RENEW_MS = 10 * 60_000;

export type Proof = { readonly code: string } | { readonly clientId: string; readonly clientSecret: string };

async function call(method: 'POST' | 'PUT' | 'DELETE', body?: Proof): Promise<void> {
  const response = await reach(PATH, {
    method,
    headers: { ...OWN, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await problemOf(response);
}

/** The secret goes to the service once; what the browser keeps is a cookie that no script can read. */
export const signIn = (proof: Proof): Promise<void> => call('POST', proof);

export const signOut = (): Promise<void> => call('DELETE');

/** Extends the session. One that is over shows with the next read. */
export const renewSession = (): Promise<void> => call('PUT').catch(() => undefined);

/** Keeps a session alive while somebody uses the page: the hidden and the forgotten tab lets it end. */
export function renewWhileUsed(): () => void {
  let renewedAt = Number.NEGATIVE_INFINITY;
  const note = () => {
    if (performance.now() - renewedAt < RENEW_MS) return;
    renewedAt = performance.now();
    void renewSession();
  };
  const events = ['pointerdown', 'keydown', 'focus'] as const;
  for (const event of events) addEventListener(event, note);
  return () => {
    for (const event of events) removeEventListener(event, note);
  };
}
