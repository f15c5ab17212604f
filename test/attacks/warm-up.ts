import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from './attack.ts';

const REQUESTS = 600;
const AT_ONCE = 12;
const PAGE =
  '{ advertisers(first: 10) { nodes { name lines(first: 20) { nodes { name ads { nodes { id } } } } } } }';
const CHANGES =
  '{ advertisers { nodes { name pixels { nodes { name status } } campaigns { totalCount } } } }';
const SCHEMA = '{ __schema { types { name description fields { name type { name } } } } }';

/** What callers of every kind ask for on an ordinary day. */
function ordinaryRequests({ origin, token, eventsToken }: Target): readonly (() => Promise<Response>)[] {
  const json = { 'content-type': 'application/json' };
  const bearer = { authorization: `Bearer ${token}` };
  const traffic = { 'x-auth-method': 'OAuth2', 'x-auth-token': token };
  const get = (path: string, headers: Record<string, string>) => fetch(`${origin}${path}`, { headers });
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
  const event = {
    event_time: Math.floor(Date.now() / 1000),
    user_data: { email: 'a'.repeat(64) },
    action_source: 'website',
  };
  return [
    () => post('/graphql', bearer, { query: PAGE }),
    () => post('/graphql', bearer, { query: CHANGES }),
    // By the executor, and refused.
    () => post('/graphql', bearer, { query: `${CHANGES} # ${Math.random()}` }),
    () => post('/graphql', bearer, { query: `mutation { updatePixel(input: {id: "2"}) { __typename } }` }),
    () => post('/graphql', bearer, { query: '{ nothing }' }),
    () => post('/graphql', bearer, { query: SCHEMA }),
    () => get('/traffic/advertisers', traffic),
    () => get('/v3/rest/campaign?advertiserId=1', bearer),
    () => get('/v3/rest/dictionary/countries', bearer),
    () => get('/openapi.json', {}),
    () => get('/graphql', { accept: 'text/html' }),
    () =>
      post(
        '/v1/pixels/2/events',
        { authorization: `Bearer ${eventsToken}` },
        Array.from({ length: 200 }, () => event),
      ),
  ];
}

/**
 * Lets the service grow to its working size: code that is compiled, connections that are open, a heap that was used.
 * What an attack leaves behind is measured against that.
 */
export async function warmUp(target: Target): Promise<void> {
  const requests = ordinaryRequests(target);
  let next = 0;
  const ask = async () => {
    for (let n = next++; n < REQUESTS; n = next++) {
      const answer = await requests[n % requests.length]?.();
      await answer?.arrayBuffer();
      if (answer && answer.status >= 500) throw new Error(`The warm-up was answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
}

const STEADY_MIB = 5;
const LONGEST_MS = 30_000;

/** Until memory stays as it is. */
export async function settled(memory: () => number): Promise<void> {
  const until = Date.now() + LONGEST_MS;
  let before = memory();
  while (Date.now() < until) {
    await sleep(3_000);
    const now = memory();
    if (Math.abs(now - before) < STEADY_MIB) return;
    before = now;
  }
}
