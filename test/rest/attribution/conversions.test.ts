import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { mintVmcid } from '../../../src/domain/events/click/vmcid.ts';
import { tokenFor } from '../../support/actors.ts';
import { documented } from '../../support/documented.ts';
import { testSystem } from '../../support/system.ts';
import { createAd, createPixel, createPoster } from '../../support/traffic/intake.ts';

const system = await testSystem();
const app = await buildApp({ system });
afterAll(() => app.close());
const poster = await createPoster(system);
const { seatId, advertiserId } = poster;
const ad = await createAd(system, { seatId, advertiserId });
const vmcid = mintVmcid(system, { seatId, advertiserId, ...ad });

const FORM = 'application/x-www-form-urlencoded';
const SPECS = { message: 'Error. Request does not match specs.' };
const FORMATTING = { message: 'Error. Request body/params formatting error.' };
const SUBMITTED = { message: 'Submission processed.' };
const TYPE = { message: 'Error. Unsupported Content-Type.' };
const BODY_TYPE = { message: 'Error. Unsupported Content-Type for request body.' };
const NOTHING = { message: 'Error. Missing body and no query parameters provided.' };
const TOKEN = { message: "Error. Invalid 'Authorization' HTTP Header. Request a new token." };

type Params = Record<string, string | undefined>;
const encode = (params: Params): string =>
  new URLSearchParams(
    Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString();
const valid = (overrides: Params = {}): Params => ({ vmcid, id: randomUUID(), dp: 'partner', ...overrides });
const send = async (
  method: 'GET' | 'POST',
  options: { query?: string; body?: string | Buffer; headers?: Params } = {},
) => {
  const headers = { authorization: poster.uploadToken, ...options.headers };
  return documented(
    await app.inject({
      method,
      url: options.query === undefined ? '/' : `/?${options.query}`,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([, value]) => value !== undefined),
      ) as Record<string, string>,
      ...(options.body !== undefined && { payload: options.body }),
    }),
  );
};
const get = (query: string, headers?: Params) => send('GET', { query, ...(headers && { headers }) });
const post = (body: string | Buffer, headers: Params = { 'content-type': FORM }) =>
  send('POST', { body, headers });

async function stored(id: string, dp = 'partner') {
  const { rows } = await system.pool.query(
    'SELECT * FROM conversion WHERE seat_id = $1 AND dp = $2 AND event_id = $3',
    [seatId, dp, id],
  );
  return rows;
}

async function outcomes(id: string): Promise<string[]> {
  const { rows } = await system.pool.query(
    'SELECT outcome FROM conversion_receipt WHERE seat_id = $1 AND event_id = $2 ORDER BY id',
    [seatId, id],
  );
  return rows.map(({ outcome }) => outcome);
}

describe('GET and POST /', () => {
  describe('200 Submission processed.', () => {
    // covers: 1.what-the-service-does.2, 1.conversion-postback-parameters.vmcid, 1.conversion-postback-parameters.id
    // covers: 1.conversion-postback-parameters.dp, 1.conversion-postback-parameters.gv
    // covers: 1.conversion-postback-parameters.gc, 1.conversion-postback-parameters.ec
    // covers: 1.conversion-postback-parameters.ea, 1.conversion-postback-parameters..yp
    // covers: 1.conversion-postback-parameters.other-parameters, 1.post-a-conversion.method-and-path
    // covers: 1.post-a-conversion.parameters, 1.post-a-conversion.response-200, 1.post-a-conversion.body-content-type-post
    // covers: 1.errors.200-submission-processed.
    it.each([
      ['GET', (params: string) => get(params)],
      ['POST', (params: string) => post(params)],
    ])('%s stores everything, attributed to ad, line, campaign and advertiser', async (_method, call) => {
      const params = valid({
        et: '1700000000123',
        gv: '12.3400000000000000000001',
        gc: 'EUR',
        ec: 'cat & dog',
        ea: 'ünï+code',
        '.yp': String(poster.pixelId),
        'further key': 'x=y',
      });
      const answer = await call(encode(params));
      expect([answer.statusCode, answer.json()]).toEqual([200, SUBMITTED]);
      expect(await stored(params.id ?? '')).toEqual([
        expect.objectContaining({
          vmcid,
          advertiser_id: advertiserId,
          campaign_id: ad.campaignId,
          line_id: ad.lineId,
          ad_id: ad.adId,
          pixel_id: poster.pixelId,
          et: new Date(1_700_000_000_123),
          gv: '12.3400000000000000000001',
          gc: 'EUR',
          ec: 'cat & dog',
          ea: 'ünï+code',
          extra: { 'further key': 'x=y' },
        }),
      ]);
      expect(await outcomes(params.id ?? '')).toEqual(['ACCEPTED']);
    });

    // covers: 1.conversion-postback-parameters.et
    it('et is the time of receipt and gc USD unless given', async () => {
      const params = valid();
      await get(encode(params));
      const [row] = await stored(params.id ?? '');
      expect(row).toMatchObject({ gc: 'USD', gv: null, pixel_id: null });
      expect(row.et).toEqual(row.received_at);
    });

    it('a repeat of id and dp is answered alike and counted once; another dp is another', async () => {
      const params = valid();
      const answers = [await get(encode(params)), await post(encode({ ...params, gv: '7' }))];
      for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, SUBMITTED]);
      await get(encode({ ...params, dp: 'other' }));
      expect(await stored(params.id ?? '')).toEqual([expect.objectContaining({ gv: null })]);
      expect(await stored(params.id ?? '', 'other')).toHaveLength(1);
      expect(await outcomes(params.id ?? '')).toEqual(['ACCEPTED', 'DUPLICATE', 'ACCEPTED']);
    });

    it('a replay under its Idempotency-Key is counted once and leaves a receipt', async () => {
      const params = valid();
      const headers = { 'content-type': FORM, 'idempotency-key': randomUUID() };
      await post(encode(params), headers);
      expect((await post(encode(params), headers)).headers['idempotency-replayed']).toBe('true');
      expect((await post(encode({ ...params, gv: '7' }), headers)).statusCode).toBe(409);
      expect(await stored(params.id ?? '')).toHaveLength(1);
      expect(await outcomes(params.id ?? '')).toEqual(['ACCEPTED', 'DUPLICATE']);
    });

    it('200 parallel posts of one id count once', async () => {
      const params = valid();
      const answers = await Promise.all(Array.from({ length: 200 }, () => get(encode(params))));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
      expect(await stored(params.id ?? '')).toHaveLength(1);
      const all = await outcomes(params.id ?? '');
      expect(all.filter((outcome) => outcome === 'ACCEPTED')).toHaveLength(1);
      expect(all).toHaveLength(200);
    });

    it('the same id in two seats counts twice', async () => {
      const other = await createPoster(system);
      const params = valid();
      await get(encode(params));
      await get(encode(params), { authorization: other.uploadToken });
      const { rows } = await system.pool.query(
        'SELECT seat_id, line_id FROM conversion WHERE event_id = $1',
        [params.id],
      );
      expect(rows).toHaveLength(2);
      expect(rows).toContainEqual({ seat_id: seatId, line_id: ad.lineId });
      // A click of another seat is no known click.
      expect(rows).toContainEqual({ seat_id: other.seatId, line_id: null });
    });

    it.each([
      ['text', () => 'abc'],
      [
        'a flipped character',
        () => `${vmcid.slice(0, 30)}${vmcid[30] === 'A' ? 'B' : 'A'}${vmcid.slice(31)}`,
      ],
      ['one character more', () => `${vmcid}A`],
      ['padding', () => `${vmcid}=`],
    ])('a vmcid that is not a click of this service is unattributed: %s', async (_case, make) => {
      const params = valid({ vmcid: make() });
      expect((await get(encode(params))).json()).toEqual(SUBMITTED);
      expect(await stored(params.id ?? '')).toEqual([
        expect.objectContaining({ vmcid: make(), line_id: null, advertiser_id: null }),
      ]);
      expect(await outcomes(params.id ?? '')).toEqual(['UNATTRIBUTED']);
    });

    it('an unknown or foreign pixel, or none, is left out', async () => {
      const foreign = await createPoster(system);
      for (const pixel of [String(foreign.pixelId), '999999999', '99999999999', 'abc', '']) {
        const params = valid({ '.yp': pixel });
        expect((await get(encode(params))).statusCode).toBe(200);
        expect(await stored(params.id ?? '')).toEqual([expect.objectContaining({ pixel_id: null })]);
      }
    });

    // covers: 1.post-a-conversion.request-header
    it('both header forms, + as a space, a charset, and keys of 32 and values of 255', async () => {
      const params = valid({ ['k'.repeat(32)]: 'é'.repeat(255) });
      const body = `${encode(params)}&ec=a+b`;
      const answer = await post(body, {
        authorization: `Bearer ${poster.uploadToken}`,
        'content-type': `${FORM}; charset=UTF-8`,
      });
      expect(answer.json()).toEqual(SUBMITTED);
      expect(await stored(params.id ?? '')).toEqual([expect.objectContaining({ ec: 'a b' })]);
    });

    it('50 further pairs pass', async () => {
      const more = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 'v']));
      expect((await get(encode(valid(more)))).statusCode).toBe(200);
    });

    // covers: 1.post-a-conversion.1
    it('with a body the query string is not looked at', async () => {
      const params = valid();
      const answer = await send('POST', {
        query: 'vmcid=%zz',
        body: encode(params),
        headers: { 'content-type': FORM },
      });
      expect(answer.json()).toEqual(SUBMITTED);
      expect(await stored(params.id ?? '')).toHaveLength(1);
    });

    it('a POST with parameters in the query string alone, with or without the form type', async () => {
      for (const type of [undefined, FORM]) {
        const answer = await send('POST', { query: encode(valid()), headers: { 'content-type': type } });
        expect(answer.json()).toEqual(SUBMITTED);
      }
    });

    it('a repeat under its Idempotency-Key is a replay; the key with something else is 409', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const params = valid();
      const first = await get(encode(params), headers);
      const second = await get(encode(params), headers);
      const other = await get(encode(valid()), headers);
      expect([first, second, other].map(({ statusCode }) => statusCode)).toEqual([200, 200, 409]);
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(Object.keys(other.json())).toEqual(['message']);
    });
  });

  describe('400', () => {
    // covers: 1.post-a-conversion.2
    it('parameters in the query string with another Content-Type', async () => {
      expect((await get(encode(valid()), { 'content-type': 'application/json' })).json()).toEqual(TYPE);
      const answer = await send('POST', {
        query: encode(valid()),
        headers: { 'content-type': 'text/plain' },
      });
      expect([answer.statusCode, answer.json()]).toEqual([400, TYPE]);
    });

    it.each(['', 'garbage', 'a/b/c', ';', 'application/x-www-form-urlencoded, text/html'])(
      'an invalid Content-Type: %j',
      async (type) => {
        const headers = { 'content-type': type };
        const query = await send('POST', { query: encode(valid()), headers });
        expect([query.statusCode, query.json()]).toEqual([400, TYPE]);
        const body = await post(Buffer.from(encode(valid())), headers);
        expect([body.statusCode, body.json()]).toEqual([400, BODY_TYPE]);
      },
    );

    // covers: 1.post-a-conversion.3
    it('a body with another Content-Type or none', async () => {
      for (const type of ['application/json', 'multipart/form-data', undefined]) {
        const answer = await post(Buffer.from(encode(valid())), { 'content-type': type });
        expect([answer.statusCode, answer.json()]).toEqual([400, BODY_TYPE]);
      }
    });

    it('neither body nor parameters', async () => {
      const answers = [
        await send('GET'),
        await send('POST'),
        await get(''),
        await get('&'),
        await send('POST', { headers: { 'content-type': FORM } }),
      ];
      for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([400, NOTHING]);
    });

    const whole = () => encode(valid());
    // covers: 1.post-a-conversion.4, 1.limits.key-or-custom-name-length, 1.limits.value-length
    it.each([
      ['a stray %', () => `${whole()}&ec=100%`],
      ['a half escape', () => `${whole()}&ec=%4`],
      ['an invalid escape', () => `${whole()}&ec=%zz`],
      ['a stray % in a key', () => `${whole()}&%=x`],
      ['a raw line break', () => `${whole()}\n`],
      ['no vmcid', () => encode(valid({ vmcid: undefined }))],
      ['no id', () => encode(valid({ id: undefined }))],
      ['no dp', () => encode(valid({ dp: undefined }))],
      ['an empty id', () => encode(valid({ id: '' }))],
      ['keys in another case', () => encode(valid({ vmcid: undefined, VMCID: vmcid }))],
      ['a key of 33', () => encode(valid({ ['k'.repeat(33)]: 'v' }))],
      ['a value of 256', () => encode(valid({ ec: 'v'.repeat(256) }))],
      ['an id of 256', () => encode(valid({ id: 'v'.repeat(256) }))],
      ['a further value of 256', () => encode(valid({ more: 'v'.repeat(256) }))],
      [
        '51 further pairs',
        () => encode(valid(Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])))),
      ],
      ['NUL', () => encode(valid({ ec: 'a\0' }))],
      ['no key', () => `${whole()}&=x`],
      ['a repeated parameter', () => `${whole()}&dp=partner`],
      ['et no number', () => encode(valid({ et: 'now' }))],
      ['et ISO', () => encode(valid({ et: '2026-01-01' }))],
      ['et empty', () => encode(valid({ et: '' }))],
      ['et beyond time', () => encode(valid({ et: '9'.repeat(30) }))],
      ['gv NaN', () => encode(valid({ gv: 'NaN' }))],
      ['gv Infinity', () => encode(valid({ gv: 'Infinity' }))],
      ['gv 1e999', () => encode(valid({ gv: '1e999' }))],
      ['gv with a comma', () => encode(valid({ gv: '1,5' }))],
      ['gv with a space', () => encode(valid({ gv: '1 ' }))],
      ['gv with two signs', () => encode(valid({ gv: '+-1' }))],
      ['et negative', () => encode(valid({ et: '-1' }))],
      ['et fractional', () => encode(valid({ et: '1.5' }))],
      ['et of 2101', () => encode(valid({ et: '4133980800000' }))],
      ['gv hexadecimal', () => encode(valid({ gv: '0x1' }))],
      ['gv empty', () => encode(valid({ gv: '' }))],
      ['gc no currency', () => encode(valid({ gc: 'XYZ' }))],
    ])('Error. Request does not match specs.: %s', async (_case, make) => {
      for (const answer of [await post(make()), ...(make().includes('\n') ? [] : [await get(make())])])
        expect([answer.statusCode, answer.json()]).toEqual([400, SPECS]);
    });

    it('a line whose rules are of other pixels does not count a conversion', async () => {
      const owner = { seatId, advertiserId };
      const ruled = await createAd(system, owner);
      const [own, other] = [await createPixel(system, owner), await createPixel(system, owner)];
      await system.db.lineConversion.create({ data: { lineId: ruled.lineId, beaconId: own } });
      const click = mintVmcid(system, { ...owner, ...ruled });
      const counted = async (pixel: number | undefined) => {
        const params = valid({ vmcid: click, '.yp': pixel === undefined ? undefined : String(pixel) });
        await get(encode(params));
        const [row] = await stored(params.id ?? '');
        return [row.line_id, row.advertiser_id, ...(await outcomes(params.id ?? ''))];
      };
      expect(await counted(own)).toEqual([ruled.lineId, advertiserId, 'ACCEPTED']);
      expect(await counted(undefined)).toEqual([ruled.lineId, advertiserId, 'ACCEPTED']);
      expect(await counted(other)).toEqual([null, null, 'UNATTRIBUTED']);
      expect(await counted(2_000_000_000)).toEqual([null, null, 'UNATTRIBUTED']);
    });

    it.each([
      ['gv=1e3', '1000'],
      ['gv=2.5E-1', '0.25'],
      ['gv=+5', '5'],
      ['gv=%2B5', '5'],
      ['gv=.5', '0.5'],
      ['gv=5.', '5'],
    ])('%s is a number', async (pair, gv) => {
      const params = valid();
      expect((await get(`${encode(params)}&${pair}`)).statusCode).toBe(200);
      expect(await stored(params.id ?? '')).toEqual([expect.objectContaining({ gv })]);
    });

    it.each([['1700000000'], ['1700000000000']])('et=%s is read in its unit', async (et) => {
      const params = valid({ et });
      await get(encode(params));
      expect(await stored(params.id ?? '')).toEqual([
        expect.objectContaining({ et: new Date(1_700_000_000_000) }),
      ]);
    });

    it('a refusal names its parameters in a header, whatever their characters', async () => {
      const refused = await post(encode(valid({ gv: 'x', et: '-1', dp: undefined, 'é\n': 'v'.repeat(256) })));
      expect(refused.json()).toEqual(SPECS);
      expect(refused.headers['x-invalid-parameter']?.toString().split(', ').sort()).toEqual(
        ['%C3%A9%0A', 'dp', 'et', 'gv'].sort(),
      );
      expect((await post(encode(valid()))).headers['x-invalid-parameter']).toBeUndefined();
    });

    it('no parameter holds an email address, and nothing repeats it', async () => {
      const address = `${randomUUID()}@example.com`;
      for (const name of ['vmcid', 'id', 'dp', 'gv', 'gc', 'et', 'ec', 'ea', '.yp', 'further']) {
        const idempotency = { 'idempotency-key': randomUUID() };
        const query = encode(valid({ [name]: `x ${encodeURIComponent(address).toUpperCase()}` }));
        const refused = await get(query, idempotency);
        expect([name, refused.statusCode]).toEqual([name, 400]);
        expect(refused.headers['x-invalid-parameter']).toBe(name);
      }
      const keyed = await get(encode(valid()), { 'idempotency-key': `order-${address}` });
      expect([keyed.statusCode, keyed.headers['x-invalid-parameter']]).toEqual([400, 'Idempotency-Key']);
      const named = await get(encode(valid({ 'a@b.de': 'v' })));
      expect([named.statusCode, named.headers['x-invalid-parameter']]).toEqual([400, undefined]);
      await app.inject({ method: 'GET', url: `/elsewhere/${address}` });
      expect(system.logged().toLowerCase()).not.toContain(address.split('@', 1)[0]);
    });

    it.each([
      ['a lone continuation byte', '%80'],
      ['an overlong slash', '%c0%af'],
      ['a surrogate', '%ed%a0%80'],
      ['half a character', '%c3'],
    ])('Error. Request body/params formatting error.: %s', async (_case, bytes) => {
      for (const part of [`ec=${bytes}`, `${bytes}=x`]) {
        expect((await get(`${whole()}&${part}`)).json()).toEqual(FORMATTING);
        expect((await post(`${whole()}&${part}`)).json()).toEqual(FORMATTING);
      }
    });

    it('bytes that are not ASCII and raw spaces in a body', async () => {
      for (const bytes of ['ü', ' ', '\u00ff'])
        expect((await post(Buffer.from(`${whole()}&ec=${bytes}`))).json()).toEqual(SPECS);
    });

    it('parameters split between query string and body', async () => {
      const { vmcid: _, ...rest } = valid();
      const answer = await send('POST', {
        query: `vmcid=${vmcid}`,
        body: encode(rest),
        headers: { 'content-type': FORM },
      });
      expect(answer.json()).toEqual(SPECS);
    });

    it('a raw space or byte in the query string, which HTTP itself refuses, has this envelope', async () => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = app.server.address() as { port: number };
      for (const raw of [`${whole()}&ec=a b`, `${whole()}&ec=\u00fc`]) {
        const text = await new Promise<string>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () =>
            socket.end(
              Buffer.from(
                `GET /?${raw} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: ${poster.uploadToken}\r\n\r\n`,
                'latin1',
              ),
            ),
          );
          let all = '';
          socket.on('data', (chunk) => {
            all += chunk;
          });
          socket.on('end', () => resolve(all));
          socket.on('error', reject);
        });
        expect(text).toMatch(/^HTTP\/1\.1 400 /);
        expect(text.endsWith(JSON.stringify(SPECS))).toBe(true);
      }
    });
  });

  describe('401, 404, 405, 413', () => {
    it.each([
      ['no header', undefined],
      ['no token of ours', 'abc'],
      ['another scheme', 'Basic abc'],
    ])('%s', async (_case, authorization) => {
      const answer = await get('x=%zz', { authorization, 'content-type': 'text/plain' });
      expect([answer.statusCode, answer.json()]).toEqual([401, TOKEN]);
    });

    it('a token of the events flow', async () => {
      const token = await tokenFor(system, poster.client, { realm: 'events' });
      expect((await get(encode(valid()), { authorization: token })).json()).toEqual(TOKEN);
    });

    it('other methods, HEAD too, with Allow and in this envelope', async () => {
      for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const answer = await app.inject({ method, url: '/' });
        expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, POST']);
        if (method !== 'HEAD') expect(Object.keys(answer.json())).toEqual(['message']);
      }
    });

    it('other paths are nobody’s and do not answer for it', async () => {
      const answer = await app.inject({ method: 'GET', url: '/nothing' });
      expect(answer.statusCode).toBe(404);
    });

    it('a body over 1 MiB', async () => {
      const answer = await post('x'.repeat(1024 * 1024 + 1));
      expect([answer.statusCode, answer.json()]).toEqual([
        413,
        { message: 'Error. Request body too large.' },
      ]);
    });
  });
});

// covers: 1.errors.500-internal-server-error
it('an unexpected error is 500 in this envelope, and does not reveal its cause', {
  tags: ['one-process'],
}, async () => {
  const pool = { query: () => Promise.reject(new TypeError('secret cause')) };
  const broken = await buildApp({ system: { ...system, pool: pool as never } });
  const headers = { authorization: poster.uploadToken };
  const answer = await broken.inject({ url: `/?${encode(valid())}`, headers });
  expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  await broken.close();
});
