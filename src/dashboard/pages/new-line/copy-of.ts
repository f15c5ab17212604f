import {
  BidMultiplierTargetType,
  type CreateLineInput,
  type DashboardLineToCopyQuery,
  TargetTypeName,
  type UpdateBidMultipliersInput,
} from '../../generated/graphql.ts';
import { serviceNow } from '../../parts/service-clock.ts';
import { firstFlight, nextFlight } from '../line/flights/next-flight.ts';
import type { LineFound } from '../line/line.tsx';
import { LINE_FIELDS } from '../line/line-fields.ts';
import { NOTHING, type TargetingChange } from '../line/targeting/targeting-change.ts';
import type { LineDraft } from './line-draft.ts';

type Copied = NonNullable<DashboardLineToCopyQuery['line']>;

/** The service takes names of this length. */
const MAX_NAME = 255;
const COPIED: readonly TargetTypeName[] = [
  TargetTypeName.Geography,
  TargetTypeName.NativeList,
  TargetTypeName.TargetProductFunnel,
];

/**
 * A line as a draft of another one: flights that are over stay with the old line, those that run begin tomorrow. Where
 * none is left, a flight like the last one begins tomorrow.
 */
export function draftOf(line: LineFound, now = serviceNow()): LineDraft {
  const values = LINE_FIELDS.flatMap(({ name }) => {
    const value = line[name];
    return value === null || value === undefined ? [] : [[name, String(value)]];
  });
  const zone = line.advertiser.timezone;
  const first = firstFlight(zone, now);
  const flights = line.schedules
    .filter(({ endDate }) => Date.parse(endDate) > now)
    .map(({ budget, dailyBudget, startDate, endDate }) => {
      const amounts = { budget: budget ?? null, dailyBudget: dailyBudget ?? null };
      return { startDate: Date.parse(startDate) > now ? startDate : first.startDate, endDate, ...amounts };
    })
    .filter(({ startDate, endDate }) => Date.parse(startDate ?? '') < Date.parse(endDate));
  return {
    ...Object.fromEntries(values),
    name: `Copy of ${line.name}`.slice(0, MAX_NAME),
    mediaType: line.mediaType ?? null,
    flights: flights.length > 0 ? flights : [nextFlight(line.schedules, zone, now)],
    targeting: targetingOf(line),
  };
}

const targetingOf = ({ targeting }: LineFound): TargetingChange => ({
  ...NOTHING,
  added: targeting.geos,
  excluded: targeting.excludedGeos,
  blocked: targeting.nativeLists.map(({ id }) => id),
  ...(targeting.funnelAttributes.length > 0 && { funnels: targeting.funnelAttributes }),
});

/** What its form does not show is taken over as it is. */
export const hiddenOf = ({ isNativeEnabled, fees, conversionRules }: Copied): Partial<CreateLineInput> => ({
  isNativeEnabled,
  fees: fees.map(({ name, fee, typeName }) => ({ name, fee, typeName })),
  conversionRules: conversionRules.map(
    ({ name, pixelId, acceptViewThrough, beaconValuePc, viewBeaconValueDiscount, ...windows }) => {
      const { clickWindow, clickWindowUnitType, viewWindow, viewWindowUnitType } = windows;
      const values = { acceptViewThrough, beaconValuePc, viewBeaconValueDiscount };
      return {
        ...{ name, pixelId, ...values },
        ...{ clickWindow, clickWindowUnitType, viewWindow, viewWindowUnitType },
      };
    },
  ),
});

/** The bids by hour of a line as those of another one; undefined where there are none. */
export function bidsFor(lineId: string, { early, late }: LineFound): UpdateBidMultipliersInput | undefined {
  // The two pages that they come on may overlap.
  const bids = new Map([...early.nodes, ...late.nodes].map((bid) => [bid.id, bid]));
  const added = [...bids.values()].map(({ targetValue, multiplier }) => ({
    targetType: BidMultiplierTargetType.DayParting,
    targetValue,
    multiplier,
  }));
  return added.length > 0 ? { lineId, added } : undefined;
}

/** What stays with the old line, in words. */
export function leftOut(
  { schedules, targeting }: Pick<LineFound, 'schedules' | 'targeting'>,
  now = serviceNow(),
): readonly string[] {
  const isOther = targeting.types.some(({ name, isTargeted }) => isTargeted && !COPIED.includes(name));
  return [
    'its history and figures',
    ...(schedules.some(({ endDate }) => Date.parse(endDate) <= now) ? ['flights that are over'] : []),
    ...(isOther ? ['exchanges and deals'] : []),
    'bids by anything but the hour',
  ];
}
