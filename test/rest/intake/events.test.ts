import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../src/app.ts';
import { COSTLY } from '../../platform/json/shapes.ts';
import { createClient, tokenFor } from '../../support/actors.ts';
import { testSystem } from '../../support/system.ts';
import { anEvent, createPixel, createPoster, eventsOf, postEvents } from '../../support/traffic/intake.ts';

const system = await testSystem();
const app = await buildApp({ system });
afterAll(() => app.close());
const poster = await createPoster(system);
const post = (body: unknown, headers?: Record<string, string | undefined>) =>
  postEvents(app, poster, body, headers);

const IDFA = '6d92078a-8246-4ba4-ae5b-76104861e7dc';
const GPSAID = 'cdda802e-fb9c-47ad-9866-0794d394c912';
const ZEROS = '00000000-0000-0000-0000-000000000000';

const SPECS = 'Error. Request does not match specs.';
const FORMATTING = 'Error. Request body/params formatting error.';
const NOTHING = 'Error. Missing body and no query parameters provided.';
const TOKEN = "Error. Invalid 'Authorization' HTTP Header. Request a new token.";
const refusal = (message: string) => ({ success: false, message, errors: [] });

/** A pixel of its own, so that what is stored can be counted. */
async function freshPixel() {
  const { seatId, advertiserId, client, eventToken } = poster;
  const pixelId = await createPixel(system, { seatId, advertiserId });
  await system.db.clientPixel.create({ data: { clientId: client.clientId, pixelId } });
  return { pixelId, eventToken };
}

describe('POST /v1/pixels/{pixel_id}/events', () => {
  describe('200', () => {
    // covers: 1.what-the-service-does.1, 1.event-object-pixel-events-interface.action_source
    // covers: 1.event-object-pixel-events-interface.action_source_url
    // covers: 1.event-object-pixel-events-interface.user_data
    // covers: 1.event-object-pixel-events-interface.custom_data, 1.user_data.email, 1.user_data.operator_id
    // covers: 1.user_data.vmcid, 1.custom_data.gv, 1.custom_data.ec, 1.custom_data.el, 1.custom_data.ea
    // covers: 1.custom_data.product_id, 1.custom_data.user_defined, 1.post-events.method-and-path
    // covers: 1.post-events.path-parameter, 1.post-events.request-headers, 1.post-events.request-body
    // covers: 1.post-events.response-200, 1.versioning.1, 1.versioning.2
    it('returns {"success": true} and stores the event, with every digit of gv', async () => {
      const target = await freshPixel();
      const json = `[{"event_time": ${Math.floor(Date.now() / 1000)}, "action_source": "APP",
        "action_source_url": "https://shop.example/", "user_data": {"email": "${'AB'.repeat(32)}",
          "idfa": "${IDFA}", "gpsaid": "${GPSAID}", "platform_id": "cookie-1", "vmcid": "ignored"},
        "custom_data": {"gv": 0.10000000000000000000000000000000012, "ec": "c", "el": "l", "ea": "a",
          "product_id": "p1, p2", "user_defined": {"k": "v"}, "unknown": {"x": 1}}}]`;
      const answer = await postEvents(app, target, json);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ success: true });
      expect(await eventsOf(system, target.pixelId)).toEqual([
        expect.objectContaining({
          seat_id: poster.seatId,
          advertiser_id: poster.advertiserId,
          action_source: 'app',
          action_source_url: 'https://shop.example/',
          email_hex: 'ab'.repeat(32),
          idfa: IDFA,
          gpsaid: GPSAID,
          operator_user_id: 'cookie-1',
          gv: '0.10000000000000000000000000000000012',
          ec: 'c',
          el: 'l',
          ea: 'a',
          product_ids: ['p1', 'p2'],
          user_defined: { k: 'v' },
        }),
      ]);
    });

    // covers: 1.limits.user_defined-pairs
    it('what stands at every limit passes: 10 pairs, names of 32, values and texts of 255, a URL of 2,048', async () => {
      const long = '💶'.repeat(255);
      const pairs = Array.from({ length: 10 }, (_, n) => [`${n}${'k'.repeat(31)}`, long]);
      const custom_data = { ec: long, el: long, ea: long, gv: '9'.repeat(255), product_id: [long] };
      const event = anEvent({
        action_source_url: 'u'.repeat(2_048),
        user_data: { idfa: IDFA, gpsaid: GPSAID, platform_id: long },
        custom_data: { ...custom_data, user_defined: Object.fromEntries(pairs) },
      });
      expect((await post([event])).json()).toEqual({ success: true });
    });

    it('event_time may be almost 24 hours ahead and almost 90 days old', async () => {
      const now = Math.floor(Date.now() / 1000);
      const events = [now + 86_400 - 60, now - 90 * 86_400 + 60].map((event_time) => anEvent({ event_time }));
      expect((await post(events)).json()).toEqual({ success: true });
    });

    it('text is stored as it was sent, whatever it looks like to the database', async () => {
      const target = await freshPixel();
      const odd = 'a"b\\c,{d}\n💶';
      const texts = { ec: '', el: 'NULL', ea: odd, user_defined: { [odd]: odd } };
      const products = [odd, '', 'null'];
      const body = [
        anEvent({ custom_data: { ...texts, product_id: products } }),
        anEvent({ custom_data: { product_id: [], gv: '+1.50' } }),
      ];
      expect((await postEvents(app, target, body)).statusCode).toBe(200);
      expect(await eventsOf(system, target.pixelId)).toEqual([
        expect.objectContaining({ ...texts, product_ids: products }),
        expect.objectContaining({ product_ids: [], gv: '1.50', ec: null, user_defined: null }),
      ]);
    });

    it('a part that no rule looks at is left out, however large or deep it is within the limits of JSON', async () => {
      const target = await freshPixel();
      const event = JSON.stringify(anEvent()).slice(0, -1);
      const large = `[${event},"x":1e200000}]`;
      const deep = `[${event},"x":${'['.repeat(62)}${']'.repeat(62)}}]`;
      const unstorable = `[${event},"x":"\\u0000\\ud800"}]`;
      const good = `[${event}}]`;
      const bodies = [good, large, deep, unstorable];
      const answers = await Promise.all(bodies.map((body) => postEvents(app, target, body)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      expect(await eventsOf(system, target.pixelId)).toHaveLength(4);
    });

    it.each(Object.entries(COSTLY))(
      '%s that no rule looks at is too deep or has too many keys, or is left out',
      async (name, shape) => {
        const target = await freshPixel();
        const event = JSON.stringify(anEvent({ custom_data: { gv: 1 } })).replace(
          '"gv":1',
          `"gv":${'1'.repeat(40)}`,
        );
        const answer = await postEvents(app, target, `[${event.slice(0, -1)},"x":${shape(1024 * 1024)}}]`);
        if (!/nested|too deep|many keys|too many|one key/.test(name))
          return expect(answer.statusCode).toBe(200);
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toEqual({
          success: false,
          message: 'Error. Request body/params formatting error.',
          errors: [],
        });
      },
    );

    it.each([
      ['text', 'a,'.repeat(2_000_000)],
      ['an array', Array.from({ length: 1_001 }, () => 'a')],
    ])('more than 1,000 product IDs in %s: 400', async (_form, products) => {
      const target = await freshPixel();
      const body = JSON.stringify([anEvent({ custom_data: { product_id: products } })]);
      const answer = await postEvents(app, target, body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().errors).toEqual([
        { index: 0, field: 'custom_data.product_id', reason: 'must have at most 1000 entries' },
      ]);
    });

    // covers: 1.event-object-pixel-events-interface.event_time
    it.each([
      ['seconds', (now: number) => Math.floor(now / 1000)],
      ['milliseconds', (now: number) => now],
      ['seconds as text', (now: number) => String(Math.floor(now / 1000))],
      ['milliseconds as text', (now: number) => String(now)],
    ])('reads event_time in %s', async (_unit, write) => {
      const target = await freshPixel();
      const now = Math.floor(Date.now() / 1000) * 1000;
      expect((await postEvents(app, target, [anEvent({ event_time: write(now) })])).statusCode).toBe(200);
      const [stored] = await eventsOf(system, target.pixelId);
      expect(stored?.event_time).toEqual(new Date(now));
    });

    // covers: 1.user_data.idfa, 1.user_data.gpsaid
    it.each([
      ['he', { he: 'b'.repeat(64) }],
      ['idfa', { idfa: IDFA }],
      ['gpsaid', { gpsaid: GPSAID.toUpperCase() }],
      ['platform_id', { platform_id: 'x' }],
    ])('one identity key is enough: %s', async (_name, user_data) => {
      expect((await post([anEvent({ user_data })])).statusCode).toBe(200);
    });

    it('gv wins over its alias value, which stands in where gv is missing', async () => {
      const target = await freshPixel();
      const events = [{ gv: '1.50', value: 'no number' }, { value: 2 }, { value: '-.5' }, { gv: 1e3 }].map(
        (custom_data) => anEvent({ custom_data }),
      );
      expect((await postEvents(app, target, events)).statusCode).toBe(200);
      const stored = await eventsOf(system, target.pixelId);
      expect(stored.map(({ gv }) => gv)).toEqual(['1.50', '2', '-0.5', '1000']);
    });

    it('takes the token without Bearer, a path with a trailing slash and a charset', async () => {
      const answer = await app.inject({
        method: 'POST',
        url: `/v1/pixels/${poster.pixelId}/events/`,
        headers: { authorization: poster.eventToken, 'content-type': 'Application/JSON; charset=utf-8' },
        payload: JSON.stringify([anEvent()]),
      });
      expect(answer.json()).toEqual({ success: true });
    });

    it('events of one array are stored in its order, and ids grow with time', async () => {
      const target = await freshPixel();
      for (const round of [0, 1])
        await postEvents(
          app,
          target,
          [0, 1, 2].map((n) => anEvent({ custom_data: { ea: `${round}-${n}` } })),
        );
      const stored = await eventsOf(system, target.pixelId);
      expect(stored.map(({ ea }) => ea)).toEqual(['0-0', '0-1', '0-2', '1-0', '1-1', '1-2']);
    });

    // covers: 1.limits.number-of-api-calls-per-advertiser
    it('calls are not limited, only events: 500 calls at once pass', async () => {
      const own = await createPoster(system);
      const body = JSON.stringify([anEvent()]);
      const answers = await Promise.all(Array.from({ length: 500 }, () => postEvents(app, own, body)));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    });

    it('an array of 5,000 events passes', async () => {
      const owner = await createPoster(system);
      const events = Array.from({ length: 5_000 }, () => anEvent());
      expect((await postEvents(app, owner, events)).statusCode).toBe(200);
      expect(await eventsOf(system, owner.pixelId)).toHaveLength(5_000);
    });
  });

  describe('200 under an Idempotency-Key', () => {
    it('the same array again is stored once and answered as a replay', async () => {
      const target = await freshPixel();
      const headers = { 'idempotency-key': randomUUID() };
      const body = JSON.stringify([anEvent(), anEvent()]);
      const first = await postEvents(app, target, body, headers);
      const second = await postEvents(app, target, body, headers);
      expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      expect(second.headers['idempotency-replayed']).toBe('true');
      expect(await eventsOf(system, target.pixelId)).toHaveLength(2);
    });

    it('50 at once are stored once', async () => {
      const target = await freshPixel();
      const headers = { 'idempotency-key': randomUUID() };
      const body = JSON.stringify([anEvent()]);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => postEvents(app, target, body, headers)),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
      expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true);
      for (const { statusCode, headers } of answers)
        expect(headers['retry-after']).toBe(statusCode === 409 ? '1' : undefined);
      expect(await eventsOf(system, target.pixelId)).toHaveLength(1);
    });

    it('the same key with another body is 409 and stores nothing', async () => {
      const target = await freshPixel();
      const headers = { 'idempotency-key': randomUUID() };
      await postEvents(app, target, [anEvent()], headers);
      const other = await postEvents(app, target, [anEvent(), anEvent()], headers);
      expect(other.statusCode).toBe(409);
      expect(other.json()).toMatchObject({ success: false });
      expect(await eventsOf(system, target.pixelId)).toHaveLength(1);
    });

    it('another client may use the same key', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const other = await createPoster(system);
      const body = JSON.stringify([anEvent()]);
      await post(body, key);
      const answer = await postEvents(app, other, body, key);
      expect(answer.headers['idempotency-replayed']).toBeUndefined();
      expect(await eventsOf(system, other.pixelId)).toHaveLength(1);
    });

    it('a key is free again after 24 hours', async () => {
      const own = await createPoster(system);
      const headers = { 'idempotency-key': randomUUID() };
      const body = JSON.stringify([anEvent()]);
      await postEvents(app, own, body, headers);
      await system.pool.query(`UPDATE used_key SET created_at = created_at - interval '24 hours 1 second'`);
      expect((await postEvents(app, own, body, headers)).headers['idempotency-replayed']).toBeUndefined();
      expect(await eventsOf(system, own.pixelId)).toHaveLength(2);
    });
  });

  describe('400 Error. Request does not match specs.', () => {
    const now = Math.floor(Date.now() / 1000);
    // covers: 1.errors.400-error.-request-does-not-match-specs., 1.limits.user_defined-pairs
    it.each([
      ['no event_time', { event_time: undefined }, 'event_time'],
      ['event_time null', { event_time: null }, 'event_time'],
      ['event_time fractional', { event_time: now + 0.5 }, 'event_time'],
      ['event_time signed text', { event_time: `+${now}` }, 'event_time'],
      ['event_time blank text', { event_time: ' ' }, 'event_time'],
      ['event_time ISO', { event_time: '2026-01-01T00:00:00Z' }, 'event_time'],
      ['event_time 25 h ahead', { event_time: now + 25 * 3600 }, 'event_time'],
      ['event_time 91 days ago', { event_time: now - 91 * 86400 }, 'event_time'],
      ['event_time beyond numbers', { event_time: '9'.repeat(20) }, 'event_time'],
      ['action_source unknown', { action_source: 'tv' }, 'action_source'],
      ['action_source no text', { action_source: 1 }, 'action_source'],
      ['action_source_url too long', { action_source_url: 'x'.repeat(2049) }, 'action_source_url'],
      ['no user_data', { user_data: undefined }, 'user_data'],
      ['user_data a list', { user_data: [] }, 'user_data'],
      ['no identity', { user_data: {} }, 'user_data'],
      ['vmcid alone', { user_data: { vmcid: 'x' } }, 'user_data'],
      ['another operator’s id alone', { user_data: { other_id: 'x' } }, 'user_data'],
      ['email a hash too short', { user_data: { email: 'a'.repeat(63) } }, 'user_data.email'],
      ['email no text', { user_data: { email: 5 } }, 'user_data.email'],
      ['he no hash', { user_data: { he: 'z'.repeat(64) } }, 'user_data.he'],
      ['idfa no UUID', { user_data: { idfa: `${IDFA}0` } }, 'user_data.idfa'],
      ['idfa of zeros', { user_data: { idfa: ZEROS } }, 'user_data.idfa'],
      ['gpsaid a telephone number', { user_data: { gpsaid: '+49 170 1234567' } }, 'user_data.gpsaid'],
      ['gpsaid of zeros', { user_data: { gpsaid: ZEROS } }, 'user_data.gpsaid'],
      ['a telephone number', { user_data: { platform_id: '+14155550123' } }, 'user_data.platform_id'],
      [
        'a telephone number in groups',
        { user_data: { platform_id: '(415) 555-0123' } },
        'user_data.platform_id',
      ],
      ...[
        'tel:+14155550123',
        'TEL:4155550123',
        '%2B14155550123',
        '+49\u00a0170\u20111234567',
        ' +14155550123 ',
      ].map((number): [string, Record<string, unknown>, string] => [
        `a telephone number written ${number}`,
        { user_data: { platform_id: number } },
        'user_data.platform_id',
      ]),
      ['custom_data a text', { custom_data: 'x' }, 'custom_data'],
      ['gv NaN', { custom_data: { gv: 'NaN' } }, 'custom_data.gv'],
      ['gv Infinity', { custom_data: { gv: 'Infinity' } }, 'custom_data.gv'],
      ['gv with an exponent', { custom_data: { gv: '1e3' } }, 'custom_data.gv'],
      ['gv with a comma', { custom_data: { gv: '1,5' } }, 'custom_data.gv'],
      ['gv with groups', { custom_data: { gv: '1 000' } }, 'custom_data.gv'],
      ['gv hexadecimal', { custom_data: { gv: '0x10' } }, 'custom_data.gv'],
      ['gv empty', { custom_data: { gv: '' } }, 'custom_data.gv'],
      ['gv true', { custom_data: { gv: true } }, 'custom_data.gv'],
      ['value NaN', { custom_data: { value: 'NaN' } }, 'custom_data.value'],
      ['ec too long', { custom_data: { ec: 'x'.repeat(256) } }, 'custom_data.ec'],
      ['el a number', { custom_data: { el: 1 } }, 'custom_data.el'],
      ['ea too long', { custom_data: { ea: 'x'.repeat(256) } }, 'custom_data.ea'],
      ['product_id a number', { custom_data: { product_id: 1 } }, 'custom_data.product_id'],
      ['product_id of numbers', { custom_data: { product_id: [1] } }, 'custom_data.product_id[0]'],
      [
        '11 pairs',
        { custom_data: { user_defined: Object.fromEntries([...'abcdefghijk'].map((k) => [k, 'v'])) } },
        'custom_data.user_defined',
      ],
      [
        'a long name',
        { custom_data: { user_defined: { ['k'.repeat(33)]: 'v' } } },
        'custom_data.user_defined',
      ],
      ['a long value', { custom_data: { user_defined: { k: 'v'.repeat(256) } } }, 'custom_data.user_defined'],
      ['a value no text', { custom_data: { user_defined: { k: 1 } } }, 'custom_data.user_defined'],
      ['NUL', { custom_data: { ec: 'a\0b' } }, ''],
    ])('%s', async (_case, overrides, field) => {
      const target = await freshPixel();
      const answer = await postEvents(app, target, [anEvent(), anEvent(overrides)]);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        success: false,
        message: SPECS,
        errors: [{ index: 1, field, reason: expect.any(String) }],
      });
      expect(await eventsOf(system, target.pixelId)).toEqual([]);
    });

    it('1e999 is no finite number', async () => {
      const body = JSON.stringify([anEvent({ custom_data: { gv: 0 } })]).replace('"gv":0', '"gv":1e999');
      expect((await post(body)).json()).toMatchObject({
        message: SPECS,
        errors: [{ index: 0, field: 'custom_data.gv' }],
      });
    });

    it('an event that is no object is named by its index', async () => {
      expect((await post([anEvent(), 5])).json()).toMatchObject({ errors: [{ index: 1, field: '' }] });
    });

    it('an array is refused whole: one bad event among 1,000 leaves nothing', async () => {
      const target = await freshPixel();
      const events = Array.from({ length: 1_000 }, (_, n) =>
        anEvent(n === 700 ? { event_time: 'never' } : {}),
      );
      const answer = await postEvents(app, target, events);
      expect(answer.json()).toMatchObject({ message: SPECS, errors: [{ index: 700, field: 'event_time' }] });
      expect(await eventsOf(system, target.pixelId)).toEqual([]);
    });

    it('every failing index is named, at most 100 of them', async () => {
      const bad = (count: number) => Array.from({ length: count }, () => anEvent({ event_time: 'never' }));
      const indexes = async (count: number) =>
        (await post(bad(count))).json().errors.map(({ index }: { index: number }) => index);
      expect(await indexes(100)).toEqual(Array.from({ length: 100 }, (_, n) => n));
      expect(await indexes(150)).toHaveLength(100);
    });

    it('a raw address is refused, and neither answered nor logged nor stored', async () => {
      const target = await freshPixel();
      const address = `${randomUUID()}@example.com`;
      for (const name of ['email', 'he']) {
        const answer = await postEvents(app, target, [anEvent({ user_data: { [name]: address } })]);
        expect(answer.statusCode).toBe(400);
        expect(answer.body).not.toContain(address);
      }
      expect(system.logged()).not.toContain(address);
      expect(await eventsOf(system, target.pixelId)).toEqual([]);
    });

    it('no text of an event holds an email address, however it is written', async () => {
      const target = await freshPixel();
      const name = randomUUID();
      const shapes = [
        `${name}@example.com`,
        `${name}@EXAMPLE.CO.UK`.toUpperCase(),
        `call ${name}@mail.example.museum, or not`,
        `https://shop.example/?a=1&mail=${name}@example.com`,
        `https://shop.example/?mail=${name}%40example.com#x`,
        `https://shop.example/?next=%2Fa%3Fmail%3D${name}%252540example%25252Ecom`,
        `${name}%%34%30example.com`,
        `${name}\uff20example.com`,
        `mailto:${name}+tag@bücher.example`,
        `${name}@[192.0.2.1]`,
      ];
      const places: [string, (text: string) => Record<string, unknown>][] = [
        ['action_source_url', (text) => ({ action_source_url: text })],
        ['user_data.platform_id', (text) => ({ user_data: { platform_id: text } })],
        ['user_data.vmcid', (text) => ({ user_data: { platform_id: 'x', vmcid: text } })],
        ...['ec', 'el', 'ea'].map((key): [string, (text: string) => Record<string, unknown>] => [
          `custom_data.${key}`,
          (text) => ({ custom_data: { [key]: text } }),
        ]),
        ['custom_data.product_id', (text) => ({ custom_data: { product_id: `a,${text}` } })],
        ['custom_data.product_id[1]', (text) => ({ custom_data: { product_id: ['a', text] } })],
        ['custom_data.user_defined', (text) => ({ custom_data: { user_defined: { a: text } } })],
        ['custom_data.user_defined', () => ({ custom_data: { user_defined: { 'a@b.example': 'x' } } })],
      ];
      for (const [field, place] of places) {
        const answer = await postEvents(
          app,
          target,
          shapes.map((text) => anEvent(place(text))),
        );
        expect(answer.json().errors).toEqual(
          shapes.map((_, index) => ({ index, field, reason: 'must not hold an email address' })),
        );
      }
      const escaped = JSON.stringify([anEvent({ custom_data: { ec: 'a@b.example' } })]).replace(
        '@',
        '\\u0040',
      );
      expect((await postEvents(app, target, escaped)).statusCode).toBe(400);
      expect(system.logged().toLowerCase()).not.toContain(name);
      expect(await eventsOf(system, target.pixelId)).toEqual([]);
    });

    it('no Idempotency-Key holds an email address: receipts store and show it', async () => {
      const target = await freshPixel();
      for (const key of ['order-7-ada@example.com', 'ADA%40EXAMPLE.COM']) {
        const answer = await postEvents(app, target, [anEvent()], { 'idempotency-key': key });
        expect(answer.statusCode).toBe(400);
        expect(answer.json().errors).toEqual([
          { index: -1, field: 'Idempotency-Key', reason: 'must not hold an email address' },
        ]);
      }
      expect(await eventsOf(system, target.pixelId)).toEqual([]);
      expect(system.logged().toLowerCase()).not.toContain('ada@');
    });

    it('handles, versions, coordinates and percentages are no addresses', async () => {
      const texts = [
        '@shop.example',
        'https://maps.example/@52.5,13.4,15z',
        'react@18.2.0',
        '100%40 off',
        'a @ b.de',
        'x@',
      ];
      const user_defined = Object.fromEntries(texts.map((text, index) => [`k${index}`, text]));
      expect((await post([anEvent({ custom_data: { user_defined } })])).statusCode).toBe(200);
    });

    // covers: 1.what-the-service-does.4, 1.what-the-service-does.5
    it('unknown, foreign and on-page pixels, those outside of the allow-list, and invalid IDs get the same response', async () => {
      const { seatId, advertiserId } = poster;
      const foreign = await createPoster(system);
      const onPage = await createPixel(system, { seatId, advertiserId, dotPixel: true });
      await system.db.clientPixel.create({ data: { clientId: poster.client.clientId, pixelId: onPage } });
      const isNotFilterable = await createPixel(system, { seatId, advertiserId });
      const answers = await Promise.all(
        [foreign.pixelId, onPage, isNotFilterable, 999_999_999, 99_999_999_999, 'abc', '-1', '1.5'].map(
          (pixelId) =>
            app.inject({
              method: 'POST',
              url: `/v1/pixels/${pixelId}/events`,
              headers: { authorization: `Bearer ${poster.eventToken}`, 'content-type': 'application/json' },
              payload: JSON.stringify([anEvent()]),
            }),
        ),
      );
      for (const answer of answers) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json()).toEqual({
          success: false,
          message: SPECS,
          errors: [{ index: -1, field: 'pixel_id', reason: expect.any(String) }],
        });
      }
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    });

    it('the pixel is looked at before the events', async () => {
      const answer = await postEvents(app, { ...poster, pixelId: 999_999_999 }, [5]);
      expect(answer.json().errors).toEqual([expect.objectContaining({ index: -1, field: 'pixel_id' })]);
    });
  });

  describe('400, other messages', () => {
    // covers: 1.errors.400-error.-missing-body-and-no-query-parameters-
    // covers: 1.errors.400-error.-request-body/params-formatting-error.
    it.each([
      ['no body', undefined, NOTHING],
      ['an empty array', '[]', NOTHING],
      ['no JSON', '{', FORMATTING],
      ['blanks', '  ', FORMATTING],
      ['an object', '{}', FORMATTING],
      ['null', 'null', FORMATTING],
      ['NaN', '[NaN]', FORMATTING],
      ['a trailing comma', '[{},]', FORMATTING],
      ['two values', '[] []', FORMATTING],
      ['bytes that are no UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d]), FORMATTING],
      ['a million brackets', '['.repeat(1_000_000), FORMATTING],
    ])('%s', async (_case, body, message) => {
      const answer = await post(body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual(refusal(message));
    });

    // covers: 1.errors.400-error.-unsupported-content-type.
    it('another Content-Type, with or without a body', async () => {
      const answers = [
        await post('[]', { 'content-type': 'text/plain' }),
        await post('[]', { 'content-type': 'application/x-www-form-urlencoded' }),
        await post(undefined, { 'content-type': 'text/plain' }),
      ];
      for (const answer of answers)
        expect(answer.json()).toEqual(refusal('Error. Unsupported Content-Type.'));
    });

    // covers: 1.errors.400-error.-unsupported-content-type-for-request-
    it('a body without a Content-Type; without a body it is the body that is missing', async () => {
      const untyped = { 'content-type': undefined };
      expect((await post(Buffer.from('[]'), untyped)).json()).toEqual(
        refusal('Error. Unsupported Content-Type for request body.'),
      );
      expect((await post(undefined, untyped)).json()).toEqual(refusal(NOTHING));
    });
  });

  describe('401', () => {
    // covers: 1.errors.401-error.-invalid-authorization-http-header.-re
    it.each([
      ['no header', undefined],
      ['an empty header', ''],
      ['no token of ours', 'Bearer abc'],
      ['another scheme', 'Basic abc'],
      ['two words', 'Bearer a b'],
    ])('%s', async (_case, authorization) => {
      const answer = await post([anEvent()], { authorization });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toEqual(refusal(TOKEN));
    });

    it('a token of another scope', async () => {
      for (const realm of ['dsp', 'aaca'] as const) {
        const token = await tokenFor(system, poster.client, { realm });
        expect((await post([anEvent()], { authorization: `Bearer ${token}` })).json()).toEqual(
          refusal(TOKEN),
        );
      }
    });

    it('precedes all errors of the body', async () => {
      const answer = await post('{', { authorization: undefined, 'content-type': 'text/plain' });
      expect(answer.json()).toEqual(refusal(TOKEN));
    });
  });

  describe('404, 405, 413', () => {
    it('an unknown path under /v1/pixels, in this envelope', async () => {
      const answer = await app.inject({ method: 'POST', url: '/v1/pixels/1/other' });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ success: false, errors: [] });
    });

    it('other methods, with Allow', async () => {
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        const answer = await app.inject({ method, url: '/v1/pixels/1/events' });
        expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
      }
    });

    it('5,001 events in one array, without Retry-After', async () => {
      const answer = await post(Array.from({ length: 5_001 }, () => anEvent()));
      expect(answer.statusCode).toBe(413);
      expect(answer.json()).toEqual(refusal('Error. Too many events in one request.'));
      expect(answer.headers['retry-after']).toBeUndefined();
    });

    it('a body over 10 MiB', async () => {
      const answer = await post(`["${'x'.repeat(10 * 1024 * 1024)}"]`);
      expect(answer.statusCode).toBe(413);
      expect(answer.json()).toEqual(refusal('Error. Request body too large.'));
    });
  });
});

it('a client without the events realm gets no token that works here', async () => {
  const client = await createClient(system, { realms: ['dsp'] });
  const token = await tokenFor(system, client, { realm: 'events' });
  expect((await post([anEvent()], { authorization: `Bearer ${token}` })).statusCode).toBe(401);
});

// covers: 1.errors.500-internal-server-error
it('an unexpected error is 500 in this envelope, and does not reveal its cause', {
  tags: ['one-process'],
}, async () => {
  const pool = { query: () => Promise.reject(new TypeError('secret cause')) };
  const broken = await buildApp({ system: { ...system, pool: pool as never } });
  const answer = await postEvents(broken, poster, [anEvent()]);
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual(refusal('Internal Server Error'));
  expect(system.logged()).toContain('secret cause');
  await broken.close();
});
