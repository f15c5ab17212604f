import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { WINDOW_UNIT_TYPE } from '../../src/domain/campaigns/line/enums.ts';
import { mintVmcid } from '../../src/domain/events/click/vmcid.ts';
import { postConversion } from '../../src/domain/events/conversion/post.ts';
import { listConversionReceipts } from '../../src/domain/events/conversion/receipts.ts';
import { contextOf } from '../support/actors.ts';
import { testSystem } from '../support/system.ts';
import { createAd, createPixel, createPoster } from '../support/traffic/intake.ts';

const system = await testSystem();
const { client, seatId, advertiserId } = await createPoster(system);
const owner = { seatId, advertiserId };
const [ruled, second, other] = [
  await createPixel(system, owner),
  await createPixel(system, owner),
  await createPixel(system, owner),
];
const ctx = await contextOf(system, client);

const MINUTE_MS = 60_000;
const UNITS_MS: Readonly<Record<string, number>> = {
  MINUTE: MINUTE_MS,
  HOUR: 60 * MINUTE_MS,
  DAY: 1440 * MINUTE_MS,
};
const CLICKED_AT = Date.parse('2026-10-24T12:00:00Z');
const DEFAULT_MS = 30 * 1440 * MINUTE_MS;

interface Rule {
  readonly beaconId: number;
  readonly clickWindow?: number;
  readonly clickWindowUnitType?: string;
}
interface Sent {
  readonly at: number;
  readonly pixel?: string | number | undefined;
  readonly et?: number;
}

/** A line with rules and a click of it; posts conversions and says what became of each. */
async function clickOf(rules: readonly Rule[]) {
  const ad = await createAd(system, owner);
  for (const rule of rules) await system.db.lineConversion.create({ data: { lineId: ad.lineId, ...rule } });
  const vmcid = mintVmcid(system, { ...owner, ...ad }, new Date(CLICKED_AT));
  return async ({ at, pixel, et }: Sent) => {
    const id = randomUUID();
    const pairs = Object.entries({ vmcid, id, dp: 'shop', '.yp': pixel, et }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as const],
    );
    await postConversion({
      system: { ...system, now: () => new Date(at) },
      caller: { clientId: client.clientId, seatId },
      pairs,
    });
    const [receipt] = await listConversionReceipts({ ctx, filter: { eventId: id }, limit: 1 });
    const { rows } = await system.pool.query('SELECT line_id FROM conversion WHERE event_id = $1', [id]);
    expect(rows).toEqual([{ line_id: receipt?.outcome === 'ACCEPTED' ? ad.lineId : null }]);
    return [receipt?.outcome, receipt?.reason];
  };
}

const COUNTED = ['ACCEPTED', null];
const TOO_LATE = ['UNATTRIBUTED', 'CLICK_OUTSIDE_WINDOW'];

it.each(Object.keys(WINDOW_UNIT_TYPE.values))('a window of 3 %s ends to the second', async (unit) => {
  const convert = await clickOf([{ beaconId: ruled, clickWindow: 3, clickWindowUnitType: unit }]);
  const end = CLICKED_AT + 3 * (UNITS_MS[unit] ?? Number.NaN);
  expect(await convert({ at: end, pixel: ruled })).toEqual(COUNTED);
  expect(await convert({ at: end + 1000, pixel: ruled })).toEqual(TOO_LATE);
});

it('a window without a unit is in days', async () => {
  const convert = await clickOf([{ beaconId: ruled, clickWindow: 45 }]);
  const end = CLICKED_AT + 45 * 1440 * MINUTE_MS;
  expect(await convert({ at: end, pixel: ruled })).toEqual(COUNTED);
  expect(await convert({ at: end + 1000, pixel: ruled })).toEqual(TOO_LATE);
});

it.each([
  ['no rules', [], ruled],
  ['no rules, and without a pixel', [], undefined],
  ['a rule without a window', [{ beaconId: ruled }], ruled],
  ['a rule of a year, but without a pixel', [{ beaconId: ruled, clickWindow: 365 }], undefined],
  ['a rule of a minute, but without a pixel', [{ beaconId: ruled, clickWindow: 0 }], undefined],
])('the window is 30 days: %s', async (_case, rules, pixel) => {
  const convert = await clickOf(rules);
  expect(await convert({ at: CLICKED_AT + DEFAULT_MS, pixel })).toEqual(COUNTED);
  expect(await convert({ at: CLICKED_AT + DEFAULT_MS + 1000, pixel })).toEqual(TOO_LATE);
  expect(await convert({ at: CLICKED_AT + 14 * DEFAULT_MS, pixel })).toEqual(TOO_LATE);
});

it('the widest of several rules of one pixel decides, and the largest window is no error', async () => {
  const convert = await clickOf([
    { beaconId: ruled, clickWindow: 1, clickWindowUnitType: 'HOUR' },
    { beaconId: ruled, clickWindow: 2, clickWindowUnitType: 'HOUR' },
    { beaconId: second, clickWindow: 2_147_483_647, clickWindowUnitType: 'DAY' },
  ]);
  expect(await convert({ at: CLICKED_AT + 120 * MINUTE_MS, pixel: ruled })).toEqual(COUNTED);
  expect(await convert({ at: CLICKED_AT + 121 * MINUTE_MS, pixel: ruled })).toEqual(TOO_LATE);
  expect(await convert({ at: CLICKED_AT + 14 * DEFAULT_MS, pixel: second })).toEqual(COUNTED);
});

it('the age of a click is that at the time of the event, where it is sent', async () => {
  const convert = await clickOf([{ beaconId: ruled, clickWindow: 7 }]);
  const [soon, late] = [CLICKED_AT + 1440 * MINUTE_MS, CLICKED_AT + 8 * 1440 * MINUTE_MS];
  expect(await convert({ at: late, et: soon, pixel: ruled })).toEqual(COUNTED);
  expect(await convert({ at: soon, et: late, pixel: ruled })).toEqual(TOO_LATE);
});

it('receipts say why a conversion does not count', async () => {
  const convert = await clickOf([{ beaconId: ruled }]);
  const none = ['UNATTRIBUTED', 'NO_RULE_FOR_PIXEL'];
  for (const pixel of [other, 2_000_000_000, '99999999999', 'abc'])
    expect([pixel, ...(await convert({ at: CLICKED_AT, pixel }))]).toEqual([pixel, ...none]);
  expect(await convert({ at: CLICKED_AT, pixel: '' })).toEqual(COUNTED);
  const id = randomUUID();
  const post = (vmcid: string) =>
    postConversion({
      system,
      caller: { clientId: client.clientId, seatId },
      pairs: [
        ['vmcid', vmcid],
        ['id', id],
        ['dp', 'shop'],
      ],
    });
  await post('unknown');
  await post('unknown');
  const receipts = await listConversionReceipts({ ctx, filter: { eventId: id }, limit: 2 });
  expect(receipts.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['DUPLICATE', 'REPEATED_ID'],
    ['UNATTRIBUTED', 'UNKNOWN_CLICK'],
  ]);
});
