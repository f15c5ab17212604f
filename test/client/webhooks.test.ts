import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookSignatureError } from '../../src/client/index.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const body = JSON.stringify({
  type: 'books.closed',
  timestamp: '2026-01-31T12:00:00.000Z',
  data: { advertiserId: 3, day: '2026-01-30', timezone: 'Europe/Rome' },
});

function signed(by: readonly string[], at = new Date()) {
  const signatures = by.map((each) => new Webhook(each).sign('msg_1', at, body));
  return {
    'Webhook-Id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

test('verifyWebhook returns the payload and the ID, of headers as objects and as Headers, and of bytes', async () => {
  const headers = signed([secret]);
  const { id, payload } = await verifyWebhook({ secret, headers, body });
  expect(id).toBe('msg_1');
  expect(payload.type === 'books.closed' && payload.data.day).toBe('2026-01-30');
  for (const each of [new Headers(headers), headers])
    expect(await verifyWebhook({ secret, headers: each, body: Buffer.from(body) })).toEqual({ id, payload });
});

test('either secret verifies while both sign', async () => {
  const headers = signed([other, secret]);
  for (const each of [secret, other]) await verifyWebhook({ secret: each, headers, body });
});

test.each([
  ['another secret', { headers: signed([other]) }],
  ['another body', { body: body.replace('3', '4') }],
  ['an old signature', { headers: signed([secret], new Date(Date.now() - 301_000)) }],
  ['one from the future', { headers: signed([secret], new Date(Date.now() + 310_000)) }],
  ['no headers', { headers: {} }],
])('verifyWebhook refuses %s', async (_what, changed) => {
  const call = verifyWebhook({ secret, headers: signed([secret]), body, ...changed });
  await expect(call).rejects.toThrow(WebhookSignatureError);
});
