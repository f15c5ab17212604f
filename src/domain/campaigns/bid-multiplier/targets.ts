import { defineEnum, valuesOf } from '../../../resources/define/enum-type.ts';
import { listEntries } from '../../audiences/dictionary/entries.ts';
import { listSiteGroups, listSites } from '../../audiences/dictionary/sites.ts';
import type { DomainContext } from '../../context.ts';
import { dayPart, HOURS_OF_WEEK } from './day-part.ts';

/** The target types that a bid can be raised or lowered for. */
export const BID_TARGET_TYPE = defineEnum(
  'BidMultiplierTargetType',
  'The kinds of targets that a bid multiplier can apply to.',
  {
    SUPPLY_GROUP: 'A supply group.',
    SITE_X_DEVICE: 'A site on a device.',
    SITE_GROUP_X_DEVICE: 'A site group on a device.',
    DAY_PARTING: 'An hour of a weekday.',
  },
);
export const TARGET_TYPES = valuesOf(BID_TARGET_TYPE);
export type TargetType = (typeof TARGET_TYPES)[number];

export interface Target {
  readonly type: TargetType;
  /** As stored: an ID, or the hour of the week. */
  readonly value: number;
  readonly name: string;
}

/** IDs of combinations are `site ID × 1000 + device ID`. */
const DEVICES = 1000;

/** Returns every valid target of a type, in the order of the dictionary. */
export async function targetsOf(ctx: DomainContext, type: TargetType): Promise<readonly Target[]> {
  switch (type) {
    case 'SUPPLY_GROUP': {
      const groups = await listEntries(ctx, 'supply_group');
      return groups.map(({ value, name }) => ({ type, value: Number(value), name: name ?? value }));
    }
    case 'SITE_X_DEVICE': {
      // A site in an active site group can only be targeted through the group.
      const active = new Set((await listSiteGroups(ctx)).map(({ value }) => value));
      const sites = await listSites(ctx);
      return combine(
        ctx,
        type,
        sites.filter(({ group }) => group === null || !active.has(group)),
      );
    }
    case 'SITE_GROUP_X_DEVICE':
      return combine(ctx, type, await listSiteGroups(ctx));
    case 'DAY_PARTING':
      return Array.from({ length: HOURS_OF_WEEK }, (_, value) => {
        const { day, hour } = dayPart(value);
        return { type, value, name: `${day} ${String(hour).padStart(2, '0')}:00` };
      });
  }
}

async function combine(
  ctx: DomainContext,
  type: TargetType,
  places: readonly { id: number; name: string }[],
): Promise<Target[]> {
  const devices = await listEntries(ctx, 'device');
  return places.flatMap((place) =>
    devices.flatMap(({ number, value, name }) =>
      number === null
        ? []
        : { type, value: place.id * DEVICES + number, name: `${place.name}, ${name ?? value}` },
    ),
  );
}
