import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';

const system = await testSystem();
const { app } = await testApp(system);
afterAll(() => app.close());

const PATHS = [
  '/graphql',
  '/traffic/advertisers',
  '/v3/rest/campaign',
  '/extreport/x/download',
  '/openapi.json',
  '/docs/rest',
  '/healthz',
  '/traffic/%',
  '/',
  '/nowhere',
];

describe('every answer', () => {
  test.each(PATHS)('of %s is what it says it is, cannot be framed, and leaks no address', async (url) => {
    for (const accept of ['text/html', '*/*']) {
      const { headers } = await app.inject({ method: 'GET', url, headers: { accept } });
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-/);
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  test('to what the HTTP parser refuses too', async () => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'close');
    expect(text).toContain('x-content-type-options: nosniff\r\n');
  });

  test('sends HSTS if the public URL is https', async () => {
    const secure = await testApp({ ...system, publicUrls: ['https://ads.example'] });
    const { headers } = await secure.send('GET', '/healthz');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
