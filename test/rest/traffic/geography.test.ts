import { describe, expect, test } from 'vitest';
import { AFGHANISTAN, ARUBA, answered, problems, refused, trafficSystem } from '../../support/seat.ts';

const { caller } = await trafficSystem();
const seat = await caller();

const GEOGRAPHY = { name: 'GEOGRAPHY', isTargeted: true };
const aruba = { woeid: ARUBA, type: 'COUNTRY', name: 'Aruba' };
const afghanistan = { woeid: AFGHANISTAN, type: 'COUNTRY', name: 'Afghanistan' };

const targeting = async (lineId: number) => (await seat.get(`/lines/${lineId}/targeting`)).body.response;
const change = (lineId: number, body: unknown) => seat.post(`/lines/${lineId}/targeting/`, body);

describe('POST /traffic/lines/{id}/targeting/ with geos', () => {
  test('200: returns the same as GET: the types that are on and their targets', async () => {
    const line = await seat.line();
    const body = { types: [GEOGRAPHY], geos: { added: [ARUBA, AFGHANISTAN] } };
    const { status, body: answer } = await change(line.id, body);
    expect(status).toBe(200);
    expect(answer.response).toMatchObject({
      id: line.id,
      types: [GEOGRAPHY],
      geos: [aruba, afghanistan],
    });
    const read = await seat.get(`/lines/${line.id}/targeting`);
    expect(read.body).toEqual(answered(answer.response));
  });

  test('200: places are removed one by one or all at once, then others added', async () => {
    const line = await seat.line();
    await seat.geography(line.id, [ARUBA, AFGHANISTAN]);
    await change(line.id, { types: [GEOGRAPHY], geos: { removed: [ARUBA, 1] } });
    expect((await targeting(line.id)).geos).toEqual([afghanistan]);
    await change(line.id, { geos: { clearAll: true, added: [ARUBA, ARUBA] } });
    expect((await targeting(line.id)).geos).toEqual([aruba]);
  });

  test('200: a type that is turned off shows no targets, and has them again when turned on', async () => {
    const line = await seat.line();
    await seat.geography(line.id);
    await change(line.id, { types: [{ ...GEOGRAPHY, isTargeted: false }] });
    expect(await targeting(line.id)).toMatchObject({ types: [], geos: [] });
    await change(line.id, { types: [GEOGRAPHY] });
    expect(await targeting(line.id)).toMatchObject({ types: [GEOGRAPHY], geos: [aruba] });
  });

  test('200: targeting is a change of the line: updatedAt grows', async () => {
    const line = await seat.line();
    await seat.geography(line.id);
    const { response } = (await seat.get(`/lines/${line.id}`)).body;
    expect(response.updatedAt > line.updatedAt.toISOString()).toBe(true);
  });

  test.each([
    ['removing it', { geos: { removed: [ARUBA] } }],
    ['clearing all', { geos: { clearAll: true } }],
    ['turning the type off', { types: [{ ...GEOGRAPHY, isTargeted: false }] }],
  ])('400: an ACTIVE line cannot lose its last geography target by %s', async (_how, body) => {
    const line = await seat.line();
    await seat.geography(line.id);
    await seat.put(`/lines/${line.id}`, { status: 'ACTIVE' });
    const before = await targeting(line.id);
    const reply = await change(line.id, body);
    expect(reply.body).toEqual(
      refused(400, null, [
        {
          message: 'status is ACTIVE, so the line cannot lose its last geography target',
          propertyName: 'status',
        },
      ]),
    );
    expect(await targeting(line.id)).toEqual(before);
    await seat.put(`/lines/${line.id}`, { status: 'PAUSED' });
    expect((await change(line.id, body)).status).toBe(200);
  });

  test('200: an ACTIVE line may exchange its geography', async () => {
    const line = await seat.line();
    await seat.geography(line.id);
    await seat.put(`/lines/${line.id}`, { status: 'ACTIVE' });
    const { status } = await change(line.id, { geos: { clearAll: true, added: [AFGHANISTAN] } });
    expect(status).toBe(200);
  });

  test('400: unknown places, types and kinds of values are named, and nothing is stored', async () => {
    const line = await seat.line();
    const reply = await change(line.id, { types: [GEOGRAPHY], geos: { added: [ARUBA, 5, 2_000_000_000] } });
    expect(problems(reply)).toEqual({
      'geos.added[1]': 'geos.added[1] must be the WOEID of a known location',
      'geos.added[2]': 'geos.added[2] must be the WOEID of a known location',
    });
    const wrong = { types: [{ name: 'MOON' }], geos: { added: ['x'], clearAll: 1 } };
    expect(problems(await change(line.id, wrong))).toEqual({
      'types[0].name': expect.stringContaining('types[0].name must be one of GEOGRAPHY'),
      'types[0].isTargeted': 'types[0].isTargeted is required',
      'geos.clearAll': 'geos.clearAll must be true or false',
      'geos.added[0]': 'geos.added[0] must be an integer',
    });
    expect(problems(await change(line.id, {}))).toEqual({ types: 'types is required' });
    expect((await targeting(line.id)).types).toEqual([]);
  });

  test('404: the targeting of an unknown and of a foreign line does not exist', async () => {
    const foreign = await (await caller()).line();
    for (const id of [foreign.id, 2_000_000_000, 'abc']) {
      const read = await seat.get(`/lines/${id}/targeting`);
      expect([read.status, read.body]).toEqual([404, refused(404, 'Line not found.')]);
      const write = await seat.post(`/lines/${id}/targeting/`, { types: [GEOGRAPHY] });
      expect([write.status, write.body]).toEqual([404, refused(404, 'Line not found.')]);
    }
  });
});
