import { number } from '../format.ts';
import { type SharpChange, sharpChange } from './sharp-change.ts';

interface FieldChange {
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Hours of the week whose factor changes alike. */
export interface HourChange {
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

const factorsIn = (value: unknown): ReadonlyMap<number, number> =>
  new Map(
    listOf(value).flatMap((bid) => {
      const place = placeOf(bid);
      return place === undefined || !('multiplier' in bid) ? [] : [[place, Number(bid.multiplier)] as const];
    }),
  );

/** The hours of one request that get the same factor in one row: `Bids by hour, Mon–Sun 18:00–23:00`, `×1` to `×1.5`. */
export function hourChanges({ path, before, after }: FieldChange): readonly HourChange[] {
  if (path !== 'bidMultipliers') return [];
  const [old, now] = [factorsIn(before), factorsIn(after)];
  const groups = new Map<string, { was: number; is: number; places: number[] }>();
  for (const place of [...new Set([...old.keys(), ...now.keys()])].sort((one, other) => one - other)) {
    const [was, is] = [old.get(place) ?? UNCHANGED, now.get(place) ?? UNCHANGED];
    if (was === is) continue;
    const group = groups.get(`${was} ${is}`) ?? { was, is, places: [] };
    group.places.push(place);
    groups.set(`${was} ${is}`, group);
  }
  return [...groups.values()].map(({ was, is, places }) => {
    const sharp = sharpChange({ field: 'multiplier', before: was, after: is });
    return {
      label: `Bids by hour, ${hoursText(places)}`,
      before: `×${number(was)}`,
      after: `×${number(is)}`,
      ...(sharp && { sharp }),
    };
  });
}

/** The change without the hours of the week, which are told by `hourChanges`. */
export function withoutHours<Change extends FieldChange>(change: Change): Change {
  if (change.path !== 'bidMultipliers') return change;
  const others = (value: unknown) =>
    Array.isArray(value) ? listOf(value).filter((bid) => placeOf(bid) === undefined) : value;
  return { ...change, before: others(change.before), after: others(change.after) };
}

/** `Mon–Fri 9:00–18:00, Sat all day`: days with the same hours together. */
function hoursText(places: readonly number[]): string {
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
