import { counted, number } from '../format.ts';
import { type SharpChange, sharpChange } from './sharp-change.ts';

interface FieldChange {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Hours of the week, or sites and devices, whose factor changes alike. */
export interface FactorChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly sharp?: SharpChange;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const HOURS = 24;
/** Of an hour that no factor is stored for. */
const UNCHANGED = 1;

/** The place of an hour in the week; undefined for what is bid on by anything else. */
function placeOf(bid: object): number | undefined {
  if (!('targetValue' in bid && typeof bid.targetValue === 'object' && bid.targetValue)) return undefined;
  const { day, hour } = bid.targetValue as { readonly day?: unknown; readonly hour?: unknown };
  const at = DAYS.indexOf(String(day));
  return at < 0 || typeof hour !== 'number' ? undefined : at * HOURS + hour;
}

const listOf = (value: unknown): readonly object[] =>
  Array.isArray(value) ? value.filter((each): each is object => typeof each === 'object' && each) : [];

const factorOf = (bid: object): number => ('multiplier' in bid ? Number(bid.multiplier) : UNCHANGED);

const hoursIn = (value: unknown): ReadonlyMap<number, number> =>
  new Map(
    listOf(value).flatMap((bid) => {
      const place = placeOf(bid);
      return place === undefined ? [] : [[place, factorOf(bid)] as const];
    }),
  );

/** Sites, groups of them, devices and supply, by their type and value. */
const targetsIn = (value: unknown): ReadonlyMap<string, number> =>
  new Map(
    listOf(value).flatMap((bid) =>
      placeOf(bid) === undefined && 'targetType' in bid && 'targetValue' in bid
        ? [[`${bid.targetType} ${bid.targetValue}`, factorOf(bid)] as const]
        : [],
    ),
  );

/**
 * What one request changes alike in one row: `Bids by hour, Mon–Sun 18:00–23:00`, `×1` to `×1.5`. Sites and devices are
 * counted, since a change has no names of them.
 */
export function factorChanges({ before, after }: FieldChange): readonly FactorChange[] {
  return [
    ...alike(hoursIn(before), hoursIn(after), (hours) => `Bids by hour, ${hoursText(hours)}`),
    ...alike(
      targetsIn(before),
      targetsIn(after),
      (targets) => `Bids by site and device, ${counted(targets.length, 'target')}`,
    ),
  ];
}

/** Whether a field has factors of a bid. */
export const isOfFactors = ({ path }: FieldChange): boolean => path === 'bidMultipliers';

function alike<Key extends number | string>(
  old: ReadonlyMap<Key, number>,
  now: ReadonlyMap<Key, number>,
  labelOf: (keys: readonly Key[]) => string,
): readonly FactorChange[] {
  const groups = new Map<string, { was: number; is: number; keys: Key[] }>();
  for (const key of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(key) ?? UNCHANGED, now.get(key) ?? UNCHANGED];
    if (was === is) continue;
    const group = groups.get(`${was} ${is}`) ?? { was, is, keys: [] };
    group.keys.push(key);
    groups.set(`${was} ${is}`, group);
  }
  return [...groups.values()].map(({ was, is, keys }) => {
    const sharp = sharpChange({ field: 'multiplier', before: was, after: is });
    return {
      label: labelOf(keys),
      before: `×${number(was)}`,
      after: `×${number(is)}`,
      ...(sharp && { sharp }),
    };
  });
}

/** `Mon–Fri 9:00–18:00, Sat all day`: days with the same hours together. */
function hoursText(all: readonly number[]): string {
  const places = all.toSorted((one, other) => one - other);
  const texts = DAYS.map((_, day) =>
    rangesOf(places.flatMap((place) => (Math.floor(place / HOURS) === day ? [place % HOURS] : []))),
  );
  const spans = new Map<string, number[]>();
  for (const [day, text] of texts.entries())
    if (text !== '') spans.set(text, [...(spans.get(text) ?? []), day]);
  return [...spans].map(([text, days]) => `${daysText(days)} ${text}`).join(', ');
}

/** Neighbours as one: `[[0, 4], [6, 6]]`. */
function runsOf(sorted: readonly number[]): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const each of sorted) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === each) last[1] = each;
    else runs.push([each, each]);
  }
  return runs;
}

function rangesOf(hours: readonly number[]): string {
  if (hours.length === HOURS) return 'all day';
  return runsOf(hours)
    .map(([first, last]) => `${first}:00–${last + 1}:00`)
    .join(' and ');
}

const daysText = (days: readonly number[]): string =>
  runsOf(days)
    .map(([first, last]) => (first === last ? DAYS[first] : `${DAYS[first]}–${DAYS[last]}`))
    .join(', ');
