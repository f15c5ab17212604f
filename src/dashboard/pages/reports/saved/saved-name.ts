import { days } from '../../../parts/format.ts';
import type { Days } from '../../../parts/period/days.ts';
import { type Entry, nameOf } from '../builder/choices.ts';

interface Saved {
  readonly name: string;
  readonly report: unknown;
}

/** The same for the same values, in whatever order they are. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** The name under which a report is saved, else what was typed when it was made, else what it is about. */
export function calledOf(
  payload: unknown,
  saved: readonly Saved[],
  typed?: string,
  dimensions: readonly Entry[] = [],
): { name: string; isSaved: boolean } {
  const name = savedAs(payload, saved)?.name ?? typed;
  return { name: name ?? nameOf(payload, dimensions), isSaved: name !== undefined };
}

/** The saved report that a report was made of. */
export function savedAs<One extends Pick<Saved, 'report'>>(
  payload: unknown,
  saved: readonly One[],
): One | undefined {
  const wanted = canonical(payload);
  return saved.find(({ report }) => canonical(report) === wanted);
}

/** What a report is called: a saved one by its name and its days, any other by what it is about. */
export function titleOf(
  payload: unknown,
  range: Days | undefined,
  saved: readonly Saved[],
  typed?: string,
  dimensions: readonly Entry[] = [],
): string {
  const { name, isSaved } = calledOf(payload, saved, typed, dimensions);
  return isSaved && range ? `${name}, ${days(range.start, range.end)}` : name;
}

/** The address of the file, with the name that it gets when it is downloaded. */
export function fileAddress(url: string, name: string, range: Days | undefined): string {
  const at = new URL(url, globalThis.location?.href);
  at.searchParams.set('name', range ? `${name} ${range.start} to ${range.end}` : name);
  return at.href;
}
