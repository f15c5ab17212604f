import { describe, expect, test } from 'vitest';
import { createAdvertiser } from '../../../src/domain/campaigns/advertiser/create.ts';
import { ADVERTISER, answered, MOMENT, problems, refused, trafficSystem } from '../../support/seat.ts';

const { caller, system } = await trafficSystem();
const seat = await caller();

const NOT_FOUND = refused(404, 'Advertiser not found.');
const BILLING = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  addressLine1: '2 Side St',
  city: 'Paris',
  country: 'FR',
  legalMandateConfirmation: true,
};

describe('POST /traffic/advertisers', () => {
  // covers: 2.advertisers.post-/traffic/advertisers, 2.advertiser.id, 2.advertiser.name
  // covers: 2.advertiser.status, 2.advertiser.landingpageurl, 2.advertiser.iabcategoryid
  // covers: 2.advertiser.iabsecondarycategoryid, 2.advertiser.billingprice, 2.advertiser.contact
  // covers: 2.advertiser.iscrossdeviceoff, 2.advertiser.updatedat, 2.advertiser.accountgroupid
  test('200: fields as sent, secondary category −1 and isCrossdeviceOff false by default', async () => {
    const { status, body } = await seat.post('/advertisers', ADVERTISER);
    expect(status).toBe(200);
    expect(body).toEqual(
      answered({
        id: expect.any(Number),
        accountGroupId: expect.any(Number),
        ...ADVERTISER,
        iabSecondaryCategoryId: -1,
        isCrossdeviceOff: false,
        updatedAt: expect.stringMatching(MOMENT),
      }),
    );
    expect((await seat.get(`/advertisers/${body.response.id}`)).body.response).toEqual(body.response);
  });

  test('200: the optional parts of a contact may be missing, as may its postal code', async () => {
    const { postalCode: _, ...contact } = ADVERTISER.contact;
    const { body } = await seat.post('/advertisers', { ...ADVERTISER, contact });
    expect(body.response.contact).toEqual(contact);
  });

  // covers: 2.advertiser.billingcontact
  test('200: a billing contact is stored for every seat and shown for those under legal compliance', async () => {
    const french = await caller({ legalComplianceCountry: 'FR' });
    const sent = { ...ADVERTISER, billingContact: BILLING };
    const shown = await french.post('/advertisers', sent);
    expect(shown.body.response.billingContact).toEqual(BILLING);
    const hidden = await seat.post('/advertisers', sent);
    expect(hidden.body.response).not.toHaveProperty('billingContact');
    const ctx = await seat.context();
    const { id } = hidden.body.response;
    const stored = await ctx.db.advertiser.findUniqueOrThrow({ where: { id } });
    expect(stored.billingContact).toEqual(BILLING);
    expect((await french.get('/advertisers')).body.response[0].billingContact).toEqual(BILLING);
  });

  test('400: every required field is named at once', async () => {
    const { status, body } = await seat.post('/advertisers', { contact: {}, billingContact: {} });
    expect(status).toBe(400);
    const names = body.errors.validationErrors.map(
      ({ propertyName }: { propertyName: string }) => propertyName,
    );
    expect(names.sort()).toEqual(
      [
        'name',
        'status',
        'landingPageUrl',
        'iabCategoryId',
        'timezone',
        'currency',
        'billingPrice',
        ...['addressLine1', 'city', 'region', 'country'].map((name) => `contact.${name}`),
        ...Object.keys(BILLING).map((name) => `billingContact.${name}`),
      ].sort(),
    );
  });

  test.each([
    ['name', '', 'must not be empty'],
    ['name', 'x'.repeat(256), 'must be at most 255 characters long'],
    ['name', 'a\0b', 'must not contain control characters'],
    ['name', 7, 'must be text'],
    ['status', 'PAUSED', 'must be one of ACTIVE, INACTIVE'],
    ['landingPageUrl', 'ftp://example.com', 'must be an http or https URL'],
    ['landingPageUrl', 'javascript:alert(1)', 'must be an http or https URL'],
    ['landingPageUrl', `https://${'a'.repeat(256)}`, 'must be an http or https URL'],
    ['landingPageUrl', `https://${'é'.repeat(3_000)}`, 'must be at most 2048 characters long'],
    ['iabCategoryId', '1', 'must be an integer'],
    ['iabCategoryId', 1e20, 'must be an integer'],
    ['iabCategoryId', 999_999, 'must be a primary category of the content taxonomy'],
    ['iabSecondaryCategoryId', 1, 'must be a category directly below iabCategoryId, or -1'],
    ['timezone', '+01:00', 'must be an IANA time zone'],
    ['timezone', 'AET', 'must be an IANA time zone'],
    ['timezone', 'CET', 'must be an IANA time zone'],
    ['timezone', 'US/Pacific-New', 'must be an IANA time zone'],
    ['timezone', '', 'must not be empty'],
    ['currency', 'XXQ', 'must be an ISO 4217 currency code'],
    ['currency', 'EURO', 'must be at most 3 characters long'],
    ['billingPrice', 100.01, 'must be at most 100'],
    ['billingPrice', -1, 'must be at least 0'],
    ['contact', 'me', 'must be an object'],
    ['isCrossdeviceOff', 0, 'must be true or false'],
  ])('400: %s %j %s', async (property, value, message) => {
    const { status, body } = await seat.post('/advertisers', { ...ADVERTISER, [property]: value });
    expect(status).toBe(400);
    expect(body).toEqual(refused(400, null, [{ message: `${property} ${message}`, propertyName: property }]));
  });

  test('200: every currency of the dictionary can be an advertiser’s', async () => {
    const { body } = await seat.graphql('{ dictionary { currencies { value } } }');
    const codes: string[] = body.data.dictionary.currencies.map(({ value }: { value: string }) => value);
    expect(codes.length).toBeGreaterThan(150);
    const ctx = { ...(await seat.context()), validateOnly: true };
    for (const currency of codes) await createAdvertiser({ ctx, input: { ...ADVERTISER, currency } });
  });

  test('200: unknown fields are ignored and named by path', async () => {
    const { headers } = await seat.post('/advertisers', {
      ...ADVERTISER,
      mood: 'fine',
      contact: { ...ADVERTISER.contact, fax: '1' },
    });
    expect(headers['x-ignored-fields']).toBe('contact.fax,mood');
  });

  test('403: a viewer creates nothing', async () => {
    const viewer = await caller({ seatId: seat.seatId, role: 'VIEWER' });
    const { status, body } = await viewer.post('/advertisers', ADVERTISER);
    expect([status, body]).toEqual([
      403,
      refused(403, 'This operation requires the role ADMIN or EDITOR. Your role is VIEWER.'),
    ]);
  });
});

describe('PUT /traffic/advertisers/{id}', () => {
  // covers: 2.advertisers.put-/traffic/advertisers/id
  test('200: fields not sent stay, contact is merged, updatedAt grows strictly', async () => {
    const { response } = (await seat.post('/advertisers', ADVERTISER)).body;
    const { status, body } = await seat.put(`/advertisers/${response.id}`, {
      billingPrice: 3,
      contact: { city: 'Rome', email: 'hi@example.com' },
    });
    expect(status).toBe(200);
    expect(body.response).toEqual({
      ...response,
      billingPrice: 3,
      contact: { ...response.contact, city: 'Rome', email: 'hi@example.com' },
      updatedAt: expect.stringMatching(MOMENT),
    });
    expect(body.response.updatedAt > response.updatedAt).toBe(true);
  });

  test('400: null is refused for what cannot be cleared, in a contact too', async () => {
    const { response } = (await seat.post('/advertisers', ADVERTISER)).body;
    const contact = { addressLine1: null, city: null, region: null, country: null, firstName: null };
    const refused = await seat.put(`/advertisers/${response.id}`, { name: null, contact });
    expect(refused.status).toBe(400);
    const paths = ['name', 'contact.addressLine1', 'contact.city', 'contact.region', 'contact.country'];
    expect(problems(refused)).toEqual(
      Object.fromEntries(paths.map((path) => [path, `${path} must not be null`])),
    );
  });

  test('200: a time zone in any case is stored as IANA spells it, and an older spelling can be PUT back', async () => {
    const created = await seat.post('/advertisers', { ...ADVERTISER, timezone: 'asia/kolkata' });
    const { response } = created.body;
    expect(response.timezone).toBe('Asia/Kolkata');
    await system.db.advertiser.update({ where: { id: response.id }, data: { timezone: 'asia/kolkata' } });
    for (const timezone of ['asia/kolkata', 'Asia/Kolkata', 'ASIA/KOLKATA']) {
      expect((await seat.put(`/advertisers/${response.id}`, { timezone })).status).toBe(200);
    }
    const other = await seat.put(`/advertisers/${response.id}`, { timezone: 'Asia/Calcutta' });
    expect(problems(other)).toEqual({ timezone: 'timezone cannot be changed' });
  });

  test('200: the response to GET can be PUT back', async () => {
    const { response } = (await seat.post('/advertisers', ADVERTISER)).body;
    const { status, body, headers } = await seat.put(`/advertisers/${response.id}`, response);
    expect(status).toBe(200);
    expect(body.response).toEqual({ ...response, updatedAt: expect.any(String) });
    expect(headers).not.toHaveProperty('x-ignored-fields');
  });

  // covers: 2.advertiser.timezone, 2.advertiser.currency
  test('400: timezone and currency never change, and nothing else of the call is stored', async () => {
    const { response } = (await seat.post('/advertisers', ADVERTISER)).body;
    const reply = await seat.put(`/advertisers/${response.id}`, {
      name: 'New',
      timezone: 'Europe/Rome',
      currency: 'EUR',
      billingContact: { firstName: 'Ada' },
    });
    expect(problems(reply)).toMatchObject({
      timezone: 'timezone cannot be changed',
      currency: 'currency cannot be changed',
      'billingContact.city': 'billingContact.city is required',
    });
    expect((await seat.get(`/advertisers/${response.id}`)).body.response).toEqual(response);
  });

  test('404: an unknown, a foreign and an impossible id are answered alike', async () => {
    const foreign = await (await caller()).advertiser();
    for (const id of [foreign.id, 2_000_000_000, '99999999999', 'abc']) {
      const reply = await seat.put(`/advertisers/${id}`, { name: 7 });
      expect([reply.status, reply.body]).toEqual([404, NOT_FOUND]);
    }
  });
});

describe('GET /traffic/advertisers/{id}', () => {
  // covers: 2.advertisers.get-/traffic/advertisers/id
  test('200: the advertiser', async () => {
    const { response } = (await seat.post('/advertisers', ADVERTISER)).body;
    expect((await seat.get(`/advertisers/${response.id}`)).body).toEqual(answered(response));
  });

  test('404: an unknown, a foreign and an impossible id are answered alike', async () => {
    const foreign = await (await caller()).advertiser();
    for (const id of [foreign.id, 2_000_000_000, '99999999999', 'abc', '1e3']) {
      const reply = await seat.get(`/advertisers/${id}`);
      expect([reply.status, reply.body]).toEqual([404, NOT_FOUND]);
    }
  });
});

describe('GET /traffic/advertisers', () => {
  // covers: 2.advertisers.get-/traffic/advertisers
  test('200: the seat’s own, searched, sorted and paged', async () => {
    const own = await caller();
    for (const name of ['Delta', 'Alpha_1', 'Alphax1']) await own.advertiser({ name });
    const names = async (query: string) =>
      (await own.get(`/advertisers${query}`)).body.response.map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Delta', 'Alpha_1', 'Alphax1']);
    expect(await names('?query=alpha_')).toEqual(['Alpha_1']);
    expect(await names('?sort=name&dir=asc&limit=1')).toEqual(['Alpha_1']);
    expect(await names('?page=2&limit=2')).toEqual(['Alphax1']);
    expect(await names('?page=9&limit=100')).toEqual([]);
  });

  test('400: each bad parameter is named', async () => {
    expect(problems(await seat.get('/advertisers?limit=101&page=x&sort=contact&dir=down'))).toEqual({
      limit: 'limit must be a number from 1 to 100',
      page: 'page must be a page number from 1',
      sort: expect.stringContaining('sort must be one of id, name'),
      dir: 'dir must be ASC or DESC',
    });
  });
});

describe('GET /traffic/advertisers/{accountId}/beaconlookups', () => {
  // covers: 2.advertisers.get-/traffic/advertisers/accountid/beaconlookups
  test('200: id, name and dotPixel of every pixel of the advertiser', async () => {
    const { id: advertiserId } = await seat.advertiser();
    const first = await seat.pixel({ advertiserId, name: 'Cart', dotPixel: true });
    const second = await seat.pixel({ advertiserId, name: 'Server' });
    await seat.pixel();
    const { status, body } = await seat.get(`/advertisers/${advertiserId}/beaconlookups`);
    expect(status).toBe(200);
    expect(body).toEqual(
      answered([
        { id: first.id, name: 'Cart', dotPixel: true },
        { id: second.id, name: 'Server', dotPixel: false },
      ]),
    );
  });

  test('404: an unknown and a foreign advertiser have none', async () => {
    const foreign = await (await caller()).advertiser();
    for (const id of [foreign.id, 2_000_000_000, 'abc']) {
      const reply = await seat.get(`/advertisers/${id}/beaconlookups`);
      expect([reply.status, reply.body]).toEqual([404, NOT_FOUND]);
    }
  });
});

describe('DELETE /traffic/advertisers/{id}', () => {
  // covers: 2.advertisers.delete
  test('405: deletion is not supported', async () => {
    const { id } = await seat.advertiser();
    const { status, headers, body } = await seat.send('DELETE', `/advertisers/${id}`);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, PUT']);
    expect(body).toEqual(refused(405, 'HTTP 405 Method Not Allowed'));
  });
});
