import { once } from 'node:events';
import { METHODS, request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient, tokenFor } from '../support/actors.ts';
import { testApp } from '../support/app.ts';
import { testSystem } from '../support/system.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';

const system = await testSystem();
const { app, send } = await testApp(system);
const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

const client = await createClient(system);
const bearer = { authorization: `Bearer ${await tokenFor(system, client)}` };
const traffic = { 'x-auth-method': 'OAuth2', 'x-auth-token': bearer.authorization.slice(7) };
const events = { authorization: `Bearer ${await tokenFor(system, client, { realm: 'events' })}` };
const aaca = { authorization: await tokenFor(system, client, { realm: 'aaca' }) };

const text = expect.any(String);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Each interface: where it takes a body, what a call carries, and how it says no. */
const INTERFACES = [
  {
    name: 'graphql',
    path: '/graphql',
    headers: bearer,
    no: { errors: [expect.objectContaining({ message: text })] },
  },
  { name: 'identity', path: '/identity/oauth2/access_token', headers: {}, no: { error: text } },
  { name: 'intake', path: '/v1/pixels/1/events', headers: events, no: { success: false, message: text } },
  { name: 'attribution', path: '/', headers: aaca, no: { message: text } },
  {
    name: 'traffic',
    path: '/traffic/advertisers',
    headers: traffic,
    no: {
      response: null,
      errors: { httpStatusCode: expect.any(Number), validationErrors: expect.any(Array) },
    },
  },
  {
    name: 'native',
    path: '/v3/rest/campaign',
    headers: bearer,
    no: { response: null, errors: [expect.objectContaining({ code: text })] },
  },
  {
    name: 'reporting',
    path: '/extreport/',
    headers: traffic,
    no: { errorCode: text, responseCode: expect.anything(), message: text },
  },
] as const;

const BODIES = {
  'malformed JSON': '{"name": ',
  'a hundred thousand brackets': '['.repeat(100_000),
  'half a thousand levels': `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  'a key that names the prototype': '{"__proto__": {"role": "ADMIN"}}',
  'a NUL character': JSON.stringify({ name: 'a\u0000b', query: '{ a\u0000b }' }),
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'a number without end': `{"name": 1${'0'.repeat(5000)}}`,
  'text where an object belongs': '"x"',
  null: 'null',
  'more than ten mebibytes': JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024 + 1) }),
};

describe.each(INTERFACES)('$name refuses in its own envelope', ({ name, path, headers, no }) => {
  test.each(Object.entries(BODIES))('%s', async (_name, body) => {
    const answer = await send('POST', path, { headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.body).toMatchObject(no);
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  test('a foreign Content-Type', async () => {
    const answer = await send('POST', path, {
      headers: { ...headers, 'content-type': 'text/xml' },
      body: '<a/>',
    });
    expect([400, 415]).toContain(answer.status);
    expect(answer.body).toMatchObject(no);
  });

  test.each(['gzip', 'br', 'identity, gzip'])('a body with Content-Encoding %s: 415', async (encoding) => {
    const type = { 'content-type': 'application/json', ...(path === '/' && FORM) };
    const answer = await send('POST', path, {
      headers: { ...headers, ...type, ...(name === 'identity' && FORM), 'content-encoding': encoding },
      body: gzipSync('{"query":"{ __typename }"}'),
    });
    expect(answer.status).toBe(415);
    expect(answer.headers['accept-encoding']).toBe('identity');
    expect(answer.body).toMatchObject(no);
    expect(JSON.stringify(answer.body)).toContain('Content-Encoding');
  });

  test('Content-Encoding without a body, or of a body as it is, changes nothing', async () => {
    const plain = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    for (const encoding of ['gzip', 'Identity', '']) {
      const header = `host: x\r\ncontent-encoding: ${encoding}\r\n\r\n`;
      expect((await raw(`GET ${path} HTTP/1.1\r\n${header}`)).status).toBe(plain.status);
    }
    const answer = await send('POST', path, {
      headers: {
        ...headers,
        ...((name === 'identity' || path === '/') && FORM),
        'content-encoding': 'identity',
      },
      body: '{',
    });
    expect(answer.status).not.toBe(415);
  });

  test.each(['TRACE', 'PROPFIND', 'QUERY'])('%s, which no path has: 405 with Allow', async (method) => {
    const answer = await raw(`${method} ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    const isUnknown = !METHODS.includes(method);
    // The native interface answers every unsupported method with 406.
    expect(answer.status).toBe(name === 'native' ? 406 : isUnknown ? 501 : 405);
    if (!isUnknown) expect(answer.head).toMatch(/allow: .*POST/i);
    expect(answer.body).toMatchObject(no);
  });

  test('a method that HTTP does not know: 501', async () => {
    const answer = await raw(`BREW ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(answer.status).toBe(name === 'native' ? 406 : 501);
    expect(answer.body).toMatchObject(no);
  });

  test('a method in lower case, which is none that HTTP knows: 501', async () => {
    const answer = await raw(`get ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(answer.status).toBe(name === 'native' ? 406 : 501);
    expect(answer.body).toMatchObject(no);
  });

  test('a path with parameters, which no route has', async () => {
    const answer = await send('GET', path === '/' ? path : `${path.replace(/\/$/, '')};a=1`, { headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.body).toMatchObject(no);
  });

  test('a method that the path does not have', async () => {
    const answer = await send('PATCH', path, { headers, body: {} });
    expect([404, 405, 406]).toContain(answer.status);
    expect(answer.body).toMatchObject(no);
  });

  test('a target over 16 KiB: 414', async () => {
    const answer = await raw(`GET ${path}?x=${'y'.repeat(17_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(answer.status).toBe(414);
    expect(answer.body).toMatchObject(no);
    expect(answer.head).toMatch(/x-request-id: /i);
  });

  test('a target that the parser itself gives up on: 414', async () => {
    const answer = await raw(`GET ${path}?x=${'y'.repeat(60_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect(answer.status).toBe(414);
    expect(answer.body).toMatchObject(no);
  });

  test('headers beyond 32 KiB: 431', async () => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-big: ${'y'.repeat(40_000)}\r\n\r\n`);
    // The codes of the native interface have none for it but "invalid input".
    expect(answer.status).toBe(name === 'native' ? 400 : 431);
    expect(answer.body).toMatchObject(no);
  });

  test('more than one Host, of which a proxy may have gone by another: 400', async () => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(no);
    const body = '{"query":"{__typename}"}';
    const lines = Object.entries({ ...headers, 'content-type': 'application/json', 'content-length': 24 });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const posted = await raw(`POST ${path} HTTP/1.1\r\nhost: x\r\nHost: y\r\n${head}\r\n${body}`);
    expect(posted.status).toBe(400);
    expect(posted.body).toMatchObject(no);
  });

  test('HTTP/1.1 without a Host: 400', async () => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(no);
    expect(answer.head).toMatch(/x-request-id: /i);
  });

  // RFC 9110, 7.8 and 10.1.1: Java and curl ask for h2c, and are served as they would be without.
  test.each([
    'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQCAAAAAAIAAAAA',
    'expect: the-unexpected',
  ])('an upgrade or expectation that is not met is ignored: %j', async (header) => {
    const type = ['identity', 'attribution'].includes(name) ? 'x-www-form-urlencoded' : 'json';
    const sent = Object.entries({ ...headers, 'content-type': `application/${type}`, 'content-length': 4 });
    const lines = sent.map(([header, value]) => `${header}: ${value}\r\n`).join('');
    const plain = await raw(`POST ${path} HTTP/1.1\r\nhost: x\r\n${lines}\r\nnull`);
    const answer = await raw(`POST ${path} HTTP/1.1\r\nhost: x\r\n${lines}${header}\r\n\r\nnull`);
    expect(plain.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBe(plain.status);
    expect(answer.body).toMatchObject(no);
    expect(answer.head).toMatch(/x-request-id: /i);
  });

  test('headers that are not HTTP: 400', async () => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\nb@d header\r\n\r\n`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(no);
  });
});

describe.each(INTERFACES.filter(({ path }) => path !== '/'))(
  '$name, a path that nothing has',
  ({ path, headers, no }) => {
    test('404 in its own envelope', async () => {
      const nowhere = `${path.replace(/\/$/, '')}/no/such/path/at/all`;
      const answer = await send('GET', nowhere, { headers });
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject(no);
      // The route is checked before the body, so an invalid body changes nothing.
      for (const body of Object.values(BODIES)) {
        const posted = await send('POST', nowhere, { headers, body });
        expect(posted.status).toBe(404);
        expect(posted.body).toMatchObject(no);
      }
    });
  },
);

test.each(INTERFACES.filter(({ path }) => path !== '/'))(
  '$name, a path with an encoding that no path can have: its own envelope',
  async ({ path, headers, no }) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    for (const broken of ['%00', '%']) {
      const target = `${path.replace(/\/$/, '')}${broken}`;
      const answer = await raw(
        `POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n${lines.join('')}\r\n`,
      );
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.body).toMatchObject(no);
    }
  },
);

test('a refused WebSocket is answered like any other request for GraphQL', async () => {
  const KEY = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
  const VERSION = 'sec-websocket-version: 13';
  const ask = (line: string, ...more: string[]) =>
    raw(
      [`${line} HTTP/1.1`, 'host: x', 'connection: Upgrade', 'upgrade: websocket', ...more, '', ''].join(
        '\r\n',
      ),
    );
  const plain = await raw('POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n');
  for (const [status, answer] of [
    [400, await ask('GET /graphql', VERSION)],
    [400, await ask('GET /graphql', KEY)],
    [400, await ask('GET /graphql', KEY, VERSION, 'sec-websocket-protocol: a,,b')],
    [414, await ask(`GET /graphql?x=${'y'.repeat(17_000)}`, KEY, VERSION)],
    [405, await ask('PUT /graphql', KEY, VERSION)],
    [plain.status, await ask('POST /graphql', KEY, VERSION, 'content-length: 0')],
  ] as const) {
    expect([answer.status, answer.body]).toMatchObject([status, INTERFACES[0].no]);
    expect(answer.head).toMatch(/x-request-id: /i);
  }
  expect((await ask('GET /graphql', KEY)).head).toMatch(/sec-websocket-version: 13/i);
});

test('a client that requests h2c each time can reuse its connection, which does not accumulate memory', async () => {
  const connected = once(app.server, 'connection');
  const socket = connect(Number(origin.port), origin.hostname);
  const [served] = await connected;
  const before = served.listenerCount('close');
  for (let i = 0; i < 5; i += 1) {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('HTTP/1.1 200');
  }
  expect(served.listenerCount('close')).toBe(before);
  socket.destroy();
});

// A client that sends its whole body before it reads must be able to read the 413.
test('a body over the limit is answered on a connection that takes the rest of it', async () => {
  for (const { name, path, headers } of INTERFACES) {
    const type = ['identity', 'attribution'].includes(name) ? 'x-www-form-urlencoded' : 'json';
    const sent = { ...headers, 'content-type': `application/${type}` };
    const call = request(new URL(path, origin), { method: 'POST', headers: sent });
    const taken = once(call, 'finish');
    const answered = once(call, 'response');
    call.end(Buffer.alloc(12 * 1024 * 1024, 'x'));
    const [answer] = await answered;
    answer.resume();
    await taken;
    const { statusCode: status, headers: got } = answer;
    expect([name, status, got.connection]).toEqual([name, 413, undefined]);
  }
});

test('JSON of 64 levels is read, of 65 is refused with the reason, and brackets within text are no levels', async () => {
  const { path = '', headers = {} } = INTERFACES.find(({ name }) => name === 'graphql') ?? {};
  const post = (surplus: string) =>
    send('POST', path, { headers, body: `{"query":"{ __typename }","extensions":{"x":${surplus}}}` });
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect((await post(nested(62))).body).toMatchObject({ data: { __typename: 'Query' } });
  expect((await post(JSON.stringify(`"${nested(200)}`))).status).toBe(200);
  for (const depth of [63, 100_000]) {
    const { status, body } = await post(nested(depth));
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          message: 'The request body is nested more than 64 levels deep.',
          extensions: { code: 'MALFORMED_BODY' },
        },
      ],
    ]);
  }
});

// The conversion postback has rules of its own.
test.each([
  ['/graphql?query=%ff', bearer],
  ['/graphql?query=%7B__typename%7D&variables=%', bearer],
  ['/traffic/advertisers?query=%ff', traffic],
  ['/traffic/advertisers?query=%E9', traffic],
  ['/v3/rest/campaign/?advertiserId=1&si=%zz', bearer],
  ['/extreport/cob?advertiserId=1&day=%80', traffic],
])('GET %s: 400, and says that the query string does not decode', async (path, headers) => {
  const { status, body } = await send('GET', path, { headers });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('The query string is not valid percent-encoded UTF-8.');
});

test('a name in Latin-1 is refused as malformed JSON, and not stored with characters replaced', async () => {
  const inLatin1 = (body: object) => Buffer.from(JSON.stringify(body), 'latin1');
  const { body } = await send('POST', '/traffic/advertisers', { headers: traffic, body: advertiserInput() });
  const advertiserId = body.response.id;
  const sent = [
    { path: '/traffic/advertisers', headers: traffic, body: advertiserInput({ name: 'Café' }) },
    { path: '/v3/rest/campaign', headers: bearer, body: { advertiserId, campaignName: 'Café' } },
    {
      path: '/graphql',
      headers: bearer,
      body: { query: '{ advertisers(filter: { query: "Café" }) { totalCount } }' },
    },
  ];
  for (const { path, headers, body: input } of sent) {
    const type = { ...headers, 'content-type': 'application/json; charset=iso-8859-1' };
    const refused = await send('POST', path, { headers: type, body: inLatin1(input) });
    expect([path, refused.status]).toEqual([path, 400]);
    expect(JSON.stringify(refused.body)).toContain('not valid JSON');
  }
  const { body: list } = await send('GET', '/traffic/advertisers?query=Caf', { headers: traffic });
  expect(list.response).toEqual([]);
});

test('a request that takes too long to arrive is 408 in the envelope of its path', async () => {
  const { requestTimeout, headersTimeout } = app.server;
  Object.assign(app.server, { requestTimeout: 300, headersTimeout: 300 });
  const answers = await Promise.all(
    INTERFACES.map(({ name, path, headers }) => {
      const type = ['identity', 'attribution'].includes(name) ? 'x-www-form-urlencoded' : 'json';
      const lines = Object.entries({
        ...headers,
        'content-type': `application/${type}`,
        'content-length': 10,
      });
      const head = lines.map(([header, value]) => `${header}: ${value}\r\n`).join('');
      return raw(`POST ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n{`);
    }),
  );
  Object.assign(app.server, { requestTimeout, headersTimeout });
  for (const [i, answer] of answers.entries()) {
    expect(answer.status).toBe(408);
    expect(answer.body).toMatchObject(INTERFACES[i]?.no ?? {});
  }
});

test('an id of any length is unknown, until the target as a whole is too long', async () => {
  for (const [length, status] of [
    [1025, 404],
    [16_000, 404],
    [17_000, 414],
  ] as const) {
    const answer = await send('GET', `/traffic/ads/${'9'.repeat(length)}`, { headers: traffic });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ response: null, errors: { httpStatusCode: status } });
  }
});

test('nothing of it was an internal error', () => {
  expect(system.logged()).not.toContain('"level":50');
});

/** Sends bytes as they stand, and reads one answer. */
async function raw(bytes: string): Promise<{ status: number; head: string; body: unknown }> {
  const socket = connect(Number(origin.port), origin.hostname);
  socket.write(bytes);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    const [head = '', body] = answer.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (body !== undefined && Buffer.byteLength(body) >= length) socket.end();
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  const [head = '', rest = ''] = answer.split('\r\n\r\n');
  const body = rest.slice(0, Number(/content-length: (\d+)/i.exec(head)?.[1]));
  return { status: Number(head.split(' ')[1]), head, body: body === '' ? undefined : JSON.parse(body) };
}
