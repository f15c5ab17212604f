import { describe, expect, test } from 'vitest';
import { answered, MOMENT, problems, refused, trafficSystem } from '../../support/seat.ts';

const { caller } = await trafficSystem();
const seat = await caller();

const FLIGHT = { startDateStr: '2027-01-01T00:00:00Z', endDateStr: '2027-02-01T00:00:00Z' };
const NOT_FOUND = refused(404, 'Line not found.');

/** A line as first stored, over which a test says what differs. */
const blank = {
  id: expect.any(Number),
  name: expect.any(String),
  orderId: expect.any(Number),
  advertiserId: expect.any(Number),
  status: 'PAUSED',
  isNativeEnabled: false,
  supplyType: null,
  language: null,
  objective: null,
  mediaType: null,
  goalType: null,
  goalModeType: null,
  pacingModeType: null,
  billingMethodType: null,
  marginType: null,
  budgetType: null,
  dailyBudgetType: null,
  bidPrice: null,
  goalAmount: null,
  maxGoal: null,
  marginGoal: null,
  billingPrice: null,
  completionThreshold: null,
  schedules: [],
  feeList: [],
  conversionList: [],
  updatedAt: expect.stringMatching(MOMENT),
};

/** A valid eCPC display line on operator supply. */
async function ecpc(overrides: object = {}) {
  const campaign = await seat.campaign();
  const pixel = await seat.pixel({ advertiserId: campaign.advertiserId });
  return {
    name: 'eCPC',
    orderId: campaign.id,
    supplyType: 'PLATFORM',
    mediaType: 'DISPLAY',
    objective: 'VISIT_WEB',
    goalType: 'ENHANCED_CPC',
    goalModeType: 'HARD',
    billingMethodType: 'CPC_WITH_MARGIN',
    pacingMode: 'EVEN',
    conversionList: [{ beaconId: pixel.id }],
    ...overrides,
  };
}

describe('POST /traffic/lines', () => {
  // covers: 2.lines.post-/traffic/lines, 2.line-native-specific-fields.id, 2.line-native-specific-fields.name
  // covers: 2.line-native-specific-fields.orderid, 2.states-and-transitions.none
  // covers: 2.response-envelope-all-operations.response, 2.response-envelope-all-operations.timestamp
  test('200: a line of name and orderId alone is PAUSED, every other field null or empty', async () => {
    const campaign = await seat.campaign();
    const { status, body } = await seat.post('/lines', { name: 'Spring', orderId: campaign.id });
    expect(status).toBe(200);
    const { id: orderId, advertiserId } = campaign;
    expect(body).toEqual(answered({ ...blank, name: 'Spring', orderId, advertiserId }));
    expect((await seat.get(`/lines/${body.response.id}`)).body.response).toEqual(body.response);
  });

  // covers: 2.line-native-specific-fields.bidprice-goalamount-maxgoal-margingoal-billingpr
  // covers: 2.line-native-specific-fields.completionthreshold, 2.line-native-specific-fields.margintype
  // covers: 2.line-native-specific-fields.budgettype, 2.line-native-specific-fields.dailybudgettype
  // covers: 2.line-native-specific-fields.schedules, 2.line-native-specific-fields.feelist
  // covers: 2.line-native-specific-fields.conversionlist, 2.line-native-specific-fields.isnativeenabled
  // covers: 2.line-native-specific-fields.goaltype, 2.line-native-specific-fields.objective
  test('200: every documented field of a native line is returned as sent', async () => {
    const campaign = await seat.campaign();
    const pixel = await seat.pixel({ advertiserId: campaign.advertiserId });
    const fields = {
      name: 'Native',
      orderId: campaign.id,
      status: 'INACTIVE',
      isNativeEnabled: true,
      supplyType: 'PLATFORM',
      language: 'ENGLISH',
      objective: 'KNOW_BRAND',
      mediaType: 'NATIVE',
      goalType: 'CPC',
      goalModeType: 'HARD',
      pacingModeType: 'EVEN',
      billingMethodType: 'CPC_WITH_MARGIN',
      marginType: 'TOTAL_BUDGET',
      budgetType: 'CURRENCY',
      dailyBudgetType: 'AUTO_ALLOCATED',
      bidPrice: 1.25,
      goalAmount: 2.5,
      maxGoal: 3,
      marginGoal: 4,
      billingPrice: 5,
      completionThreshold: 0.75,
    };
    const schedule = { ...FLIGHT, budget: 1000.5, dailyBudgetType: 'AUTO_ALLOCATED' };
    const fee = { name: 'Serving', fee: 0.5, typeName: 'AD_SERVING' };
    const conversion = {
      beaconId: pixel.id,
      name: 'Checkout',
      viewWindow: 7,
      clickWindow: 30,
      clickWindowUnitType: 'DAY',
      viewWindowUnitType: 'DAY',
      acceptViewThrough: true,
      viewBeaconValueDiscount: 0.5,
      beaconValuePc: 100,
    };
    const lists = { schedules: [schedule], feeList: [fee], conversionList: [conversion] };
    const { status, body } = await seat.post('/lines', { ...fields, ...lists });
    expect(status).toBe(200);
    expect(body.response).toEqual({
      ...blank,
      ...fields,
      schedules: [{ id: expect.any(Number), ...schedule }],
      feeList: [{ id: expect.any(Number), ...fee }],
      conversionList: [{ id: expect.any(Number), ...conversion }],
    });
  });

  // covers: 2.line-native-specific-fields.1
  test('200: a native line without supplyType is a third-party native line', async () => {
    const { id: orderId } = await seat.campaign();
    const { body } = await seat.post('/lines', { name: 'N', orderId, isNativeEnabled: true });
    expect(body.response).toMatchObject({ supplyType: 'THIRD_PARTY', mediaType: 'NATIVE' });
  });

  // covers: 2.line-native-specific-fields.3, 2.line-native-specific-fields.mediatype
  // covers: 2.line-native-specific-fields.goalmodetype, 2.line-native-specific-fields.billingmethodtype
  // covers: 2.line-native-specific-fields.pacingmodetype
  test('200: an eCPC line on operator supply needs no isNativeEnabled; pacingMode is an alias', async () => {
    const { status, body } = await seat.post('/lines', await ecpc());
    expect(status).toBe(200);
    expect(body.response).toMatchObject({ supplyType: 'PLATFORM', pacingModeType: 'EVEN' });
    expect(body.response).not.toHaveProperty('pacingMode');
  });

  test('200: ids within lists are ignored, so that a line can be posted again as it was answered', async () => {
    const first = (await seat.post('/lines', await ecpc({ schedules: [FLIGHT] }))).body.response;
    const { status, body } = await seat.post('/lines', first);
    expect(status).toBe(200);
    expect(body.response).toMatchObject({ name: first.name, schedules: [FLIGHT] });
    expect(body.response.id).not.toBe(first.id);
    expect(body.response.schedules[0].id).not.toBe(first.schedules[0].id);
  });

  test('200: fields that are documented elsewhere are stored and returned as sent', async () => {
    const { id: orderId } = await seat.campaign();
    const extra = { frequencyCap: { amount: 3, per: ['DAY', null] }, creativeRotation: 'EVEN', note: null };
    const { headers, body } = await seat.post('/lines', { name: 'E', orderId, ...extra });
    expect(body.response).toMatchObject(extra);
    expect(headers).not.toHaveProperty('x-ignored-fields');
    const changed = await seat.put(`/lines/${body.response.id}`, { note: 'kept', more: 1 });
    expect(changed.body.response).toMatchObject({ ...extra, note: 'kept', more: 1 });
  });

  test('200: dates without Z are UTC and answered as yyyy-MM-ddTHH:mm:ssZ', async () => {
    const { id: orderId } = await seat.campaign();
    const schedules = [{ startDateStr: '2027-03-01T05:00:00', endDateStr: '2027-03-02T05:00:00+02:00' }];
    const { body } = await seat.post('/lines', { name: 'D', orderId, schedules });
    expect(body.response.schedules[0]).toMatchObject({
      startDateStr: '2027-03-01T05:00:00Z',
      endDateStr: '2027-03-02T03:00:00Z',
    });
  });

  // covers: 2.states-and-transitions.none~2, 2.errors.4, 2.errors.1, 2.response-envelope-all-operations.errors
  test('400: a line cannot be created ACTIVE', async () => {
    const { id: orderId } = await seat.campaign();
    const { status, body } = await seat.post('/lines', { name: 'A', orderId, status: 'ACTIVE' });
    expect(status).toBe(400);
    const message = 'status must be PAUSED or INACTIVE: a line cannot be created ACTIVE';
    expect(body).toEqual(refused(400, null, [{ message, propertyName: 'status' }]));
  });

  test.each([
    'NOT_STARTED',
    'STOP_TOTAL_BUDGET',
    'STOP_DAILY_BUDGET',
    'ENDED',
    'ERROR',
    'paused',
    'toString',
  ])('400: status %s is never accepted, and the refusal names status', async (value) => {
    const { id: orderId } = await seat.campaign();
    const created = await seat.post('/lines', { name: 'S', orderId, status: value });
    expect(Object.keys(problems(created))).toEqual(['status']);
    const line = await seat.line({ orderId });
    expect(Object.keys(problems(await seat.put(`/lines/${line.id}`, { status: value })))).toEqual(['status']);
  });

  // covers: 2.line-native-specific-fields.supplytype, 2.errors.3
  test('400: a supplyType other than PLATFORM and THIRD_PARTY fails POST and PUT', async () => {
    const { id: orderId } = await seat.campaign();
    const message = 'supplyType must be one of PLATFORM, THIRD_PARTY';
    const created = await seat.post('/lines', { name: 'S', orderId, supplyType: 'OTHER' });
    expect(created.body).toEqual(refused(400, null, [{ message, propertyName: 'supplyType' }]));
    const line = await seat.line({ orderId });
    const updated = await seat.put(`/lines/${line.id}`, { supplyType: 'OTHER' });
    expect(problems(updated)).toEqual({ supplyType: message });
  });

  // covers: 2.line-native-specific-fields.2
  test('400: operator supply is valid only for native lines', async () => {
    const { id: orderId } = await seat.campaign();
    const { body } = await seat.post('/lines', { name: 'S', orderId, supplyType: 'PLATFORM' });
    const message = 'supplyType is valid only for native lines: isNativeEnabled must be true';
    expect(body).toEqual(refused(400, null, [{ message, propertyName: 'supplyType' }]));
  });

  // covers: 2.line-native-specific-fields.language
  test('400: a native line on operator supply needs a language of the dictionary, by its key', async () => {
    const { id: orderId } = await seat.campaign();
    const native = { name: 'L', orderId, isNativeEnabled: true, supplyType: 'PLATFORM' };
    expect(problems(await seat.post('/lines', native))).toEqual({
      language: 'language is required for native lines on PLATFORM supply',
    });
    for (const language of ['en', 'English', 'KLINGON'])
      expect(problems(await seat.post('/lines', { ...native, language }))).toEqual({
        language: 'language must be the upper-case name of a dictionary language, such as ENGLISH',
      });
  });

  test('400: names every field that an eCPC line on operator supply has wrong', async () => {
    const wrong = {
      mediaType: 'NATIVE',
      objective: 'KNOW_BRAND',
      goalModeType: 'SOFT',
      billingMethodType: 'CPM_PRICE',
      pacingMode: 'ASAP',
      conversionList: [],
    };
    const input = await ecpc({ ...wrong, mediaType: 'VIDEO' });
    expect(problems(await seat.post('/lines', input))).toEqual({
      objective: 'objective must be MAIL_SPONSORED or VISIT_WEB for ENHANCED_CPC on PLATFORM supply',
      goalModeType: 'goalModeType must be HARD for ENHANCED_CPC on PLATFORM supply',
      billingMethodType: 'billingMethodType must be CPC_WITH_MARGIN for ENHANCED_CPC on PLATFORM supply',
      pacingModeType: 'pacingModeType must be EVEN for ENHANCED_CPC on PLATFORM supply',
      conversionList: 'conversionList must have a conversion pixel for ENHANCED_CPC on PLATFORM supply',
    });
    const native = await seat.post('/lines', await ecpc({ mediaType: 'NATIVE' }));
    expect(Object.keys(problems(native))).toEqual(['mediaType']);
  });

  test('400: name and orderId are required, and all problems of a body are answered at once', async () => {
    const { status, body } = await seat.post('/lines', {
      isNativeEnabled: 'yes',
      bidPrice: -1,
      goalType: 'lower',
      mediaType: 'AUDIO',
      schedules: [
        { startDateStr: '2027-02-30T00:00:00Z' },
        7,
        { ...FLIGHT, endDateStr: FLIGHT.startDateStr },
      ],
      feeList: [{ typeName: 'TIP' }],
      conversionList: [{ clickWindow: 1.5 }],
    });
    expect(status).toBe(400);
    expect(problems({ status, body, headers: {} })).toEqual({
      name: 'name is required',
      orderId: 'orderId is required',
      isNativeEnabled: 'isNativeEnabled must be true or false',
      bidPrice: 'bidPrice must be at least 0',
      goalType:
        'goalType must be one of NONE, CPI, CPC, CPA, CTR, VCPM, ROAS, MAXINVIEWRATE, OCPC, CPCV, MAXCOMPLETIONRATE, MAXCTR, COMPLETION_HARD_THRESHOLD, ECPM, ENHANCED_CPC',
      mediaType: 'mediaType must be one of DISPLAY, VIDEO, NATIVE',
      'schedules[0].startDateStr':
        'schedules[0].startDateStr must be a date and time like 2026-01-31T08:00:00Z',
      'schedules[0].endDateStr': 'schedules[0].endDateStr is required',
      'schedules[1]': 'schedules[1] must be an object',
      'schedules[2].endDateStr': 'schedules[2].endDateStr must be after startDateStr',
      'feeList[0].typeName':
        'feeList[0].typeName must be one of AD_SERVING, AD_VERIFICATION, AUDIENCE_MEASUREMENT, BRAND_SAFETY, VIEWABILITY, OTHER',
      'feeList[0].name': 'feeList[0].name is required',
      'feeList[0].fee': 'feeList[0].fee is required',
      'conversionList[0].beaconId': 'conversionList[0].beaconId is required',
      'conversionList[0].clickWindow': 'conversionList[0].clickWindow must be an integer',
    });
  });

  test('400: items of a list say what they lack, and flights end after they start', async () => {
    const { id: orderId } = await seat.campaign();
    const backwards = { startDateStr: FLIGHT.endDateStr, endDateStr: FLIGHT.startDateStr };
    const body = {
      name: 'I',
      orderId,
      schedules: [{ budget: 1 }, backwards],
      feeList: [{}],
      conversionList: [{}],
    };
    expect(problems(await seat.post('/lines', body))).toEqual({
      'schedules[0].startDateStr': 'schedules[0].startDateStr is required',
      'schedules[0].endDateStr': 'schedules[0].endDateStr is required',
      'schedules[1].endDateStr': 'schedules[1].endDateStr must be after startDateStr',
      'feeList[0].name': 'feeList[0].name is required',
      'feeList[0].fee': 'feeList[0].fee is required',
      'feeList[0].typeName': 'feeList[0].typeName is required',
      'conversionList[0].beaconId': 'conversionList[0].beaconId is required',
    });
  });

  test('400: a conversion counts by a pixel of the line’s own advertiser; others look like none', async () => {
    const { id: orderId } = await seat.campaign();
    const elsewhere = await seat.pixel();
    const foreign = await (await caller()).pixel();
    const conversionList = [elsewhere.id, foreign.id, 2_000_000_000, 9e14].map((beaconId) => ({ beaconId }));
    const { body } = await seat.post('/lines', { name: 'C', orderId, conversionList });
    const say = 'must be a pixel of the line’s advertiser';
    expect(body.errors.validationErrors).toEqual(
      [0, 1, 2, 3].map((index) => ({
        message: `conversionList[${index}].beaconId ${say}`,
        propertyName: `conversionList[${index}].beaconId`,
      })),
    );
  });

  test('400: passthrough fields are bounded in number, size and depth, and contain nothing that cannot be stored', async () => {
    const { id: orderId } = await seat.campaign();
    const post = async (extra: object) =>
      problems(await seat.post('/lines', { name: 'X', orderId, ...extra }));
    const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`);
    expect(await post({ deep })).toEqual({ deep: 'deep must be nested at most 8 levels deep' });
    expect(await post({ a: { b: ['x\0'] } })).toEqual({ a: 'a must not contain control characters' });
    expect(await post({ a: { 'k\0': 1 } })).toEqual({ a: 'a must not contain control characters' });
    expect(await post({ a: '\ud800' })).toEqual({ a: 'a must be well-formed text' });
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, i]));
    expect(await post(many)).toEqual({ '': 'The input must not have more than 100 further fields' });
    expect(await post({ big: 'x'.repeat(40_000) })).toEqual({
      '': 'The input must not have more than 32768 characters in further fields',
    });
  });

  test('400: an unknown, a foreign and an impossible orderId are refused alike', async () => {
    const foreign = await (await caller()).campaign();
    for (const orderId of [foreign.id, 2_000_000_000, 9e14])
      expect(problems(await seat.post('/lines', { name: 'O', orderId }))).toEqual({
        orderId: 'orderId must be the ID of a campaign of this seat',
      });
  });

  test('403: a viewer creates nothing', async () => {
    const viewer = await caller({ seatId: seat.seatId, role: 'VIEWER' });
    const { status, body } = await viewer.post('/lines', {});
    expect(status).toBe(403);
    expect(body).toEqual(
      refused(403, 'This operation requires the role ADMIN or EDITOR. Your role is VIEWER.'),
    );
  });
});

describe('PUT /traffic/lines/{id}', () => {
  // covers: 2.lines.put-/traffic/lines/id
  test('200: fields not sent stay, and updatedAt grows strictly', async () => {
    const line = (await seat.post('/lines', await ecpc({ schedules: [FLIGHT] }))).body.response;
    const { status, body } = await seat.put(`/lines/${line.id}`, { bidPrice: 2 });
    expect(status).toBe(200);
    expect(body.response).toEqual({ ...line, bidPrice: 2, updatedAt: expect.stringMatching(MOMENT) });
    expect(body.response.updatedAt > line.updatedAt).toBe(true);
  });

  test('200: the response to GET can be PUT back', async () => {
    const { body } = await seat.post('/lines', await ecpc({ schedules: [FLIGHT], odd: { a: [1] } }));
    const again = await seat.put(`/lines/${body.response.id}`, body.response);
    expect(again.status).toBe(200);
    expect(again.body.response).toEqual({ ...body.response, updatedAt: expect.any(String) });
    expect(again.headers).not.toHaveProperty('x-ignored-fields');
  });

  // covers: 2.states-and-transitions.paused, 2.line-native-specific-fields.status
  test('200: PAUSED becomes ACTIVE once a geography target is enabled, not before', async () => {
    const line = await seat.line();
    const early = await seat.put(`/lines/${line.id}`, { status: 'ACTIVE' });
    expect(early.body).toEqual(
      refused(400, null, [
        {
          message: 'status cannot become ACTIVE before the line has a geography target',
          propertyName: 'status',
        },
      ]),
    );
    await seat.geography(line.id);
    const { body } = await seat.put(`/lines/${line.id}`, { status: 'ACTIVE' });
    expect(body.response.status).toBe('ACTIVE');
  });

  test('200: ACTIVE, PAUSED and INACTIVE follow each other, and each may be set again', async () => {
    const line = await seat.line({ status: 'INACTIVE' });
    await seat.geography(line.id);
    for (const status of [
      'ACTIVE',
      'ACTIVE',
      'PAUSED',
      'INACTIVE',
      'INACTIVE',
      'PAUSED',
      'ACTIVE',
      'INACTIVE',
    ])
      expect((await seat.put(`/lines/${line.id}`, { status })).body.response.status).toBe(status);
  });

  test('200: list items with an id change that one, those without are added, the others stay', async () => {
    const pixel = await seat.pixel();
    const campaign = await seat.campaign({ advertiserId: pixel.advertiserId });
    const line = await seat.line({
      orderId: campaign.id,
      schedules: [
        { ...FLIGHT, budget: 1 },
        { ...FLIGHT, budget: 2 },
      ],
      feeList: [{ name: 'A', fee: 1, typeName: 'OTHER' }],
      conversionList: [{ beaconId: pixel.id, name: 'A' }],
    });
    const [first, second] = line.schedules;
    const { body } = await seat.put(`/lines/${line.id}`, {
      schedules: [
        { id: second?.id, budget: 20 },
        { ...FLIGHT, budget: 3 },
      ],
      feeList: [{ id: line.fees[0]?.id, fee: 9 }],
      conversionList: [
        { id: line.conversions[0]?.id, name: 'B' },
        { beaconId: pixel.id, name: 'C' },
      ],
    });
    expect(body.response.schedules).toMatchObject([
      { id: first?.id, budget: 1, ...FLIGHT },
      { id: second?.id, budget: 20, ...FLIGHT },
      { id: expect.any(Number), budget: 3, ...FLIGHT },
    ]);
    expect(body.response.feeList).toEqual([{ id: line.fees[0]?.id, name: 'A', fee: 9, typeName: 'OTHER' }]);
    expect(body.response.conversionList).toMatchObject([{ name: 'B', beaconId: pixel.id }, { name: 'C' }]);
  });

  test('200: items are removed by id', async () => {
    const line = await seat.line({ schedules: [FLIGHT, FLIGHT] });
    const removeScheduleIds = [line.schedules[0]?.id];
    const { body } = await seat.put(`/lines/${line.id}`, { removeScheduleIds });
    expect(body.response.schedules.map(({ id }: { id: number }) => id)).toEqual([line.schedules[1]?.id]);
    expect(body.response).not.toHaveProperty('removeScheduleIds');
  });

  test('400: an item of another line cannot be changed or removed, nor one twice, nor both at once', async () => {
    const line = await seat.line({ schedules: [FLIGHT] });
    const other = await seat.line({ schedules: [FLIGHT] });
    const [own, foreign] = [line.schedules[0]?.id, other.schedules[0]?.id];
    const reply = await seat.put(`/lines/${line.id}`, {
      schedules: [{ id: foreign }, { id: own }, { id: own }],
      removeScheduleIds: [foreign],
    });
    expect(problems(reply)).toEqual({
      'schedules[0].id': 'schedules[0].id must be the id of a schedule of this line',
      'schedules[2].id': 'schedules[2].id must not be sent twice',
      'removeScheduleIds[0]': 'removeScheduleIds[0] must be the id of a schedule of this line',
    });
    const both = { schedules: [{ id: own }], removeScheduleIds: [own] };
    expect(problems(await seat.put(`/lines/${line.id}`, both))).toEqual({
      'schedules[0].id': 'schedules[0].id must not be changed and removed at once',
    });
    expect((await seat.get(`/lines/${other.id}`)).body.response.schedules).toHaveLength(1);
  });

  test('400: the last conversion of an eCPC line on operator supply cannot be removed', async () => {
    const line = (await seat.post('/lines', await ecpc())).body.response;
    const removeConversionIds = [line.conversionList[0].id];
    const reply = await seat.put(`/lines/${line.id}`, { removeConversionIds });
    expect(Object.keys(problems(reply))).toEqual(['conversionList']);
    expect((await seat.get(`/lines/${line.id}`)).body.response).toEqual(line);
  });

  test('400: the supply rules hold for what the line would become', async () => {
    const native = await seat.line({ isNativeEnabled: true, supplyType: 'PLATFORM', language: 'ENGLISH' });
    const reply = await seat.put(`/lines/${native.id}`, { isNativeEnabled: false });
    expect(Object.keys(problems(reply))).toEqual(['supplyType']);
  });

  test('orderId moves a line to another campaign of its advertiser, never to another advertiser’s', async () => {
    const line = await seat.line();
    const sibling = await seat.campaign({ advertiserId: line.advertiserId });
    const moved = await seat.put(`/lines/${line.id}`, { orderId: sibling.id });
    expect(moved.body.response.orderId).toBe(sibling.id);
    const stranger = await seat.campaign();
    expect(problems(await seat.put(`/lines/${line.id}`, { orderId: stranger.id }))).toEqual({
      orderId: 'orderId must be a campaign of the line’s advertiser',
    });
  });

  test('400: a refused change leaves every part of the line as it was', async () => {
    const line = (await seat.post('/lines', await ecpc({ schedules: [FLIGHT] }))).body.response;
    const bad = { name: 'New', schedules: [{ ...FLIGHT }], feeList: [{}], status: 'ENDED' };
    expect((await seat.put(`/lines/${line.id}`, bad)).status).toBe(400);
    expect((await seat.get(`/lines/${line.id}`)).body.response).toEqual(line);
  });

  test.each([[[]], ['text'], [7], [null]])('400: a body that is %j is refused', async (body) => {
    const line = await seat.line();
    const reply = await seat.put(`/lines/${line.id}`, JSON.stringify(body));
    expect(reply.body).toEqual(
      refused(400, null, [{ message: 'The input must be a JSON object', propertyName: '' }]),
    );
  });

  test('404: an unknown, a foreign and an impossible id are answered alike, whatever the body', async () => {
    const foreign = await (await caller()).line();
    for (const id of [foreign.id, 2_000_000_000, '99999999999', 'abc', '0', '-1'])
      for (const body of [{}, { name: '' }]) {
        const reply = await seat.put(`/lines/${id}`, body);
        expect([reply.status, reply.body]).toEqual([404, NOT_FOUND]);
      }
  });

  test('two changes at once take turns: both are stored', async () => {
    const line = await seat.line();
    const changes = [{ bidPrice: 1 }, { maxGoal: 2 }, { schedules: [FLIGHT] }, { schedules: [FLIGHT] }];
    const replies = await Promise.all(changes.map((body) => seat.put(`/lines/${line.id}`, body)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { response } = (await seat.get(`/lines/${line.id}`)).body;
    expect(response).toMatchObject({ bidPrice: 1, maxGoal: 2 });
    expect(response.schedules).toHaveLength(2);
    expect(new Set(replies.map(({ body }) => body.response.updatedAt)).size).toBe(4);
  });
});

describe('GET /traffic/lines/{id}', () => {
  // covers: 2.lines.get-/traffic/lines/id
  test('200: the line, with and without a trailing slash', async () => {
    const { body } = await seat.post('/lines', await ecpc());
    for (const slash of ['', '/'])
      expect((await seat.get(`/lines/${body.response.id}${slash}`)).body).toEqual(answered(body.response));
  });

  test('404: an unknown, a foreign and an impossible id are answered alike', async () => {
    const foreign = await (await caller()).line();
    for (const id of [foreign.id, 2_000_000_000, '99999999999', 'abc', '0']) {
      const reply = await seat.get(`/lines/${id}`);
      expect([reply.status, reply.body]).toEqual([404, NOT_FOUND]);
    }
  });
});

describe('GET /traffic/lines', () => {
  test('200: the lines of one campaign, searched, sorted and paged', async () => {
    const { id: orderId } = await seat.campaign();
    for (const name of ['Beta 100%', 'alpha', 'Gamma 1000']) await seat.line({ orderId, name });
    await seat.line();
    const names = async (query: string) =>
      (await seat.get(`/lines?orderId=${orderId}${query}`)).body.response.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('')).toEqual(['Beta 100%', 'alpha', 'Gamma 1000']);
    expect(await names('&query=ALPH')).toEqual(['alpha']);
    expect(await names('&query=100%25')).toEqual(['Beta 100%']);
    expect(await names('&sort=id&dir=desc&limit=2')).toEqual(['Gamma 1000', 'alpha']);
    expect(await names('&limit=2&page=2')).toEqual(['Gamma 1000']);
    expect(await names('&page=900')).toEqual([]);
  });

  test('200: every scalar field sorts', async () => {
    const { id: orderId } = await seat.campaign();
    const { body } = await seat.post('/lines', { name: 'One', orderId });
    for (const [field, value] of Object.entries(body.response)) {
      const { status } = await seat.get(`/lines?orderId=${orderId}&sort=${field}`);
      expect([field, status]).toEqual([field, Array.isArray(value) ? 400 : 200]);
    }
  });

  test('400: orderId is required, and each bad parameter is named', async () => {
    expect(problems(await seat.get('/lines'))).toEqual({ orderId: 'orderId is required' });
    expect(problems(await seat.get('/lines?orderId=x&page=0&limit=101&sort=schedules&dir=up'))).toEqual({
      orderId: 'orderId must be an integer ID',
      page: 'page must be a page number from 1',
      limit: 'limit must be a number from 1 to 100',
      sort: expect.stringContaining('sort must be one of id, name, orderId,'),
      dir: 'dir must be ASC or DESC',
    });
  });

  test('404: the lines of an unknown and of a foreign campaign do not exist', async () => {
    const foreign = await (await caller()).campaign();
    for (const id of [foreign.id, 2_000_000_000, 99_999_999_999]) {
      const reply = await seat.get(`/lines?orderId=${id}`);
      expect([reply.status, reply.body]).toEqual([404, refused(404, 'Campaign not found.')]);
    }
  });
});

describe('DELETE /traffic/lines/{id}', () => {
  test('405: with the methods that there are', async () => {
    const line = await seat.line();
    const { status, headers, body } = await seat.send('DELETE', `/lines/${line.id}`);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, PUT']);
    expect(body).toEqual(refused(405, 'HTTP 405 Method Not Allowed'));
  });
});

test('null clears nullable fields, and fields that are not sent are unchanged', async () => {
  const words = {
    objective: 'VISIT_WEB',
    goalType: 'CPC',
    pacingModeType: 'EVEN',
    supplyType: 'THIRD_PARTY',
  };
  const set = {
    ...words,
    mediaType: 'DISPLAY',
    language: 'ENGLISH',
    bidPrice: 2.5,
    goalAmount: 3,
    maxGoal: 4,
  };
  const cleared = Object.fromEntries(Object.keys(set).map((name) => [name, null]));
  const { id: orderId } = await seat.campaign();
  const sent = { name: 'L', orderId, ...set, schedules: [{ ...FLIGHT, budget: 10 }] };
  const line = (await seat.post('/lines', sent)).body.response;
  expect(line).toMatchObject(set);
  const [flight] = line.schedules;
  await seat.put(`/lines/${line.id}`, { ...cleared, schedules: [{ id: flight.id, budget: null }] });
  expect((await seat.get(`/lines/${line.id}`)).body.response).toMatchObject({
    ...cleared,
    name: 'L',
    schedules: [{ ...flight, budget: null }],
  });
});
