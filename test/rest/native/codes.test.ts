import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { syncSeat } from '../../../src/domain/access/tenancy/sync-seat.ts';
import { openDatabase } from '../../../src/platform/database/connection/client.ts';
import { STATUS } from '../../../src/rest/native/codes.ts';
import { tokenFor } from '../../support/actors.ts';
import { campaignOf, createTree, keywordOf, nativeTest } from './support.ts';

const native = await nativeTest({
  FLIGHTLINE_NATIVE_TIMEOUT_S: '1',
  FLIGHTLINE_DISABLED_FEATURES: 'targetingattribute,device',
});
const { system, app } = native;
const tree = await createTree(native);
const { call } = tree;
const saying = (code: string) => ({
  status: STATUS[code as keyof typeof STATUS],
  body: {
    errors: [{ errIndex: -1, code, message: expect.any(String), description: expect.any(String) }],
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\d \d{1,2}:\d\d:\d\d$/),
    response: null,
  },
});

// covers: 3.errors.e60000_unknown_reporting_error
it('has every documented code with its status, E60000 reserved for a failing warehouse', () => {
  expect(STATUS).toEqual({
    E10000_INTERNAL_SERVER_ERROR: 500,
    E30001_UNSUPPORTED_FEATURE: 406,
    E40000_INVALID_INPUT: 400,
    E50000_AUTHORIZATION_ERROR: 401,
    E50003_SERVICE_UNAVAILABLE: 503,
    E40001_REQUEST_TIMEOUT: 408,
    E40002_ACCOUNT_IN_SYNC_READ_ONLY: 405,
    E40003_TOO_MANY_REQUESTS: 429,
    E60000_UNKNOWN_REPORTING_ERROR: 500,
    E40004_REQUEST_CONFLICT: 409,
    E40005_NOT_FOUND: 404,
    E40006_HUGE_REQUEST: 413,
    E40007_REQUEST_URI_TOO_LONG: 414,
    E40008_UNSUPPORTED_MEDIA_TYPE: 415,
  });
});

describe('401 E50000', () => {
  // covers: 3.errors.e50000_authorization_error
  it('answers calls without a valid token, in either header', async () => {
    const token = await tokenFor(system, tree.client);
    const get = async (headers: Record<string, string>) =>
      (await app.inject({ url: '/v3/rest/dictionary', headers })).statusCode;
    expect(await get({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await get({ 'x-auth-method': 'oauth2', 'x-auth-token': token })).toBe(200);
    for (const headers of [
      {},
      { authorization: token },
      { authorization: `Bearer ${token}x` },
      { 'x-auth-token': token },
      { 'x-auth-method': 'Basic', 'x-auth-token': token },
    ])
      expect(await get(headers as Record<string, string>)).toBe(401);
    const answer = await app.inject({ url: '/v3/rest/keyword/1' });
    expect({ status: answer.statusCode, body: answer.json() }).toMatchObject(
      saying('E50000_AUTHORIZATION_ERROR'),
    );
  });

  it('answers writes of a viewer, who reads all the same', async () => {
    const viewer = await native.caller({ role: 'VIEWER', seatId: tree.client.seatId });
    expect((await viewer.call('GET', `/campaign/${tree.campaignId}`)).status).toBe(200);
    expect(await viewer.call('DELETE', `/campaign/${tree.campaignId}`)).toMatchObject(
      saying('E50000_AUTHORIZATION_ERROR'),
    );
    expect((await viewer.call('POST', '/campaign', [campaignOf(tree.advertiserId)])).status).toBe(401);
  });
});

describe('400 E40000', () => {
  // covers: 3.errors.e40000_invalid_input
  it('answers a body that is no JSON', async () => {
    for (const body of ['{', '[1,]', '{"__proto__": 1}', ' '])
      expect(await call('POST', '/keyword', body)).toMatchObject(saying('E40000_INVALID_INPUT'));
  });
});

describe('404 E40005', () => {
  // covers: 3.errors.e40005_not_found
  it('answers unknown paths and ids', async () => {
    for (const path of [
      '/planets',
      '/keyword/1/2',
      '/dictionary/planets',
      '/keyword/987654321',
      '/keyword/abc',
    ])
      expect(await call('GET', path)).toMatchObject(saying('E40005_NOT_FOUND'));
  });
});

describe('405 E40002', () => {
  // covers: 3.errors.e40002_account_in_sync_read_only
  it('answers writes while the seat is in sync, and nothing is written', async () => {
    const synced = await createTree(native);
    await syncSeat({ system, seatId: synced.client.seatId, readOnly: true });
    const refused = saying('E40002_ACCOUNT_IN_SYNC_READ_ONLY');
    expect(await synced.call('POST', '/keyword', [keywordOf(synced)])).toMatchObject(refused);
    expect(await synced.call('PUT', '/campaign', { id: synced.campaignId, status: 'PAUSED' })).toMatchObject(
      refused,
    );
    expect(await synced.call('DELETE', `/adgroup/${synced.adGroupId}`)).toMatchObject(refused);
    expect((await synced.call('GET', `/campaign/${synced.campaignId}`)).body.response.status).toBe('ACTIVE');
    await syncSeat({ system, seatId: synced.client.seatId, readOnly: false });
    expect((await synced.call('POST', '/keyword', keywordOf(synced))).status).toBe(200);
  });
});

describe('406 E30001', () => {
  // covers: 3.errors.e30001_unsupported_feature
  it('answers an object or list that is switched off, and a method that a path does not have', async () => {
    const refused = saying('E30001_UNSUPPORTED_FEATURE');
    expect(await call('GET', `/targetingattribute?advertiserId=${tree.advertiserId}`)).toMatchObject(refused);
    expect(await call('POST', '/targetingattribute', [])).toMatchObject(refused);
    expect(await call('GET', '/dictionary/device')).toMatchObject(refused);
    expect((await call('GET', '/dictionary/country')).status).toBe(200);
    const wrongMethod = await call('PATCH', '/keyword');
    expect(wrongMethod).toMatchObject(refused);
    expect(wrongMethod.body.errors[0].description).toBe('The path does not have this method.');
    expect(await call('POST', '/dictionary/country')).toMatchObject(refused);
    expect(await call('PUT', `/campaign/${tree.campaignId}`)).toMatchObject(refused);
  });
});

describe('408 E40001', () => {
  // covers: 3.errors.e40001_request_timeout
  it('answers a client that takes too long to send', async () => {
    const slow = await buildApp({ system });
    onTestFinished(() => slow.close());
    slow.server.requestTimeout = 200;
    slow.server.headersTimeout = 200;
    await slow.listen({ port: 0, host: '127.0.0.1' });
    const address = slow.server.address();
    const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
    const token = await tokenFor(system, tree.client);
    socket.write(`POST /v3/rest/keyword HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n`);
    socket.write('content-type: application/json\r\ncontent-length: 100\r\n\r\n[');
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject(saying('E40001_REQUEST_TIMEOUT').body);
  });
});

describe('409 E40004', () => {
  // covers: 3.errors.e40004_request_conflict
  it('answers a write while another transaction holds the row, and nothing is written', async () => {
    const other = await system.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM campaign WHERE id = $1 FOR UPDATE', [tree.campaignId]);
      expect(await call('PUT', '/campaign', { id: tree.campaignId, budget: 5 })).toMatchObject(
        saying('E40004_REQUEST_CONFLICT'),
      );
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect((await call('PUT', '/campaign', { id: tree.campaignId, budget: 6 })).body.response.budget).toBe(6);
  });
});

describe('413 E40006', () => {
  // covers: 3.errors.e40006_huge_request
  it('answers a body over 1 MiB', async () => {
    const items = Array.from({ length: 400 }, () => keywordOf(tree, { note: 'x'.repeat(4000) }));
    expect(await call('POST', '/keyword', items)).toMatchObject(saying('E40006_HUGE_REQUEST'));
  });

  // covers: 3.errors.7
  it('answers a filtered GET that runs longer than the limit', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `adGroupId=${index + 1}`).join('&');
    const other = await system.pool.connect();
    try {
      await other.query('BEGIN; LOCK TABLE native_ad IN ACCESS EXCLUSIVE MODE');
      expect(await call('GET', `/ad?${ids}`)).toMatchObject(saying('E40006_HUGE_REQUEST'));
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect((await call('GET', `/ad?${ids}`)).status).toBe(200);
  });

  it('refuses at once a filtered GET that is sure to run longer, and no cheap one with as many ids', async () => {
    const ids = Array.from({ length: 500 }, (_, index) => `adGroupId=${index + 1}`).join('&');
    const statistics = (rows: number) =>
      system.pool.query(`UPDATE pg_class SET reltuples = $1, relpages = 1 WHERE oid = 'keyword'::regclass`, [
        rows,
      ]);
    await statistics(1e12);
    try {
      const answer = await call('GET', `/keyword?${ids}&si=1000000000`);
      expect(answer).toMatchObject(saying('E40006_HUGE_REQUEST'));
      expect(answer.body.errors[0].description).toContain('would take far longer than 1 seconds');
      expect((await call('GET', `/ad?${ids}`)).status).toBe(200);
    } finally {
      await statistics(0);
    }
    expect((await call('GET', `/keyword?${ids}`)).status).toBe(200);
  });
});

describe('414 E40007', () => {
  // covers: 3.errors.e40007_request_uri_too_long
  it('answers a target over 16 KiB', async () => {
    const target = `/dictionary/woeid?location=${'x'.repeat(17_000)}`;
    expect(await call('GET', target)).toMatchObject(saying('E40007_REQUEST_URI_TOO_LONG'));
  });
});

describe('415 E40008', () => {
  // covers: 3.errors.e40008_unsupported_media_type
  it('answers a body that is not called JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'])
      expect(await call('POST', '/keyword', '[]', { 'content-type': type })).toMatchObject(
        saying('E40008_UNSUPPORTED_MEDIA_TYPE'),
      );
    expect(
      (
        await call('POST', '/keyword', [keywordOf(tree)], {
          'content-type': 'application/json; charset=utf-8',
        })
      ).status,
    ).toBe(200);
  });
});

describe('500 E10000', () => {
  // covers: 3.errors.e10000_internal_server_error
  it('masks what nobody expected', async () => {
    await system.pool.query('ALTER TABLE keyword RENAME TO keyword_elsewhere');
    try {
      const answer = await call('GET', `/keyword?advertiserId=${tree.advertiserId}`);
      expect(answer).toMatchObject(saying('E10000_INTERNAL_SERVER_ERROR'));
      expect(JSON.stringify(answer.body)).not.toMatch(/keyword_elsewhere|relation|select/i);
    } finally {
      await system.pool.query('ALTER TABLE keyword_elsewhere RENAME TO keyword');
    }
  });
});

describe('503 E50003', () => {
  // covers: 3.errors.e50003_service_unavailable
  it('answers while the database is unavailable', { tags: ['one-process'] }, async () => {
    const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' });
    const token = await tokenFor(system, tree.client);
    const broken = await buildApp({ system: { ...system, db: away.prisma, pool: away.pool } });
    try {
      const answer = await broken.inject({
        url: '/v3/rest/keyword/1',
        headers: { authorization: `Bearer ${token}` },
      });
      expect({ status: answer.statusCode, body: answer.json() }).toMatchObject(
        saying('E50003_SERVICE_UNAVAILABLE'),
      );
      expect(answer.headers['retry-after']).toBe('1');
    } finally {
      await broken.close();
      await away.close();
    }
  });
});
