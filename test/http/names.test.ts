import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { operationCache, planCache } from '../../src/graphql/reading/operations.ts';
import { schema } from '../../src/graphql/schema.ts';
import { checkDocument, documentCache } from '../../src/graphql/server/documents/documents.ts';
import { renderMetrics } from '../../src/operations/metrics/render.ts';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

/** Names that callers make up do not grow the service's caches. */

const system = await testSystem();
const { app } = await testApp(system);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());
const token = await tokenFor(system, await createClient(system));

const QUERY = '{ advertisers(first: 1) { nodes { id } } }';

const graphql = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  });

test('an operation name of 256 characters is refused, whether the document has one or not', async () => {
  for (const query of [QUERY, `query Q ${QUERY}`]) {
    const answer = await graphql({ query, operationName: 'n'.repeat(256) });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: object[] };
    expect(errors).toEqual([
      { message: '"operationName" has more than 255 characters.', extensions: { code: 'BAD_REQUEST' } },
    ]);
  }
});

test('operation names that a document does not have are not cached', async () => {
  const query = `query Known ${QUERY}`;
  expect((await graphql({ query, operationName: 'Known' })).status).toBe(200);
  const { document } = checkDocument({ schema, source: query, isSchemaHidden: false });
  const sizes = () => [documentCache(), planCache.bytes, document && operationCache(document)];
  const before = sizes();
  expect(before[2]).toBe(1);
  for (let n = 0; n < 50; n += 1)
    expect((await graphql({ query, operationName: `Unknown${n}` })).status).toBe(400);
  expect(sizes()).toEqual(before);
});

/** One of each kind that a caller can name. */
function storm(): Promise<Response>[] {
  const name = `n${randomUUID().replaceAll('-', '')}`;
  const forged = `${Buffer.from(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: name })).toString('base64url')}.e30.AA`;
  return [
    graphql({ query: `query ${name} ${QUERY}`, operationName: name }),
    graphql({ query: QUERY, operationName: name }),
    graphql({ query: `{ ${name} }` }),
    graphql({ query: QUERY }, { authorization: `Bearer ${forged}` }),
    graphql({ query: QUERY }, { 'x-seat-id': name }),
    graphql(
      { query: QUERY },
      { 'x-request-id': name, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    ),
    graphql({ query: QUERY }, { accept: `text/${name}`, origin: `https://${name}.example` }),
    fetch(`${origin}/${name}`),
    fetch(`${origin}/traffic/${name}/${name}?${name}=1`),
    fetch(`${origin}/v1/pixels/${name}/events`, { method: 'POST', body: '{}' }),
    fetch(`${origin}/identity/oauth2/access_token?realm=${name}`, {
      method: 'POST',
      body: new URLSearchParams({
        client_assertion: `${name}.${name}.${name}`,
        grant_type: name,
        scope: name,
      }),
    }),
    fetch(`${origin}/traffic/lines`, { headers: { 'x-auth-method': name, 'x-auth-token': forged } }),
  ];
}

async function series(): Promise<string[]> {
  const { text } = await renderMetrics(system);
  return (
    text
      .split('\n')
      // Node's own appear with the first collection of garbage.
      .filter((line) => line.startsWith('flightline_'))
      .map((line) => line.slice(0, line.lastIndexOf(' ')))
  );
}

test('names of callers make no series of metrics', async () => {
  for (let n = 0; n < 2; n += 1) for (const answer of await Promise.all(storm())) await answer.text();
  const before = await series();
  for (let n = 0; n < 10; n += 1) for (const answer of await Promise.all(storm())) await answer.text();
  expect(await series()).toEqual(before);
});
