import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_NAMES } from '../../../src/domain/notifications/webhook/events.ts';
import { schemaChecker } from './checker.ts';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const document = JSON.parse(read('openapi.json'));
// biome-ignore lint/suspicious/noExplicitAny: a document is JSON of any shape
const webhooks = new Map(Object.entries<any>(document.webhooks));
const contentOf = (event: string) => webhooks.get(event).post.requestBody.content['application/json'];

/** test/domain/notifications/webhook/events.test.ts holds what the service sends against the examples of the page. */
const shown = [...read('docs/webhooks.md').matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) =>
  JSON.parse(text),
);

it('the document has each event, with the example of docs/webhooks.md', () => {
  expect([...webhooks.keys()].sort()).toEqual([...EVENT_NAMES].sort());
  expect(shown.map(({ type }) => contentOf(type).example)).toEqual(shown);
});

it('each example has all fields of its schema and no other', () => {
  const check = schemaChecker(document);
  for (const example of shown) {
    const { schema } = contentOf(example.type);
    expect(check(schema.$ref, example)).toEqual([]);
    const { lineId: _, ...data } = example.data;
    expect(check(schema.$ref, { ...example, data: { ...data, more: 1 } })).not.toEqual([]);
  }
});

it('deliveries have the headers of Standard Webhooks', () => {
  for (const { post } of webhooks.values())
    expect(post.parameters.map(({ name }: { name: string }) => name)).toEqual([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
});
