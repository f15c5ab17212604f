import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../support/caller.ts';
import { createLine, problemsOf, type TrafficTest, trafficTest } from '../../support/traffic/traffic.ts';

let test: TrafficTest;
let caller: Caller;
let stranger: Caller;

beforeAll(async () => {
  test = await trafficTest();
  caller = test.caller;
  stranger = await createCaller(test.system, { app: test.app });
});

const supply = (targetValue: unknown, multiplier: unknown = 1.5) => ({
  targetType: 'SUPPLY_GROUP',
  targetValue,
  multiplier,
});
const hour = (day: unknown, hour: unknown, multiplier = 1.2) => ({
  targetType: 'DAY_PARTING',
  targetValue: { day, hour },
  multiplier,
});

const read = async (lineId: number) => (await caller.get(`/lines/${lineId}/bidmultipliers`)).body.response;
const post = (lineId: number, body: unknown) => caller.post(`/lines/${lineId}/bidmultipliers`, body);

/** Posts an invalid body, and checks that the line is unchanged. */
async function refusal(lineId: number, body: unknown) {
  const before = await read(lineId);
  const reply = await post(lineId, body);
  expect(reply.status).toBe(400);
  expect(await read(lineId)).toEqual(before);
  return problemsOf(reply);
}

async function lineWith(...added: object[]) {
  const lineId = await createLine(caller);
  const { status, body } = await post(lineId, { added });
  expect(status).toBe(200);
  return { lineId, rows: body.response.bidMultipliers as { id: number; multiplier: number }[] };
}

describe('POST /traffic/lines/{lineId}/bidmultipliers', () => {
  // covers: 2.bid-multiplier.id, 2.bid-multiplier.targettype, 2.bid-multiplier.targetvalue
  // covers: 2.bid-multiplier.multiplier, 2.bid-multiplier.bidmultipliercap
  // covers: 2.bid-multipliers.post-/traffic/lines/lineid/bidmultipliers
  // covers: 2.bid-multipliers.get-/traffic/lines/lineid/bidmultipliers
  it('200: adds, edits and removes at once, and returns the same as GET', async () => {
    const { lineId, rows } = await lineWith(supply(1), supply(2), supply(3), hour('Mon', 0));
    const [first, second, third] = rows.map(({ id }) => id);
    const { body } = await post(lineId, {
      added: [hour('Sun', 23, 0.5)],
      edited: [{ id: first, ...supply(1, 2.25) }],
      removed: [second],
      removedItems: [{ id: third, targetType: 'SUPPLY_GROUP' }],
    });
    expect(body.response).toEqual({
      bidMultipliers: [
        { id: first, ...supply(1, 2.25) },
        { id: expect.any(Number), ...hour('Mon', 0) },
        { id: expect.any(Number), ...hour('Sun', 23, 0.5) },
      ],
      bidMultiplierCap: null,
    });
    expect(await read(lineId)).toEqual(body.response);
  });

  it('200: 1.0 removes on edit, and adds nothing', async () => {
    const { lineId, rows } = await lineWith(supply(1), supply(2, 1));
    expect(rows).toHaveLength(1);
    await post(lineId, { edited: [{ id: rows[0]?.id, ...supply(1, 1) }] });
    expect((await read(lineId)).bidMultipliers).toEqual([]);
  });

  it('200: a removed target can be added again in the same call', async () => {
    const { lineId, rows } = await lineWith(supply(1));
    const reply = await post(lineId, { added: [supply(1, 3)], removed: [rows[0]?.id] });
    expect(reply.body.response.bidMultipliers).toEqual([{ id: expect.any(Number), ...supply(1, 3) }]);
  });

  it('200: the response to GET changes nothing', async () => {
    const { lineId } = await lineWith(supply(1));
    const before = await read(lineId);
    expect((await post(lineId, before)).body.response).toEqual(before);
  });

  it.each([0.001, 9.95])('200: %d', async (multiplier) => {
    const { rows } = await lineWith(supply(1, multiplier));
    expect(rows[0]?.multiplier).toBe(multiplier);
  });

  it.each([
    [supply(1, 0), 'added[0].multiplier'],
    [supply(1, -1), 'added[0].multiplier'],
    [supply(1, 9.951), 'added[0].multiplier'],
    [supply(1, '2'), 'added[0].multiplier'],
    [supply(999), 'added[0].targetValue'],
    [supply('1'), 'added[0].targetValue'],
    [supply({ day: 'Mon', hour: 0 }), 'added[0].targetValue'],
    [supply(2 ** 53), 'added[0].targetValue'],
    [hour('Funday', 0), 'added[0].targetValue.day'],
    [hour('Mon', 24), 'added[0].targetValue.hour'],
    [hour('Mon', -1), 'added[0].targetValue.hour'],
    [hour('Mon', 1.5), 'added[0].targetValue.hour'],
    [{ targetType: 'DAY_PARTING', targetValue: 5, multiplier: 2 }, 'added[0].targetValue'],
    [{ targetType: 'GENDER', targetValue: 5, multiplier: 2 }, 'added[0].targetType'],
    [{ targetType: 'SUPPLY_GROUP', multiplier: 2 }, 'added[0].targetValue'],
  ])('400: %j', async (item, path) => {
    expect(Object.keys(await refusal(await createLine(caller), { added: [item] }))).toEqual([path]);
  });

  it.each([0, -1])(
    '400: the error of a multiplier of %d says that it must be above 0',
    async (multiplier) => {
      expect(await refusal(await createLine(caller), { added: [supply(1, multiplier)] })).toEqual({
        'added[0].multiplier': 'added[0].multiplier must be greater than 0',
      });
    },
  );

  it('400: the same target twice in one call, or one that the line has', async () => {
    const { lineId, rows } = await lineWith(supply(1));
    expect(await refusal(lineId, { added: [hour('Tue', 5), hour('Tue', 5), supply(1)] })).toEqual({
      'added[1].targetValue': 'added[1].targetValue must not repeat added[0].targetValue',
      'added[2].targetValue': `added[2].targetValue already has multiplier ${rows[0]?.id} of this line: edit that one`,
    });
  });

  it('400: an item that is no multiplier hides nothing that is wrong with the others', async () => {
    const { lineId, rows } = await lineWith(supply(1));
    const added = [supply(2, 0), hour('Funday', 5), supply(2, 10), hour('Tue', 5), hour('Tue', 5), supply(1)];
    const removed = ['first', 2_000_000_000];
    expect(await refusal(lineId, { added, removed })).toEqual({
      'added[0].multiplier': 'added[0].multiplier must be greater than 0',
      'added[1].targetValue.day': 'added[1].targetValue.day must be one of Mon, Tue, Wed, Thu, Fri, Sat, Sun',
      'added[2].multiplier': 'added[2].multiplier must be at most 9.95',
      'added[2].targetValue': 'added[2].targetValue must not repeat added[0].targetValue',
      'added[4].targetValue': 'added[4].targetValue must not repeat added[3].targetValue',
      'added[5].targetValue': `added[5].targetValue already has multiplier ${rows[0]?.id} of this line: edit that one`,
      'removed[0]': 'removed[0] must be an integer ID',
      'removed[1]': 'removed[1] must be the ID of a bid multiplier of this line',
    });
  });

  it('400: edited and removed at once, or edited twice', async () => {
    const { lineId, rows } = await lineWith(supply(1));
    const item = { id: rows[0]?.id, ...supply(1, 2) };
    expect(await refusal(lineId, { edited: [item], removed: [item.id] })).toEqual({
      'edited[0].id': 'edited[0].id must not be edited and removed at once',
    });
    expect(await refusal(lineId, { edited: [item, item] })).toEqual({
      'edited[1].id': 'edited[1].id must not be edited twice',
    });
  });

  it('an edit needs no target, since a target never changes; a new one does', async () => {
    const { lineId, rows } = await lineWith(supply(1));
    const id = rows[0]?.id;
    const { status, body } = await post(lineId, { edited: [{ id, multiplier: 3 }] });
    expect({ status, multiplier: body.response?.bidMultipliers[0]?.multiplier }).toEqual({
      status: 200,
      multiplier: 3,
    });
    expect(await refusal(lineId, { added: [{ targetType: 'SUPPLY_GROUP', multiplier: 2 }] })).toEqual({
      'added[0].targetValue': 'added[0].targetValue is required',
    });
  });

  it('400: an edit that moves a multiplier to another target', async () => {
    const { lineId, rows } = await lineWith(supply(1));
    const id = rows[0]?.id;
    expect(await refusal(lineId, { edited: [{ id, ...supply(2) }] })).toEqual({
      'edited[0].targetValue': 'edited[0].targetValue cannot be changed: remove this one and add another',
    });
    expect(await refusal(lineId, { edited: [{ id, ...hour('Mon', 1) }] })).toEqual({
      'edited[0].targetType': 'edited[0].targetType is SUPPLY_GROUP and cannot be changed',
    });
  });

  it('400: a multiplier of another line, as one that is not there; the good part is not stored either', async () => {
    const { rows } = await lineWith(supply(1));
    const { lineId } = await lineWith(supply(1));
    const change = (id: number | undefined) => ({
      added: [supply(2)],
      edited: [{ id, ...supply(1, 2) }],
      removed: [id],
      removedItems: [{ id }],
    });
    const theirs = await refusal(lineId, change(rows[0]?.id));
    expect(Object.keys(theirs)).toEqual(['removed[0]', 'removedItems[0].id', 'edited[0].id']);
    expect(await refusal(lineId, change(2_000_000_000))).toEqual(theirs);
  });

  it('400: above the cap of the line, until null removes it', async () => {
    const { lineId, rows } = await lineWith(supply(1));
    await caller.put(`/lines/${lineId}`, { bidMultiplierCap: 2 });
    const body = { added: [supply(2, 2.01)], edited: [{ id: rows[0]?.id, ...supply(1, 3) }] };
    expect(await refusal(lineId, body)).toEqual({
      'added[0].multiplier': 'added[0].multiplier must be at most 2, the bidMultiplierCap of the line',
      'edited[0].multiplier': 'edited[0].multiplier must be at most 2, the bidMultiplierCap of the line',
    });
    expect((await read(lineId)).bidMultiplierCap).toBe(2);
    expect((await caller.put(`/lines/${lineId}`, { bidMultiplierCap: null })).status).toBe(200);
    expect((await read(lineId)).bidMultiplierCap).toBeNull();
  });

  it('two writers at once: both are whole, or the second learns of the first', async () => {
    const lineId = await createLine(caller);
    const writers = [2, 3].map((factor) =>
      post(lineId, { added: [supply(1, factor), supply(2, factor), hour('Fri', 9, factor)] }),
    );
    const replies = await Promise.all(writers);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { bidMultipliers } = await read(lineId);
    expect(new Set(bidMultipliers.map((row: { multiplier: number }) => row.multiplier)).size).toBe(1);
    expect(bidMultipliers).toHaveLength(3);
  });

  it('404 for a line of another seat, as for one that is not there', async () => {
    const lineId = await createLine(caller);
    for (const send of [
      (id: number) => stranger.get(`/lines/${id}/bidmultipliers`),
      (id: number) => stranger.post(`/lines/${id}/bidmultipliers`, { added: [supply(1)] }),
    ]) {
      const theirs = await send(lineId);
      expect(theirs.status).toBe(404);
      expect(theirs.body.errors).toEqual((await send(2_000_000_000)).body.errors);
    }
  });
});

describe('GET /traffic/targeting/bidmultipliertargets', () => {
  const targets = async (query: string) =>
    (await caller.get(`/targeting/bidmultipliertargets?${query}`)).body.response;

  it.each(['SUPPLY_GROUP', 'SITE_X_DEVICE', 'SITE_GROUP_X_DEVICE', 'DAY_PARTING'])(
    '200: the targets of %s, each of which can be added',
    async (type) => {
      const found = await targets(`type=${type}&limit=100`);
      expect(found[0]).toEqual({
        id: expect.anything(),
        type,
        name: expect.any(String),
        minMultiplier: 0.01,
        maxMultiplier: 9.95,
      });
      const added = found.map(({ id }: { id: unknown }) => ({
        targetType: type,
        targetValue: id,
        multiplier: 2,
      }));
      const { rows } = await lineWith(...added);
      expect(rows).toHaveLength(found.length);
    },
  );

  it('200: pages through all hours of the week', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => targets(`type=DAY_PARTING&limit=100&page=${page}`)),
    );
    const names = pages.flat().map(({ name }) => name);
    expect(new Set(names).size).toBe(168);
  });

  it('200: leaves out sites of an active group, which are targeted through the group', async () => {
    const names = (await targets('type=SITE_X_DEVICE&query=mail&limit=100')).map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toContain('Mail settings, Desktop');
    expect(names).not.toContain('Mail inbox, Desktop');
  });

  it.each(['', 'type=GENDER', 'type=toString'])('400: %j names type', async (query) => {
    const reply = await caller.get(`/targeting/bidmultipliertargets?${query}`);
    expect(reply.status).toBe(400);
    expect(Object.keys(problemsOf(reply))).toEqual(['type']);
  });
});
