import type { DashboardChangeFragment } from '../generated/graphql.ts';

type FieldChange = Omit<DashboardChangeFragment['fields'][number], 'isPartial'> & {
  readonly isPartial?: boolean;
};

/** The values that something had before, as its update takes them. */
export type Earlier = Readonly<Record<string, unknown>>;

/** Lists of parts that an update merges by ID, and what removes one. */
const PARTS: Readonly<Record<string, string>> = {
  schedules: 'removeScheduleIds',
  fees: 'removeFeeIds',
  conversionRules: 'removeConversionRuleIds',
};
/** Written by verbs of their own, which take what is added and removed. */
const OTHER_VERBS: ReadonlySet<string> = new Set([
  'bidMultipliers',
  'excludedGeos',
  'funnelAttributes',
  'geos',
  'nativeLists',
  'types',
]);

interface Part {
  readonly id: unknown;
}

/** The input that takes changes of fields back; undefined where an update cannot write one of them. */
export function earlierOf(changes: readonly FieldChange[]): Earlier | undefined {
  const isLost = ({ path, isPartial }: FieldChange) =>
    // Of parts, those that did not change may be left out.
    OTHER_VERBS.has(path) || (isPartial === true && PARTS[path] === undefined);
  if (changes.some(isLost)) return undefined;
  return Object.assign({}, ...changes.map(earlierField)) as Earlier;
}

function earlierField({ path, before, after }: FieldChange): Earlier {
  const remover = PARTS[path];
  if (remover === undefined) return { [path]: before ?? null };
  const [old, now] = [partsIn(before), partsIn(after)];
  const added = now.filter(({ id }) => old.every((part) => part.id !== id));
  const changed = old.flatMap((part) => {
    const other = now.find(({ id }) => id === part.id);
    // What was removed is gone for good, and is made again.
    const { id, ...values } = part;
    if (!other) return [values];
    return JSON.stringify(part) === JSON.stringify(other) ? [] : [{ id, ...differing(values, other) }];
  });
  return {
    ...(changed.length > 0 && { [path]: changed }),
    ...(added.length > 0 && { [remover]: added.map(({ id }) => id) }),
  };
}

const partsIn = (value: unknown): readonly Part[] => (Array.isArray(value) ? value : []);

const differing = (values: object, other: object): Earlier =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify((other as Earlier)[name]),
    ),
  );
