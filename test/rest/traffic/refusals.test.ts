import { describe, expect, test } from 'vitest';
import { ADVERTISER, ARUBA, problems, trafficSystem } from '../../support/seat.ts';

/** A 400 names all problems at once, each with the path of its field as `propertyName`. */
const { caller } = await trafficSystem();
const seat = await caller();

describe('POST /traffic/lines/{id}/targeting', () => {
  test('400: a refused item within a block does not hide what is wrong with its neighbours', async () => {
    const { id } = await seat.line();
    const reply = await seat.post(`/lines/${id}/targeting`, {
      types: [
        { name: 'MOON', isTargeted: true },
        { name: 'GEOGRAPHY', isTargeted: true },
      ],
      geos: { added: ['x', ARUBA, 5], removed: ['y'] },
      nativeLists: {
        added: [
          { id: 1, exclude: false },
          { id: 2_000_000_000, exclude: true },
        ],
      },
    });
    expect(reply.status).toBe(400);
    expect(Object.keys(problems(reply)).sort()).toEqual([
      'geos.added[0]',
      'geos.added[2]',
      'geos.removed[0]',
      'nativeLists.added[0].exclude',
      'nativeLists.added[0].id',
      'nativeLists.added[1].id',
      'types[0].name',
    ]);
    expect((await seat.get(`/lines/${id}/targeting`)).body.response.types).toEqual([]);
  });

  test('400: a type that is named twice is refused, whichever way it is to go', async () => {
    const { id } = await seat.line();
    const types = [
      { name: 'GEOGRAPHY', isTargeted: true },
      { name: 'GEOGRAPHY', isTargeted: false },
    ];
    const reply = await seat.post(`/lines/${id}/targeting`, { types });
    expect(problems(reply)).toEqual({ 'types[1].name': 'types[1].name must not repeat types[0].name' });
  });
});

describe('PUT /traffic/lines/{id}', () => {
  test('400: a cap below a bid multiplier that the line has is refused, and at it accepted', async () => {
    const { id } = await seat.line();
    const added = [{ targetType: 'DAY_PARTING', targetValue: { day: 'Mon', hour: 1 }, multiplier: 3 }];
    await seat.post(`/lines/${id}/bidmultipliers`, { added });
    const reply = await seat.put(`/lines/${id}`, { bidMultiplierCap: 2.5 });
    expect(reply.status).toBe(400);
    expect(problems(reply).bidMultiplierCap).toMatch(/^bidMultiplierCap must not be below 3, /);
    expect((await seat.put(`/lines/${id}`, { bidMultiplierCap: 3 })).status).toBe(200);
  });
});

describe('POST /traffic/advertisers', () => {
  test.each(['HRK', 'SLL', 'ZWL', 'CUC'])('400: %s is no currency of ISO 4217 any more', async (currency) => {
    const reply = await seat.post('/advertisers', { ...ADVERTISER, currency });
    expect(problems(reply)).toEqual({ currency: 'currency must be an ISO 4217 currency code' });
  });
});
