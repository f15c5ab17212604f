import { earlierBids, earlierTargeting } from './earlier-parts.ts';
import { differing, type Earlier, type FieldChange, partsIn } from './parts-in.ts';

/** The update of the thing itself, or a verb that changes a part of it. */
export type Via = 'update' | 'targeting' | 'bids';

/** What takes changes back. */
export interface TakenBack {
  readonly via: Via;
  readonly earlier: Earlier;
}

/** Lists of parts that an update merges by ID, and what removes one. */
const PARTS: Readonly<Record<string, string>> = {
  schedules: 'removeScheduleIds',
  fees: 'removeFeeIds',
  conversionRules: 'removeConversionRuleIds',
};

/** Written by verbs of their own, which take what is added and removed. */
const OTHER_VERBS: Readonly<Record<string, Via>> = {
  bidMultipliers: 'bids',
  funnelAttributes: 'targeting',
  geos: 'targeting',
  nativeLists: 'targeting',
  types: 'targeting',
};
/** Of lists whose items are told apart by what they are, those that did not change may be left out. */
const MAY_BE_PARTIAL: ReadonlySet<string> = new Set([
  ...Object.keys(PARTS),
  'bidMultipliers',
  'geos',
  'nativeLists',
]);
/** What GraphQL cannot write. */
const UNWRITABLE: ReadonlySet<string> = new Set(['deals', 'exchanges', 'isAppList']);

/** Recorded beside the field that they follow from, and of a part the thing that it belongs to. */
const DERIVED: ReadonlySet<string> = new Set(['creative']);
const OWNERS: ReadonlySet<string> = new Set(['adId', 'lineId']);

const withoutOwner = (part: Earlier): Earlier =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !OWNERS.has(name)));

/** The input that takes changes of fields back; undefined where no single verb can write all of them. */
export function earlierOf(all: readonly FieldChange[]): TakenBack | undefined {
  const changes = all.filter(({ path }) => !DERIVED.has(path));
  const isLost = ({ path, isPartial }: FieldChange) =>
    UNWRITABLE.has(path) || (isPartial === true && !MAY_BE_PARTIAL.has(path));
  if (changes.some(isLost)) return undefined;
  const [via, ...others] = new Set(changes.map(({ path }) => OTHER_VERBS[path] ?? 'update'));
  if (via === undefined || others.length > 0) return undefined;
  if (via === 'targeting') return { via, earlier: earlierTargeting(changes) };
  if (via === 'bids') return { via, earlier: Object.assign({}, ...changes.map(earlierBids)) };
  return { via, earlier: Object.assign({}, ...changes.map(earlierField)) };
}

function earlierField({ path, before, after }: FieldChange): Earlier {
  const remover = PARTS[path];
  // Of a native list, the history has the names alone.
  if (path === 'items' && Array.isArray(before))
    return { items: before.map((itemName: unknown) => ({ itemName })) };
  if (remover === undefined) return { [path]: before ?? null };
  const [old, now] = [partsIn(before), partsIn(after)];
  const added = now.filter(({ id }) => old.every((part) => part.id !== id));
  const changed = old.flatMap((part) => {
    const other = now.find(({ id }) => id === part.id);
    // What was removed is gone for good, and is made again.
    const { id, ...values } = part;
    if (!other) return [withoutOwner(values)];
    return JSON.stringify(part) === JSON.stringify(other) ? [] : [{ id, ...differing(values, other) }];
  });
  return {
    ...(changed.length > 0 && { [path]: changed }),
    ...(added.length > 0 && { [remover]: added.map(({ id }) => id) }),
  };
}
