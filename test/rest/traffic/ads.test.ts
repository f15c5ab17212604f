import { describe, expect, test } from 'vitest';
import { updateCreative } from '../../../src/domain/campaigns/creative/update.ts';
import { answered, MOMENT, problems, refused, trafficSystem } from '../../support/seat.ts';

const { system, caller } = await trafficSystem();
const seat = await caller();

const HOURS = { startDate: '2027-01-01T08:00:00Z', endDate: '2027-01-01T20:00:00Z' };
const COUNTDOWN = { endDate: '2027-01-05T00:00:00Z', timezone: 'Europe/London' };
const NOT_FOUND = refused(404, 'Ad not found.');

/** A line with a creative of its advertiser. */
async function place(options: { native?: boolean; title?: string; description?: string } = {}) {
  const { native = false, ...texts } = options;
  const line = await seat.line({ isNativeEnabled: native });
  const { advertiserId } = line;
  const mediaType = native ? 'NATIVE' : 'DISPLAY';
  const creative = await seat.creative({ advertiserId, mediaType, ...texts });
  return {
    line,
    creative,
    advertiserId,
    body: { lineId: line.id, creativeId: creative.id, status: 'ACTIVE' },
  };
}

describe('POST /traffic/ads', () => {
  // covers: 2.ads.post-/traffic/ads, 2.ad.id, 2.ad.status, 2.ad.lineid, 2.ad.creativeid, 2.ad.updatedat
  // covers: 2.ad.name, 2.ad.mediatype
  test('200: name and mediaType are the creative’s, whatever is sent', async () => {
    const { body, creative, line } = await place({ native: true });
    const sent = { ...body, name: 'Mine', mediaType: 'NATIVE' };
    const reply = await seat.post('/ads', sent);
    expect(reply.status).toBe(200);
    expect(reply.headers).not.toHaveProperty('x-ignored-fields');
    expect(reply.body).toEqual(
      answered({
        id: expect.any(Number),
        name: creative.name,
        status: 'ACTIVE',
        lineId: line.id,
        creativeId: creative.id,
        mediaType: 'NATIVE',
        schedules: [],
        countdown: null,
        nativeAdStatus: null,
        nativeAdRestrictions: [],
        updatedAt: expect.stringMatching(MOMENT),
      }),
    );
    expect((await seat.get(`/ads/${reply.body.response.id}`)).body.response).toEqual(reply.body.response);
  });

  // covers: 2.ad.schedules, 2.ad.countdown, 2.ad.nativeadstatus, 2.ad.nativeadrestrictions
  test('200: every documented field of a native ad is returned as sent', async () => {
    const { body } = await place({ native: true, title: 'Ends {time}' });
    const fields = {
      ...body,
      status: 'INACTIVE',
      nativeAdStatus: 'ON_LIMITED',
      nativeAdRestrictions: ['ALCOHOL', 'two words'],
    };
    const countdown = { ...COUNTDOWN, countdownPrefixId: 1 };
    const reply = await seat.post('/ads', { ...fields, schedules: [HOURS, HOURS], countdown });
    expect(reply.body.response).toMatchObject({
      ...fields,
      schedules: [
        { id: expect.any(Number), ...HOURS },
        { id: expect.any(Number), ...HOURS },
      ],
      countdown: { id: expect.any(Number), ...countdown },
    });
  });

  test.each(['title', 'description'])(
    '400: {time} in the %s needs a countdown on a native line',
    async (field) => {
      const { body } = await place({ native: true, [field]: 'Only {time} left' });
      expect(problems(await seat.post('/ads', body))).toEqual({
        countdown: 'countdown is required: the creative has {time} in its title or description',
      });
    },
  );

  test('200: without {time} a countdown on a native line is optional', async () => {
    const { body } = await place({ native: true });
    expect((await seat.post('/ads', { ...body, countdown: COUNTDOWN })).status).toBe(200);
  });

  test('400: a countdown is refused on other lines, where {time} needs none', async () => {
    const { body } = await place({ title: '{time}' });
    expect(problems(await seat.post('/ads', { ...body, countdown: COUNTDOWN }))).toEqual({
      countdown: 'countdown is for ads on native lines only',
    });
    expect((await seat.post('/ads', body)).status).toBe(200);
  });

  test('400: a countdown is whole, and its prefix one of the dictionary', async () => {
    const { body } = await place({ native: true, title: '{time}' });
    const countdown = { countdownPrefixId: 999_999, timezone: 'Mars/Olympus' };
    expect(problems(await seat.post('/ads', { ...body, countdown }))).toEqual({
      'countdown.countdownPrefixId':
        'countdown.countdownPrefixId must be a countdown prefix of the dictionary',
      'countdown.endDate': 'countdown.endDate is required',
      'countdown.timezone': 'countdown.timezone must be an IANA time zone',
    });
    const unknown = { ...COUNTDOWN, countdownPrefixId: 999_999 };
    expect(problems(await seat.post('/ads', { ...body, countdown: unknown }))).toEqual({
      'countdown.countdownPrefixId':
        'countdown.countdownPrefixId must be a countdown prefix of the dictionary',
    });
  });

  test('400: what is required and what is wrong is answered at once', async () => {
    const reply = await seat.post('/ads', {
      status: 'UNKNOWN',
      schedules: [{ startDate: 'soon' }, { startDate: HOURS.endDate, endDate: HOURS.startDate }],
      nativeAdStatus: 'LOST',
      nativeAdRestrictions: [1],
    });
    expect(reply.status).toBe(400);
    expect(problems(reply)).toEqual({
      lineId: 'lineId is required',
      creativeId: 'creativeId is required',
      status: 'status must be one of ACTIVE, INACTIVE',
      'schedules[0].startDate': 'schedules[0].startDate must be a date and time like 2026-01-31T08:00:00Z',
      'schedules[0].endDate': 'schedules[0].endDate is required',
      'schedules[1].endDate': 'schedules[1].endDate must be after startDate',
      nativeAdStatus:
        'nativeAdStatus must be one of ACTIVE, PAUSED, ON_HOLD, ON_LIMITED, RESTRICTED, DELETED, REJECTED',
      'nativeAdRestrictions[0]': 'nativeAdRestrictions[0] must be text',
    });
  });

  test('400: a flight of an ad ends after it starts', async () => {
    const { body } = await place();
    const schedules = [{ startDate: HOURS.endDate, endDate: HOURS.endDate }];
    expect(problems(await seat.post('/ads', { ...body, schedules }))).toEqual({
      'schedules[0].endDate': 'schedules[0].endDate must be after startDate',
    });
  });

  test('400: the creative is one of the line’s advertiser', async () => {
    const { body } = await place();
    const { id: creativeId } = await seat.creative();
    expect(problems(await seat.post('/ads', { ...body, creativeId }))).toEqual({
      creativeId: 'creativeId must be a creative of the line’s advertiser',
    });
  });

  test('400: unknown, foreign and impossible lines and creatives are refused alike', async () => {
    const other = await caller();
    const { body } = await place();
    for (const lineId of [(await other.line()).id, 2_000_000_000, 9e14])
      expect(problems(await seat.post('/ads', { ...body, lineId }))).toEqual({
        lineId: 'lineId must be the ID of a line of this seat',
      });
    for (const creativeId of [(await other.creative()).id, 2_000_000_000, 9e14])
      expect(problems(await seat.post('/ads', { ...body, creativeId }))).toEqual({
        creativeId: 'creativeId must be the ID of a creative of this seat',
      });
  });

  test('a countdown and {time} remain consistent under concurrent writes of the line or the creative', async () => {
    for (let round = 0; round < 10; round++) {
      const timed = await place({ native: true, title: '{time}' });
      await Promise.all([
        seat.post('/ads', { ...timed.body, countdown: COUNTDOWN }),
        seat.put(`/lines/${timed.line.id}`, { isNativeEnabled: false }),
      ]);
      const { line } = timed;
      expect(await system.db.ad.count({ where: { lineId: line.id } })).toBe(
        await system.db.line.count({ where: { id: line.id, isNativeEnabled: true } }),
      );

      const plain = await place({ native: true, title: 'Sale' });
      const { id } = plain.creative;
      await Promise.allSettled([
        seat.post('/ads', plain.body),
        updateCreative({ ctx: await seat.context(), id, input: { title: '{time}' } }),
      ]);
      expect(await system.db.ad.count({ where: { creativeId: id } })).toBe(
        await system.db.creative.count({ where: { id, title: 'Sale' } }),
      );

      const both = await place({ title: 'Sale' });
      await seat.post('/ads', both.body);
      await Promise.allSettled([
        seat.put(`/lines/${both.line.id}`, { isNativeEnabled: true }),
        updateCreative({ ctx: await seat.context(), id: both.creative.id, input: { title: '{time}' } }),
      ]);
      const isNative = await system.db.line.count({ where: { id: both.line.id, isNativeEnabled: true } });
      const isTimed = await system.db.creative.count({ where: { id: both.creative.id, title: '{time}' } });
      expect(isNative + isTimed).toBe(1);
    }
  });

  test('200: unknown fields are ignored and named', async () => {
    const { body } = await place();
    const { headers, body: answer } = await seat.post('/ads', { ...body, weight: 3 });
    expect(headers['x-ignored-fields']).toBe('weight');
    expect(answer.response).not.toHaveProperty('weight');
  });
});

describe.each(['/ad', '/ads'])('PUT /traffic%s/{id}', (path) => {
  // covers: 2.ads.put-/traffic/ad/id-heading-or-/traffic/ads/id-ex
  test('200: a schedule with an id is changed, one without is added, both are answered', async () => {
    const ad = await seat.ad({ schedules: [HOURS, HOURS] });
    const [first, second] = ad.schedules;
    const changed = { ...HOURS, endDate: '2027-01-02T00:00:00Z' };
    const { status, body } = await seat.put(`${path}/${ad.id}`, {
      schedules: [{ id: second?.id, ...changed }, HOURS],
    });
    expect(status).toBe(200);
    expect(body.response).toMatchObject({
      id: ad.id,
      status: 'ACTIVE',
      schedules: [
        { id: first?.id, ...HOURS },
        { id: second?.id, ...changed },
        { id: expect.any(Number), ...HOURS },
      ],
    });
    expect(body.response.updatedAt > ad.updatedAt.toISOString()).toBe(true);
  });

  test('200: the response to GET can be PUT back; name and mediaType stay the creative’s', async () => {
    const { body } = await place({ native: true, title: '{time}' });
    const created = (await seat.post('/ads', { ...body, schedules: [HOURS], countdown: COUNTDOWN })).body
      .response;
    const { status, body: answer } = await seat.put(`${path}/${created.id}`, { ...created, name: 'Other' });
    expect(status).toBe(200);
    expect(answer.response).toEqual({ ...created, updatedAt: expect.any(String) });
  });

  test('200: an empty list of schedules leaves them as they are', async () => {
    const { body } = await place();
    for (const schedules of [[], [HOURS]]) {
      const ad = (await seat.post('/ads', { ...body, schedules })).body.response;
      const reply = await seat.put(`${path}/${ad.id}`, { ...ad, schedules: [] });
      expect(reply.body).toEqual(answered({ ...ad, updatedAt: expect.any(String) }));
    }
  });

  test('200: the countdown is changed in place', async () => {
    const { body } = await place({ native: true, title: '{time}' });
    const ad = (await seat.post('/ads', { ...body, countdown: { ...COUNTDOWN, countdownPrefixId: 2 } })).body
      .response;
    const endDate = '2028-01-01T00:00:00Z';
    const { body: answer } = await seat.put(`${path}/${ad.id}`, { countdown: { ...COUNTDOWN, endDate } });
    expect(answer.response.countdown).toEqual({ ...ad.countdown, endDate });
    const foreign = { ...COUNTDOWN, id: ad.countdown.id + 1000 };
    expect(problems(await seat.put(`${path}/${ad.id}`, { countdown: foreign }))).toEqual({
      'countdown.id': 'countdown.id must be the id of the countdown of this ad',
    });
  });

  test('400: a schedule of another ad cannot be changed', async () => {
    const ad = await seat.ad();
    const other = await seat.ad({ schedules: [HOURS] });
    const schedules = [{ id: other.schedules[0]?.id, ...HOURS }];
    expect(problems(await seat.put(`${path}/${ad.id}`, { schedules }))).toEqual({
      'schedules[0].id': 'schedules[0].id must be the id of a schedule of this ad',
    });
  });

  test('lineId moves an ad within its advertiser, with the countdown rules of the new line', async () => {
    const { advertiserId, ...from } = await place({ title: '{time}' });
    const ad = (await seat.post('/ads', from.body)).body.response;
    const campaign = await seat.campaign({ advertiserId });
    const sibling = await seat.line({ orderId: campaign.id });
    const moved = await seat.put(`${path}/${ad.id}`, { lineId: sibling.id });
    expect(moved.body.response.lineId).toBe(sibling.id);
    const native = await seat.line({ orderId: campaign.id, isNativeEnabled: true });
    expect(Object.keys(problems(await seat.put(`${path}/${ad.id}`, { lineId: native.id })))).toEqual([
      'countdown',
    ]);
    const stranger = await seat.line();
    expect(problems(await seat.put(`${path}/${ad.id}`, { lineId: stranger.id }))).toEqual({
      lineId: 'lineId must be a line of the ad’s advertiser',
    });
    expect((await seat.get(`/ads/${ad.id}`)).body.response.lineId).toBe(sibling.id);
  });

  test('404: an unknown, a foreign and an impossible id are answered alike', async () => {
    const foreign = await (await caller()).ad();
    for (const id of [foreign.id, 2_000_000_000, '99999999999', 'abc']) {
      const reply = await seat.put(`${path}/${id}`, { status: 'NEW' });
      expect([reply.status, reply.body]).toEqual([404, NOT_FOUND]);
    }
  });

  test('403: a viewer changes nothing, and learns nothing of what there is', async () => {
    const viewer = await caller({ seatId: seat.seatId, role: 'VIEWER' });
    const ad = await seat.ad();
    for (const id of [ad.id, 2_000_000_000]) expect((await viewer.put(`${path}/${id}`, {})).status).toBe(403);
  });
});

describe('GET /traffic/ads/{id}', () => {
  // covers: 2.ads.get-/traffic/ads/id
  test('200: the ad', async () => {
    const { body } = await place();
    const created = (await seat.post('/ads', body)).body.response;
    expect((await seat.get(`/ads/${created.id}`)).body).toEqual(answered(created));
  });

  test('404: an unknown, a foreign and an impossible id are answered alike', async () => {
    const foreign = await (await caller()).ad();
    for (const id of [foreign.id, 2_000_000_000, '99999999999', 'abc']) {
      const reply = await seat.get(`/ads/${id}`);
      expect([reply.status, reply.body]).toEqual([404, NOT_FOUND]);
    }
  });
});

describe('GET /traffic/ads', () => {
  // covers: 2.ads.get-/traffic/ads
  test('200: the ads of one line, searched and sorted by the name of their creative', async () => {
    const line = await seat.line();
    const { advertiserId } = line;
    for (const name of ['Cherry', 'Apple', 'Banana']) {
      const creative = await seat.creative({ advertiserId, name });
      await seat.ad({ lineId: line.id, creativeId: creative.id });
    }
    const names = async (query: string) =>
      (await seat.get(`/ads?lineId=${line.id}${query}`)).body.response.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('')).toEqual(['Cherry', 'Apple', 'Banana']);
    expect(await names('&query=AN')).toEqual(['Banana']);
    expect((await names('&sort=name&dir=DESC')).at(0)).toBe('Cherry');
    expect(await names('&sort=name&limit=1&page=4')).toEqual([]);
  });

  test('200: every scalar field sorts', async () => {
    const ad = await seat.ad();
    const { response } = (await seat.get(`/ads/${ad.id}`)).body;
    for (const field of Object.keys(response)) {
      const { status } = await seat.get(`/ads?lineId=${ad.lineId}&sort=${field}`);
      const isList = ['schedules', 'countdown', 'nativeAdRestrictions'].includes(field);
      expect([field, status]).toEqual([field, isList ? 400 : 200]);
    }
  });

  test('400: lineId is required', async () => {
    const reply = await seat.get('/ads?limit=0');
    expect(problems(reply)).toEqual({
      lineId: 'lineId is required',
      limit: 'limit must be a number from 1 to 100',
    });
  });

  test('404: the ads of an unknown and of a foreign line do not exist', async () => {
    const foreign = await (await caller()).line();
    for (const id of [foreign.id, 2_000_000_000, 99_999_999_999]) {
      const reply = await seat.get(`/ads?lineId=${id}`);
      expect([reply.status, reply.body]).toEqual([404, refused(404, 'Line not found.')]);
    }
  });
});

describe('DELETE /traffic/ads/{id}', () => {
  // covers: 2.ads.delete
  test('405: deletion is not supported', async () => {
    const ad = await seat.ad();
    const { status, headers } = await seat.send('DELETE', `/ads/${ad.id}`);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, PUT']);
    expect((await seat.send('DELETE', `/ad/${ad.id}`)).headers.allow).toBe('PUT');
    expect((await seat.get(`/ads/${ad.id}`)).status).toBe(200);
  });
});
