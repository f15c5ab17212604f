import { describe, expect, test } from 'vitest';
import { trafficSystem } from '../support/seat.ts';
import { countStatements } from '../support/statements.ts';

const { system, caller } = await trafficSystem();
const seat = await caller();

const FLIGHT = { startDate: '2027-01-01T00:00:00.000Z', endDate: '2027-02-01T00:00:00.000Z' };
/** The same by REST's names. */
const REST_FLIGHT = { startDateStr: FLIGHT.startDate, endDateStr: FLIGHT.endDate };

/** Runs a mutation that takes `input` (or `inputs`) and answers its result or results. */
async function run(name: string, input: unknown, options: { selection?: string; as?: typeof seat } = {}) {
  const { selection = '', as = seat } = options;
  const bulk = /(Lines|Ads)$/.test(name);
  const single = bulk ? name.slice(0, -1) : name;
  const type = single.charAt(0).toUpperCase() + single.slice(1);
  const field = single.replace(/^(create|update)(.)/, (_all, _verb, letter: string) => letter.toLowerCase());
  const variable = bulk ? `[${type}Input!]!` : `${type}Input!`;
  const document = `mutation($input: ${variable}) {
    ${name}(${bulk ? 'inputs' : 'input'}: $input) {
      __typename
      ... on ${type}Payload { ${field} { id databaseId ${selection} } }
      ... on ValidationError { message issues { path message } }
      ... on NotFoundError { message }
      ... on ConflictError { message }
      ... on ForbiddenError { message }
    }
  }`;
  const { status, body } = await as.graphql(document, { input });
  return { status, errors: body.errors, answer: body.data?.[name] };
}

const refusedAt = (path: string, message: string) => ({
  __typename: 'ValidationError',
  message: expect.stringContaining(message),
  issues: [{ path, message }],
});

describe('campaigns', () => {
  test('a campaign has a name, which a creation requires and a refusal calls by that word', async () => {
    const { id } = await seat.advertiser();
    const selection = 'name advertiserId';
    const { answer } = await run('createCampaign', { advertiserId: id, name: 'A' }, { selection });
    expect(answer.campaign).toMatchObject({ name: 'A', advertiserId: `Advertiser:${id}` });
    const renamed = await run('updateCampaign', { id: answer.campaign.id, name: 'B' }, { selection });
    expect(renamed.answer.campaign).toMatchObject({ name: 'B' });
    expect((await run('updateCampaign', { id: answer.campaign.id, name: '' })).answer).toEqual(
      refusedAt('name', 'name must not be empty'),
    );
    const { status, errors } = await run('createCampaign', { advertiserId: id });
    expect(status).toBe(400);
    expect(errors[0].message).toContain('Field "name" of required type');
  });

  test('channel and objective must fit; VISIT_WEB goes with every channel', async () => {
    const { id } = await seat.campaign({ objective: 'PROMOTE_BRAND', channel: 'NATIVE' });
    expect((await run('updateCampaign', { id, channel: 'SEARCH_AND_NATIVE' })).answer).toEqual(
      refusedAt('channel', 'Mismatching campaign channel and objective'),
    );
    const freed = await run('updateCampaign', { id, channel: 'SEARCH', objective: 'VISIT_WEB' });
    expect(freed.answer.__typename).toBe('UpdateCampaignPayload');
  });

  test('the advertiser of a campaign is immutable, and its language must be in the dictionary', async () => {
    const { id } = await seat.campaign();
    const other = await seat.advertiser();
    const { answer } = await run('updateCampaign', { id, advertiserId: other.id, language: 'xx' });
    expect(answer.issues).toEqual([
      { path: 'advertiserId', message: 'advertiserId cannot be changed' },
      { path: 'language', message: 'language must be a language of the dictionary, such as en' },
    ]);
  });
});

describe('creatives and pixels', () => {
  test('a creative cannot gain {time} while an ad on a native line has no countdown', async () => {
    const line = await seat.line({ isNativeEnabled: true });
    const { id } = await seat.creative({ advertiserId: line.advertiserId, mediaType: 'NATIVE' });
    const ad = await seat.ad({ lineId: line.id, creativeId: id });
    expect((await run('updateCreative', { id, title: 'Ends in {time}' })).answer).toEqual(
      refusedAt('title', `title must not gain {time} while ad ${ad.id} on a native line has no countdown`),
    );
    expect((await run('updateCreative', { id, title: 'Ends soon' })).answer.creative.databaseId).toBe(id);
  });

  test('a line cannot turn native, or cease to be, against the countdowns of its ads', async () => {
    const line = await seat.line();
    const { id } = await seat.creative({ advertiserId: line.advertiserId, title: '{time}' });
    const ad = await seat.ad({ lineId: line.id, creativeId: id });
    const { answer } = await run('updateLine', { id: line.id, isNativeEnabled: true });
    const why = `isNativeEnabled must not change while ad ${ad.id} shows {time} without a countdown`;
    expect(answer).toEqual(refusedAt('isNativeEnabled', why));
  });

  test('owner and media type never change', async () => {
    const other = await seat.advertiser();
    const creative = await seat.creative();
    const pixel = await seat.pixel();
    const change = { id: creative.id, advertiserId: other.id, mediaType: 'VIDEO' };
    expect((await run('updateCreative', change)).answer.issues).toEqual([
      { path: 'advertiserId', message: 'advertiserId cannot be changed' },
      { path: 'mediaType', message: 'mediaType cannot be changed' },
    ]);
    expect((await run('updatePixel', { id: pixel.id, advertiserId: other.id })).answer).toEqual(
      refusedAt('advertiserId', 'advertiserId cannot be changed'),
    );
    const renamed = await run(
      'updatePixel',
      { id: pixel.id, name: 'Cart', isDotPixel: true },
      { selection: 'name isDotPixel' },
    );
    expect(renamed.answer.pixel).toMatchObject({ name: 'Cart', isDotPixel: true });
  });
});

describe('ids and preconditions', () => {
  test('ids are taken as numbers and in global form, also within lists', async () => {
    const line = await seat.line({ schedules: [REST_FLIGHT, REST_FLIGHT] });
    const [first, second] = line.schedules;
    const { answer } = await run(
      'updateLine',
      {
        id: `Line:${line.id}`,
        campaignId: `Campaign:${line.campaignId}`,
        schedules: [{ id: `LineSchedule:${first?.id}`, budget: 7 }],
        removeScheduleIds: [`${second?.id}`],
      },
      { selection: 'campaignId schedules { id databaseId budget }' },
    );
    expect(answer.line).toMatchObject({
      campaignId: `Campaign:${line.campaignId}`,
      schedules: [{ id: `LineSchedule:${first?.id}`, databaseId: first?.id, budget: '7' }],
    });
  });

  test('another type’s id in an input is refused with a typed error that names its place', async () => {
    const line = await seat.line();
    const foreign = await run('updateLine', { id: `Ad:${line.id}` });
    expect(foreign.answer).toEqual(refusedAt('id', 'id must be the ID of a Line, such as "Line:123"'));
    const { answer } = await run('updateLine', { id: line.id, campaignId: `Line:${line.campaignId}` });
    expect(answer).toEqual(refusedAt('campaignId', 'campaignId must be an integer ID'));
  });

  test('a stale updatedAt is refused and nothing changes', async () => {
    const line = await seat.line({ name: 'First' });
    const updatedAt = line.updatedAt.toISOString();
    const selection = 'name updatedAt';
    const fresh = await run('updateLine', { id: line.id, name: 'Second', updatedAt }, { selection });
    expect(fresh.answer.line.name).toBe('Second');
    const stale = await run('updateLine', { id: line.id, name: 'Third', updatedAt });
    expect(stale.answer.__typename).toBe('ConflictError');
    expect((await seat.get(`/lines/${line.id}`)).body.response.name).toBe('Second');
  });

  test('a viewer is refused before anything is looked up', async () => {
    const viewer = await caller({ seatId: seat.seatId, role: 'VIEWER' });
    const { answer } = await run('updateLine', { id: 2_000_000_000 }, { as: viewer });
    expect(answer.__typename).toBe('ForbiddenError');
    const saveReport = 'mutation { saveReport(input: { name: "", report: {} }) { __typename } }';
    const { body } = await viewer.graphql(saveReport);
    expect(body.data.saveReport.__typename).toBe('ForbiddenError');
    const misnamed = await run('updateLine', { id: 'Campaign:1' }, { as: viewer });
    expect(misnamed.answer.__typename).toBe('ForbiddenError');
  });
});

describe('bulk mutations', () => {
  test('createLines returns the results of its items in order; a refused item does not stop the others', async () => {
    const { id: campaignId } = await seat.campaign();
    const inputs = [
      { name: 'One', campaignId },
      { name: 'Two', campaignId, status: 'ACTIVE' },
      { name: 'Three', campaignId, schedules: [FLIGHT] },
    ];
    const { answer } = await run('createLines', inputs, { selection: 'name schedules { startDate }' });
    expect(answer).toMatchObject([
      { line: { name: 'One', schedules: [] } },
      { issues: [{ path: 'status' }] },
      { line: { name: 'Three', schedules: [{ startDate: FLIGHT.startDate }] } },
    ]);
    const { body } = await seat.get(`/lines?orderId=${campaignId}`);
    expect(body.response.map(({ name }: { name: string }) => name)).toEqual(['One', 'Three']);
  });

  test('createAds, updateAds and updateLines do the same', async () => {
    const line = await seat.line();
    const creative = await seat.creative({ advertiserId: line.advertiserId });
    const ad = { lineId: line.id, creativeId: creative.id, status: 'ACTIVE' };
    const made = await run('createAds', [ad, { ...ad, creativeId: 2_000_000_000 }, ad]);
    expect(made.answer).toMatchObject([{ ad: {} }, { issues: [{ path: 'creativeId' }] }, { ad: {} }]);
    const id = made.answer[2].ad.id;
    const changes = [{ id, status: 'INACTIVE' }, { id: 2_000_000_000 }];
    const changed = await run('updateAds', changes, { selection: 'status name creative { id }' });
    expect(changed.answer).toMatchObject([
      { ad: { id, status: 'INACTIVE', name: creative.name, creative: { id: `Creative:${creative.id}` } } },
      { __typename: 'NotFoundError', message: 'Ad not found.' },
    ]);
    const lines = await run('updateLines', [
      { id: line.id, maxGoal: 1 },
      { id: line.id, status: 'ACTIVE' },
    ]);
    expect(lines.answer).toMatchObject([{ line: {} }, { issues: [{ path: 'status' }] }]);
  });

  test('repeated items of a line are applied in order, in as many rounds as its most frequent line, at most 20', {
    tags: ['one-process'],
  }, async () => {
    const [one, other] = [await seat.line(), await seat.line()];
    const nth = (id: unknown, n: number) => ({ id, name: `Name ${n}` });
    const inputs = Array.from({ length: 500 }, (_, n) => nth(n % 25 === 0 ? `Line:${other.id}` : one.id, n));
    const { result, statements } = await countStatements(system.pool, () =>
      run('updateLines', inputs, { selection: 'id name' }),
    );
    expect(statements.filter((text) => /^COMMIT/i.test(text))).toHaveLength(20);
    const { answer } = result;
    const ofOne = inputs.flatMap(({ id }, n) => (id === one.id ? [n] : []));
    const refused = new Set(ofOne.slice(20));
    expect(answer.map((result: { issues?: object[] }) => result.issues !== undefined)).toEqual(
      inputs.map((_, n) => refused.has(n)),
    );
    expect(answer[ofOne[20] ?? 0].issues).toMatchObject([{ path: 'id' }]);
    for (const [n, { name }] of inputs.entries()) if (!refused.has(n)) expect(answer[n].line.name).toBe(name);
    expect((await seat.get(`/lines/${one.id}`)).body.response.name).toBe(`Name ${ofOne[19]}`);
    expect((await seat.get(`/lines/${other.id}`)).body.response.name).toBe('Name 475');
  });

  test('more than 500 items are refused as a whole, an item with another type’s id alone', async () => {
    const { id: campaignId } = await seat.campaign();
    const line = await seat.line({ orderId: campaignId });
    const many = Array.from({ length: 501 }, () => ({ name: 'N', campaignId }));
    const tooMany = await run('createLines', many);
    expect(tooMany.errors[0].message).toBe('Argument "inputs" must have at most 500 items.');
    const mixed = await run('updateLines', [{ id: line.id, name: 'Changed' }, { id: 'Ad:1' }]);
    expect(mixed.answer).toMatchObject([{ line: {} }, { issues: [{ path: 'id' }] }]);
    const { body } = await seat.get(`/lines?orderId=${campaignId}`);
    expect(body.response).toMatchObject([{ name: 'Changed' }]);
  });
});

test('deliveryStatus depends on schedules and the time; status is unchanged', async () => {
  const now = system.now().getTime();
  const at = (hours: number) => new Date(now + hours * 3_600_000).toISOString().slice(0, 19);
  const line = await seat.line({ schedules: [{ startDateStr: at(1), endDateStr: at(3) }] });
  await seat.geography(line.id);
  await seat.ad({ lineId: line.id });
  await seat.put(`/lines/${line.id}`, { status: 'ACTIVE' });
  const status = async () => {
    const { body } = await seat.graphql(`query($id: ID!) { line(id: $id) { status deliveryStatus } }`, {
      id: line.id,
    });
    return body.data.line;
  };
  expect(await status()).toEqual({ status: 'ACTIVE', deliveryStatus: 'NOT_STARTED' });
  // The token is valid for an hour, so the context is changed instead of the clock.
  system.advance(2 * 3600);
  const later = await caller({ seatId: seat.seatId });
  const { body } = await later.graphql(`query($id: ID!) { line(id: $id) { status deliveryStatus } }`, {
    id: line.id,
  });
  expect(body.data.line).toEqual({ status: 'ACTIVE', deliveryStatus: 'ACTIVE' });
  system.advance(-2 * 3600);
});
