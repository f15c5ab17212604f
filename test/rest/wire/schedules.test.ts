import { describe, expect, it } from 'vitest';
import { createTree, wireTest } from './support.ts';

/** Entry "Line schedules with plain dates". */

const test = await wireTest();
const strict = await wireTest({ env: { FLIGHTLINE_STRICT_FIELDS: 'on' } });
const FLIGHT = { budget: 500, startDateStr: '2026-01-31', endDateStr: '2026-02-28' };

async function world(timezone = 'America/New_York') {
  const { observed, documented } = await test.pair();
  return { observed, documented, ...(await createTree(documented, { timezone })) };
}

describe('observed', () => {
  it.each([
    ['America/New_York', '2026-01-31T05:00:00Z', '2026-03-01T04:59:59Z'],
    ['Asia/Tokyo', '2026-01-30T15:00:00Z', '2026-02-28T14:59:59Z'],
    ['Etc/GMT', '2026-01-31T00:00:00Z', '2026-02-28T23:59:59Z'],
  ])(
    '%s: a start is the first second of its day, an end the last, and both are answered as dates',
    async (zone, start, end) => {
      const { observed, documented, orderId } = await world(zone);
      const made = await observed.post('/traffic/lines', { name: 'Line', orderId, schedules: [FLIGHT] });
      expect(made.body).toMatchObject({ errors: null, response: { schedules: [FLIGHT] } });
      const { id } = made.body.response;
      expect((await observed.get(`/traffic/lines/${id}`)).body.response).toEqual(made.body.response);
      const { response: lines } = (await observed.get(`/traffic/lines?orderId=${orderId}`)).body;
      expect(lines.find((line: { id: number }) => line.id === id).schedules).toMatchObject([FLIGHT]);
      const { schedules } = (await documented.get(`/traffic/lines/${id}`)).body.response;
      expect(schedules).toMatchObject([{ startDateStr: start, endDateStr: end }]);
    },
  );

  it.each([
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z'],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T20:59:59Z'],
  ])('%s: the day on which clocks change, %s, has all its hours', async (zone, day, start, end) => {
    const { observed, documented, lineId } = await world(zone);
    const body = { schedules: [{ startDateStr: day, endDateStr: day }] };
    const { response } = (await observed.put(`/traffic/lines/${lineId}`, body)).body;
    expect(response.schedules).toMatchObject(body.schedules);
    const { schedules } = (await documented.get(`/traffic/lines/${lineId}`)).body.response;
    expect(schedules).toMatchObject([{ startDateStr: start, endDateStr: end }]);
  });

  it('a flight that begins or ends within a day is answered as documented', async () => {
    const { observed, lineId } = await world();
    const schedules = [
      { startDateStr: '2026-01-31', endDateStr: '2026-02-03T12:00:00Z' },
      { startDateStr: '2026-03-31T05:00:00Z', endDateStr: '2026-04-30' },
    ];
    const { response } = (await observed.put(`/traffic/lines/${lineId}`, { schedules })).body;
    expect(response.schedules).toMatchObject([
      { startDateStr: '2026-01-31T05:00:00Z', endDateStr: '2026-02-03T12:00:00Z' },
      { startDateStr: '2026-03-31T05:00:00Z', endDateStr: '2026-05-01T03:59:59Z' },
    ]);
  });

  it('a flight can be changed by id, one end alone', async () => {
    const { observed, lineId } = await world();
    const put = async (schedule: object) =>
      (await observed.put(`/traffic/lines/${lineId}`, { schedules: [schedule] })).body.response.schedules;
    const [{ id }] = await put(FLIGHT);
    expect(await put({ id, endDateStr: '2026-04-01' })).toMatchObject([
      { id, startDateStr: '2026-01-31', endDateStr: '2026-04-01' },
    ]);
  });

  it.each(['2026-02-30', '2026-13-01', '26-01-01'])('%s, which is no date, is refused', async (day) => {
    const { observed, orderId } = await world();
    const schedules = [{ ...FLIGHT, startDateStr: day }];
    const { status, body } = await observed.post('/traffic/lines', { name: 'Line', orderId, schedules });
    expect(status).toBe(400);
    expect(body.errors.validationErrors[0].propertyName).toBe('schedules[0].startDateStr');
  });

  it.each(['0001-01-01', '1999-12-30', '2101-01-02', '9999-12-31'])('%s is out of range', async (day) => {
    const { observed, orderId } = await world();
    const schedules = [{ ...FLIGHT, startDateStr: day, endDateStr: day }];
    const { body } = await observed.post('/traffic/lines', { name: 'Line', orderId, schedules });
    expect(body.errors.validationErrors.map(({ message }: { message: string }) => message)).toEqual([
      'schedules[0].startDateStr must be from 2000-01-01 to 2100-12-31',
      'schedules[0].endDateStr must be from 2000-01-01 to 2100-12-31',
    ]);
  });

  it.each([
    ['a flight within days', '2027-01-31T15:00:00Z', '2027-02-27T23:30:00Z'],
    ['a flight of whole days', '2027-01-31T05:00:00Z', '2027-03-01T04:59:59Z'],
  ])('%s: dates without their time are those that were answered', async (_name, startDateStr, endDateStr) => {
    const { observed, lineId } = await world();
    const put = await observed.put(`/traffic/lines/${lineId}`, { schedules: [{ startDateStr, endDateStr }] });
    const [answered] = put.body.response.schedules;
    const { id } = answered;
    const cut = {
      id,
      startDateStr: answered.startDateStr.slice(0, 10),
      endDateStr: answered.endDateStr.slice(0, 10),
    };
    const renamed = await observed.put(`/traffic/lines/${lineId}`, { name: 'Renamed', schedules: [cut] });
    expect(renamed.body.response).toMatchObject({ name: 'Renamed', schedules: [answered] });
    const moved = await observed.put(`/traffic/lines/${lineId}`, {
      schedules: [{ ...cut, endDateStr: '2027-04-30' }],
    });
    expect(moved.body.response.schedules[0].startDateStr).toBe(answered.startDateStr);
    expect(moved.body.response.schedules[0].endDateStr.slice(0, 10)).toMatch(/2027-0(4-30|5-01)/);
  });

  it('lines of several zones are answered with the dates of each', async () => {
    const { observed, documented } = await test.pair();
    for (const timezone of ['Asia/Tokyo', 'America/New_York']) {
      const { lineId } = await createTree(documented, { timezone });
      const put = await observed.put(`/traffic/lines/${lineId}`, { schedules: [FLIGHT] });
      expect(put.body.response.schedules).toMatchObject([FLIGHT]);
    }
  });

  it('a campaign or line of another seat is as one that does not exist, with dates too', async () => {
    const { orderId, lineId } = await world();
    const { observed } = await test.pair();
    const body = (id: number) => ({ name: 'Line', orderId: id, schedules: [FLIGHT] });
    const [foreign, unknown] = [
      await observed.post('/traffic/lines', body(orderId)),
      await observed.post('/traffic/lines', body(2_000_000_000)),
    ];
    expect(foreign.status).toBe(400);
    expect(foreign.body.errors).toEqual(unknown.body.errors);
    expect((await observed.put(`/traffic/lines/${lineId}`, { schedules: [FLIGHT] })).status).toBe(404);
  });
});

describe('documented', () => {
  it('a plain date is refused', async () => {
    const { documented, orderId } = await world();
    const { status, body } = await documented.post('/traffic/lines', {
      name: 'Line',
      orderId,
      schedules: [FLIGHT],
    });
    expect(status).toBe(400);
    expect(body.errors.validationErrors.map(({ propertyName }: never) => propertyName)).toEqual(
      expect.arrayContaining(['schedules[0].startDateStr', 'schedules[0].endDateStr']),
    );
  });

  it('dailyBudget of a schedule is refused with strict fields', async () => {
    const { documented } = await strict.pair();
    const { orderId } = await createTree(documented);
    const schedules = [
      { startDateStr: '2026-01-31T00:00:00Z', endDateStr: '2026-02-28T00:00:00Z', dailyBudget: 50 },
    ];
    const { status } = await documented.post('/traffic/lines', { name: 'Line', orderId, schedules });
    expect(status).toBe(400);
  });
});
