import type { DashboardChangeFragment } from '../generated/graphql.ts';

export type FieldChange = Omit<DashboardChangeFragment['fields'][number], 'isPartial'> & {
  readonly isPartial?: boolean;
};

/** The values that something had before, as the verb takes them that wrote them. */
export type Earlier = Readonly<Record<string, unknown>>;

/** A part of something, as the history shows it. */
export interface Part {
  readonly id?: unknown;
  readonly [name: string]: unknown;
}

export const partsIn = (value: unknown): readonly Part[] => (Array.isArray(value) ? value : []);

/** The values that another part has not. */
export const differing = (values: object, other: Part): Earlier =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name])),
  );

/** The parts of a list that another list has not, as they are. */
export const without = (parts: readonly Part[], others: readonly Part[]): readonly Part[] => {
  const known = new Set(others.map((each) => JSON.stringify(each)));
  return parts.filter((part) => !known.has(JSON.stringify(part)));
};
