import { createHash, randomUUID } from 'node:crypto';
import { createClient as createWsClient } from 'graphql-ws';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import * as documents from '../../../src/client/documents.ts';
import { AdvertisersDocument, CreateAdvertiserDocument } from '../../../src/client/documents.ts';
import * as dashboardDocuments from '../../../src/dashboard/generated/graphql.ts';
import { readTrustedDocuments } from '../../../src/graphql/server/documents/trusted-documents.ts';
import { serve } from '../../client/service.ts';
import { tokenFor } from '../../support/actors.ts';
import { testApp } from '../../support/app.ts';
import { advertiserInput } from '../../support/traffic/traffic.ts';

const service = await serve({ env: { FLIGHTLINE_TRUSTED_DOCUMENTS: 'on' } });
const { send } = await testApp(service.system);
const client = await service.register();
const headers = { authorization: `Bearer ${await tokenFor(service.system, client)}` };
const ask = (body: unknown, more: Record<string, string> = {}) =>
  send('POST', '/graphql', { headers: { ...headers, ...more }, body });

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const TEXT = String(AdvertisersDocument);
const NONE = { advertisers: { nodes: [] } };
const REFUSED = {
  errors: [
    {
      message: 'Only registered documents are served, and this document is not registered.',
      extensions: { code: 'DOCUMENT_NOT_TRUSTED' },
    },
  ],
};

test('the registry has every document of the client package and the dashboard, each under the SHA-256 of its text', () => {
  const registry = readTrustedDocuments();
  const texts = [...Object.entries(documents), ...Object.entries(dashboardDocuments)].flatMap(
    ([name, document]) => (name.endsWith('Document') ? [String(document)] : []),
  );
  expect(texts.length).toBeGreaterThan(10);
  expect(new Map(texts.map((text) => [sha256(text), text]))).toEqual(registry);
});

describe('a registered document', () => {
  test.each([
    ['its exact text', { query: TEXT }],
    ['documentId', { documentId: sha256(TEXT) }],
    ['documentId with its algorithm', { documentId: `sha256:${sha256(TEXT)}` }],
    [
      'extensions.persistedQuery',
      { extensions: { persistedQuery: { version: 1, sha256Hash: sha256(TEXT) } } },
    ],
  ])('runs by %s', async (_how, body) => {
    const answer = await ask(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ data: NONE });
  });

  test('runs by its id whatever text is sent with it', async () => {
    const { body } = await ask({ documentId: sha256(TEXT), query: '{ __schema { types { name } } }' });
    expect(body.data).toMatchObject(NONE);
  });

  test('that is a mutation and named by its id is replayed for the same Idempotency-Key', async () => {
    const body = {
      documentId: sha256(String(CreateAdvertiserDocument)),
      variables: { input: advertiserInput() },
    };
    const key = { 'idempotency-key': randomUUID() };
    const first = await ask(body, key);
    const again = await ask(body, key);
    expect(first.body.data.createAdvertiser.__typename).toBe('CreateAdvertiserPayload');
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
  });

  test('is what the client package sends', async () => {
    const { advertisers } = await service.connect(client).request(AdvertisersDocument, {});
    expect(advertisers).toHaveProperty('nodes');
  });
});

test('a registered document is served by GET too, named by its id', async () => {
  for (const name of [`documentId=${sha256(TEXT)}`, `query=${encodeURIComponent(TEXT)}`]) {
    const { status, body } = await send('GET', `/graphql?${name}`, { headers });
    expect([status, body.data]).toEqual([200, { advertisers: expect.anything() }]);
  }
  const mutation = `documentId=${sha256(String(CreateAdvertiserDocument))}`;
  expect((await send('GET', `/graphql?${mutation}`, { headers })).status).toBe(405);
});

describe('any other document is refused', () => {
  test.each([
    ['another text', { query: '{ __typename }' }],
    ['a registered text with a space more', { query: `${TEXT} ` }],
    ['an unknown id', { documentId: sha256('x') }],
    ['an unknown id with a registered text', { documentId: sha256('x'), query: TEXT }],
    ['an id that is no text', { documentId: 1 }],
    ['none at all', { variables: {} }],
  ])('%s', async (_name, body) => {
    const answer = await ask(body);
    expect([answer.status, answer.body]).toEqual([400, REFUSED]);
  });

  test('by GET too', async () => {
    const answer = await send('GET', '/graphql?query={__typename}', { headers });
    expect([answer.status, answer.body]).toEqual([400, REFUSED]);
  });

  test('and so is introspection without a token, even where it is on', async () => {
    const system = { ...service.system, config: { ...service.system.config, introspection: 'on' as const } };
    const { send } = await testApp(system);
    const { status } = await send('POST', '/graphql', { body: { query: '{ __schema { types { name } } }' } });
    expect(status).toBe(401);
  });

  test('over WebSocket too, where a registered one runs', async () => {
    const socket = createWsClient({
      url: `${service.origin.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: headers,
      retryAttempts: 0,
    });
    const run = async (query: string) => (await socket.iterate({ query }).next()).value;
    expect(await run(TEXT)).toHaveProperty('data.advertisers');
    await expect(run('{ __typename }')).rejects.toMatchObject(REFUSED.errors);
    await socket.dispose();
  });
});
