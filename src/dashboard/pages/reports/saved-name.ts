import { days } from '../../parts/format.ts';
import type { Days } from '../../parts/period/days.ts';
import { nameOf } from './choices.ts';

interface Saved {
  readonly name: string;
  readonly report: unknown;
}

/** The same for the same values, in whatever order they are. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** What a report is called: by the name under which it is saved and its days, else by what it is about. */
export function titleOf(payload: unknown, range: Days | undefined, saved: readonly Saved[]): string {
  const wanted = canonical(payload);
  const name = saved.find(({ report }) => canonical(report) === wanted)?.name;
  if (name === undefined) return nameOf(payload);
  return range ? `${name}, ${days(range.start, range.end)}` : name;
}

/** The address of the file, with the name that it gets when it is downloaded. */
export function fileAddress(url: string, title: string, range: Days | undefined): string {
  const at = new URL(url, globalThis.location?.href);
  const dates = range ? ` ${range.start} to ${range.end}` : '';
  at.searchParams.set('name', `${title.replace(/, [^,]*\d{4}$/, '')}${dates}`);
  return at.href;
}
