import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  adGroupOf,
  attributeOf,
  campaignOf,
  createTree,
  keywordOf,
  nativeTest,
} from '../rest/native/support.ts';
import { bearerHeaders } from '../support/app.ts';

/** Fields that are documented elsewhere are stored and returned as sent, or refused, but never changed. */
const native = await nativeTest();
const { call, client, ...tree } = await createTree(native);
const { authorization = '' } = await bearerHeaders(native.system, client);
const headers = {
  authorization,
  'x-auth-method': 'OAuth2',
  'x-auth-token': authorization.replace('Bearer ', ''),
  'content-type': 'application/json',
};

interface Kept {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  readonly object: any;
}

async function send(method: 'POST' | 'PUT', url: string, payload: string): Promise<Kept> {
  const answer = await native.app.inject({
    method,
    url,
    payload,
    headers,
  });
  return { status: answer.statusCode, text: answer.body, object: answer.json().response };
}

const withField = (input: object, name: string, json: string) =>
  `${JSON.stringify(input).slice(0, -1)},${JSON.stringify(name)}:${json}}`;

const WRITERS: Record<string, { path: string; input: () => object }> = {
  line: { path: '/traffic/lines', input: () => ({ name: 'Line', orderId: tree.campaignId }) },
  campaign: { path: '/v3/rest/campaign', input: () => campaignOf(tree.advertiserId) },
  adgroup: { path: '/v3/rest/adgroup', input: () => adGroupOf(tree) },
  ad: {
    path: '/v3/rest/ad',
    input: () => ({ adGroupId: tree.adGroupId, title: 'T', landingUrl: 'https://example.com' }),
  },
  keyword: { path: '/v3/rest/keyword', input: () => keywordOf(tree) },
  targetingattribute: {
    path: '/v3/rest/targetingattribute',
    input: () => attributeOf(tree, { type: 'CUSTOM', value: randomUUID() }),
  },
};

const update = (name: string, id: number, field: string, json: string): Promise<Kept> => {
  const { path } = WRITERS[name] as { path: string };
  return name === 'line'
    ? send('PUT', `${path}/${id}`, withField({ name: 'Line' }, field, json))
    : send('PUT', path, withField({ id }, field, json));
};

const HELD = [
  '9007199254740991',
  '-9007199254740992',
  '12345678901234567000',
  '1.0',
  '-0',
  '1e21',
  '1E-7',
  '0.1',
  '0.10000000000000001',
  '3.141592653589793',
  '5e-324',
  '1.7976931348623157e308',
];
const NOT_HELD = [
  '9007199254740993',
  '-9007199254740993',
  '12345678901234567891',
  '1e400',
  '-1e400',
  '1e-400',
  '0.1000000000000000055511151231257827',
  '9007199254740993.0',
  '1'.repeat(2000),
];

describe.each(Object.keys(WRITERS))('%s', (name) => {
  const { path, input } = WRITERS[name] as { path: string; input: () => object };

  it('returns a number with the value that was sent', async () => {
    for (const json of HELD) {
      const { status, text, object } = await send('POST', path, withField(input(), 'externalId', json));
      expect([json, status, text]).toEqual([json, 200, expect.any(String)]);
      expect(object.externalId).toBe(Number(json) + 0);
      const read = await native.app.inject({
        url: `${path}/${object.id}`,
        headers,
      });
      expect(read.json().response.externalId).toBe(Number(json) + 0);
    }
  });

  it('refuses a number that it could only keep as another, at any depth, and changes nothing', async () => {
    const { object: stored } = await send('POST', path, withField(input(), 'externalId', '1'));
    for (const json of NOT_HELD.flatMap((number) => [number, `{"deep":[${number}]}`])) {
      const created = await send('POST', path, withField(input(), 'externalId', json));
      expect([json, created.status]).toEqual([json, 400]);
      expect(created.text).toContain('externalId must be a number that a double holds exactly');
      expect((await update(name, stored.id, 'externalId', json)).status).toBe(400);
    }
    const { object } = await update(name, stored.id, 'other', '2');
    expect(object).toMatchObject({ externalId: 1, other: 2 });
  });

  it('stores the last of two fields with the same name, and none that is named __proto__', async () => {
    const twice = await send('POST', path, withField(input(), 'note', '1,"note":2'));
    expect(twice.object.note).toBe(2);
    for (const json of ['{"__proto__":{"x":1}}', '[{"__proto__":1}]'])
      expect((await send('POST', path, withField(input(), 'note', json))).status).toBe(400);
    expect((await send('POST', path, withField(input(), '__proto__', '{"x":1}'))).status).toBe(400);
  });

  it('bounds the passthrough fields of an object across any number of calls', async () => {
    const { object } = await send('POST', path, JSON.stringify(input()));
    const part = JSON.stringify('x'.repeat(9_000));
    for (const field of ['a', 'b', 'c'])
      expect((await update(name, object.id, field, part)).status).toBe(200);
    const refused = await update(name, object.id, 'd', part);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('must not have more than 32768 characters in further fields');
    const inflated = await send('POST', path, withField(input(), 'a', `[${'1e300,'.repeat(200)}1]`));
    expect(inflated.status).toBe(400);
    const many = `0${Array.from({ length: 100 }, (_, i) => `,"f${i}":0`).join('')}`;
    expect((await send('POST', path, withField(input(), 'f', many))).text).toContain(
      'must not have more than 100 further fields',
    );
    const deep = `${'['.repeat(20)}${']'.repeat(20)}`;
    expect((await send('POST', path, withField(input(), 'f', deep))).text).toContain('levels deep');
  });
});

describe('JSON values of known fields', () => {
  it('have the same bounds', async () => {
    for (const json of [...NOT_HELD, JSON.stringify('x'.repeat(40_000)), '["\\u0000"]']) {
      const keyword = await send(
        'POST',
        '/v3/rest/keyword',
        withField(keywordOf(tree), 'adParamValues', `[${json}]`),
      );
      expect([json.slice(0, 20), keyword.status]).toEqual([json.slice(0, 20), 400]);
      const { path, input } = WRITERS.ad as { path: string; input: () => object };
      const ad = await send('POST', path, withField(input(), 'flashSaleConfig', `{"x":${json}}`));
      expect(ad.status).toBe(400);
    }
  });

  it('are the double next to what was sent where they are numbers of the interface', async () => {
    const { object } = await send(
      'POST',
      '/v3/rest/campaign',
      withField(
        { ...campaignOf(tree.advertiserId), budget: undefined },
        'budget',
        '10.000000000000000000001',
      ),
    );
    expect(object.budget).toBe(10);
  });
});

describe('GraphQL', () => {
  const CREATE = `($input: CreateLineInput!) { createLine(input: $input) {
    ... on CreateLinePayload { line { extra } } ... on ValidationError { issues { path message } } } }`;
  const post = async (payload: string) =>
    (await native.app.inject({ method: 'POST', url: '/graphql', headers, payload })).json();
  const input = () => JSON.stringify({ name: 'Line', campaignId: `Campaign:${tree.campaignId}` });
  const inVariables = (json: string) =>
    post(
      `{"query":${JSON.stringify(`mutation${CREATE}`)},"variables":{"input":${withField(JSON.parse(input()), 'extra', `{"externalId":${json}}`)}}}`,
    );
  const inLiteral = (json: string) =>
    post(
      JSON.stringify({
        query: `mutation { createLine(input: { name: "Line", campaignId: "Campaign:${tree.campaignId}", extra: { externalId: ${json} } }) {
      ... on CreateLinePayload { line { extra } } ... on ValidationError { issues { path message } } } }`,
      }),
    );

  it.each([
    ['variables', inVariables],
    ['literals', inLiteral],
  ] as const)('refuses in %s what REST refuses, in the same words', async (_where, create) => {
    for (const json of HELD) {
      const { data } = await create(json);
      expect([json, data.createLine.line?.extra]).toEqual([json, { externalId: Number(json) + 0 }]);
    }
    for (const json of NOT_HELD) {
      const { data } = await create(json);
      expect([json, data?.createLine]).toEqual([
        json,
        {
          issues: [
            {
              path: 'externalId',
              message: 'externalId must be a number that a double holds exactly; send others as text',
            },
          ],
        },
      ]);
    }
  });

  it('refuses the same over WebSocket', async () => {
    const url = await native.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const answered = new Promise<string>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.type === 'next') resolve(JSON.stringify(message.payload));
        if (message.type !== 'connection_ack') return;
        const variables = `{"input":${withField(JSON.parse(input()), 'extra', '{"externalId":9007199254740993}')}}`;
        const payload = `{"query":${JSON.stringify(`mutation${CREATE}`)},"variables":${variables}}`;
        socket.send(`{"id":"1","type":"subscribe","payload":${payload}}`);
      });
    });
    socket.on('open', () =>
      socket.send(
        JSON.stringify({ type: 'connection_init', payload: { authorization: headers.authorization } }),
      ),
    );
    expect(await answered).toContain('externalId must be a number that a double holds exactly');
    socket.terminate();
  });

  it('refuses __proto__ in literals as an issue', async () => {
    expect((await inLiteral('{ __proto__: 1 }')).data.createLine.issues).toEqual([
      { path: 'externalId', message: 'externalId must not be named __proto__' },
    ]);
  });
});
