import { describe, expect, it } from 'vitest';
import { createTree, wireTest } from './support.ts';

const test = await wireTest();
const deal = {
  name: 'Deal',
  status: 'ACTIVE',
  exchangeId: 1,
  description: 'A deal',
  accountIsExcluded: true,
};

describe('entry "Rate limits without their wrapper"', () => {
  it('observed: the fields are also next to trafficApiRateLimit; documented: in it alone', async () => {
    const { observed, documented } = await test.pair();
    const { response } = (await observed.get('/traffic/ratelimit')).body;
    const { trafficApiRateLimit, ...outside } = response;
    expect(outside).toEqual(trafficApiRateLimit);
    expect(outside).toMatchObject({ userId: observed.client.userId, getLimitPerMin: 1_000_000 });
    const other = (await documented.get('/traffic/ratelimit')).body.response;
    expect(Object.keys(other)).toEqual(['trafficApiRateLimit']);
  });
});

describe('entry "bidMultiplierCap as an object"', () => {
  it('observed: written and read as an object, also in lists; documented: a number', async () => {
    const { observed, documented } = await test.pair();
    const { lineId, orderId } = await createTree(documented);
    const cap = { multiplierCap: 2.5 };
    const put = await observed.put(`/traffic/lines/${lineId}`, { bidMultiplierCap: cap });
    expect(put.body.response.bidMultiplierCap).toEqual(cap);
    const { response } = (await observed.get(`/traffic/lines/${lineId}`)).body;
    expect(response.bidMultiplierCap).toEqual(cap);
    expect((await observed.get(`/traffic/lines?orderId=${orderId}`)).body.response).toEqual([response]);
    expect((await observed.put(`/traffic/lines/${lineId}`, response)).body.response).toMatchObject({
      bidMultiplierCap: cap,
    });
    const made = await observed.post('/traffic/lines', { name: 'Other', orderId, bidMultiplierCap: 3 });
    expect(made.body.response.bidMultiplierCap).toEqual({ multiplierCap: 3 });
    const line = (await documented.get(`/traffic/lines/${lineId}`)).body.response;
    expect(line.bidMultiplierCap).toBe(2.5);
    const refused = await documented.put(`/traffic/lines/${lineId}`, { bidMultiplierCap: cap });
    expect(refused.body.errors.validationErrors).toMatchObject([{ propertyName: 'bidMultiplierCap' }]);
  });

  it('observed: a line without a cap has none, and an object without one is refused', async () => {
    const { observed } = await test.pair();
    const { lineId } = await createTree(observed);
    expect((await observed.get(`/traffic/lines/${lineId}`)).body.response).not.toHaveProperty(
      'bidMultiplierCap',
    );
    const refused = await observed.put(`/traffic/lines/${lineId}`, { bidMultiplierCap: {} });
    expect(refused.body.errors.validationErrors).toEqual([
      {
        message: 'bidMultiplierCap.multiplierCap is required',
        propertyName: 'bidMultiplierCap.multiplierCap',
      },
    ]);
  });
});

describe('entry "reservePrice without its fraction"', () => {
  it('observed: the stored price without its fraction changes nothing, another price does', async () => {
    const { observed, documented } = await test.pair();
    const made = (await observed.post('/traffic/deals', { ...deal, exchangeDealId: 7, reservePrice: 4.5 }))
      .body.response;
    const url = `/traffic/deals/${made.id}`;
    const put = async (reservePrice: number) =>
      (await observed.put(url, { ...made, reservePrice })).body.response;
    expect(await put(4)).toEqual(made);
    expect((await observed.get(url)).body.response).toEqual(made);
    for (const price of [5, 3, 4, 4.25]) expect((await put(price)).reservePrice).toBe(price);
    expect((await documented.put(url, { reservePrice: 4 })).body.response.reservePrice).toBe(4);
    expect((await observed.put('/traffic/deals/2000000011', { reservePrice: 4 })).status).toBe(404);
  });
});

describe('entry "Native lists without a status"', () => {
  it('observed: ACTIVE unless it is sent; documented: required', async () => {
    const { observed, documented } = await test.pair();
    const { advertiserId } = await createTree(documented);
    const list = { accountId: advertiserId, name: 'Sites', items: [{ itemName: 'a.example' }] };
    const made = await observed.post('/traffic/nativelists', list);
    expect(made.body.response).toMatchObject({ name: 'Sites', status: 'ACTIVE' });
    const sent = await observed.post('/traffic/nativelists', { ...list, name: 'B', status: 'INACTIVE' });
    expect(sent.body.response.status).toBe('INACTIVE');
    const refused = await documented.post('/traffic/nativelists', { ...list, name: 'C' });
    expect(refused.body.errors.validationErrors).toMatchObject([{ propertyName: 'status' }]);
  });
});

describe('entry "exchangeDealId as a number"', () => {
  it.each([
    [90210, 90210, '90210'],
    ['90210', 90210, '90210'],
    ['0123', '0123', '0123'],
    ['X-1', 'X-1', 'X-1'],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['9007199254740993', '9007199254740993', '9007199254740993'],
  ])('observed: %s is answered as %s and stored as text', async (sent, answered, stored) => {
    const { observed, documented } = await test.pair();
    const made = await observed.post('/traffic/deals', { ...deal, exchangeDealId: sent });
    expect(made.body).toMatchObject({ errors: null, response: { exchangeDealId: answered } });
    const { id } = made.body.response;
    expect((await observed.get('/traffic/deals')).body.response[0].exchangeDealId).toBe(answered);
    expect((await observed.get(`/traffic/deals/${id}`)).body.response.exchangeDealId).toBe(answered);
    expect((await documented.get(`/traffic/deals/${id}`)).body.response.exchangeDealId).toBe(stored);
  });

  it('observed: every digit of a number that does not fit a double is preserved', async () => {
    const { observed } = await test.pair();
    const body = JSON.stringify({ ...deal, exchangeDealId: 0 }).replace(
      '"exchangeDealId":0',
      '"exchangeDealId":9007199254740993',
    );
    const made = await observed.send('POST', '/traffic/deals', { body });
    expect(made.body.response.exchangeDealId).toBe('9007199254740993');
  });

  it('observed: a PUT takes it too, and one that does not name it leaves it', async () => {
    const { observed } = await test.pair();
    const { id } = (await observed.post('/traffic/deals', { ...deal, exchangeDealId: 1 })).body.response;
    const put = (body: object) => observed.put(`/traffic/deals/${id}`, body);
    expect((await put({ exchangeDealId: 2 })).body.response.exchangeDealId).toBe(2);
    expect((await put({ name: 'Other' })).body.response).toMatchObject({ exchangeDealId: 2, name: 'Other' });
  });

  it('documented: a number is refused', async () => {
    const { documented } = await test.pair();
    const { status, body } = await documented.post('/traffic/deals', { ...deal, exchangeDealId: 90210 });
    expect({ status, at: body.errors.validationErrors[0].propertyName }).toEqual({
      status: 400,
      at: 'exchangeDealId',
    });
  });
});

describe('entry "errors.validationMessages"', () => {
  it.each([
    ['POST', '/traffic/deals', {}, 400],
    ['GET', '/traffic/deals/999999', undefined, 404],
    ['PUT', '/traffic/deals/1', '{', 400],
    ['GET', '/traffic/ads', undefined, 400],
  ])('%s %s: observed has both lists, documented one', async (method, path, body, status) => {
    const { observed, documented } = await test.pair();
    const [wide, narrow] = [
      await observed.send(method, path, { body }),
      await documented.send(method, path, { body }),
    ];
    expect([wide.status, narrow.status]).toEqual([status, status]);
    const { validationMessages, ...rest } = wide.body.errors;
    expect(rest).toEqual(narrow.body.errors);
    expect(validationMessages).toEqual(rest.validationErrors);
  });
});

describe('entry "429 with validationMessages on top"', () => {
  const RPM = [
    { message: 'Requests Per Minute (RPM) limit reached. Please try again later.', propertyName: 'RPM' },
  ];

  it('observed: errors is null and the messages are on top; documented: as documented', async () => {
    const quotas = { getPerMin: 1 };
    const [observed, documented] = [
      await test.caller('observed', { quotas }),
      await test.caller('documented', { quotas }),
    ];
    for (const caller of [observed, documented]) await caller.get('/traffic/ratelimit');
    const refused = await observed.get('/traffic/ratelimit');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused.body).toEqual({
      response: null,
      errors: null,
      validationMessages: RPM,
      timeStamp: expect.any(String),
    });
    const other = (await documented.get('/traffic/ratelimit')).body;
    expect(other.errors.validationErrors[0].propertyName).toBe('GET_PER_MINUTE');
    expect(other).not.toHaveProperty('validationMessages');
  });

  it.each([
    ['getPerHr', 'RPH'],
    ['getPerDay', 'RPD'],
  ])('names the limit %s as %s', async (quota, propertyName) => {
    const observed = await test.caller('observed', { quotas: { [quota]: 0 } });
    const { body } = await observed.get('/traffic/ratelimit');
    expect(body.validationMessages[0].propertyName).toBe(propertyName);
  });

  it('on the reporting interface it is added to its own fields', async () => {
    const quotas = { reportGetPerMin: 0 };
    const observed = await test.caller('observed', { quotas });
    const { status, body } = await observed.get('/extreport/x');
    expect(status).toBe(429);
    expect(body).toMatchObject({ errorCode: 'E0429', responseCode: 429, validationMessages: RPM });
    const documented = await test.caller('documented', { quotas });
    expect(Object.keys((await documented.get('/extreport/x')).body)).toEqual([
      'errorCode',
      'responseCode',
      'message',
    ]);
  });
});

it('a replayed answer is the one that was given', async () => {
  const { observed } = await test.pair();
  const headers = { 'idempotency-key': 'deal-1' };
  const body = { ...deal, exchangeDealId: 7 };
  const [first, again] = [
    await observed.send('POST', '/traffic/deals', { headers, body }),
    await observed.send('POST', '/traffic/deals', { headers, body }),
  ];
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  expect(first.body.response.exchangeDealId).toBe(7);
});
