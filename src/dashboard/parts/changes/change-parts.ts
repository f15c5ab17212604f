import type { DashboardChangeFragment } from '../../generated/graphql.ts';
import { dateRange } from '../format.ts';
import { lower } from '../words.ts';
import { labelOf } from './labels.ts';
import { type Owner, plain } from './plain.ts';

type FieldChange = Omit<DashboardChangeFragment['fields'][number], 'isPartial'>;

/** A change of one value, with the name of what it belongs to in words: `Flights, 14 Nov – 16 Feb: budget`. */
export interface ChangedPart {
  readonly label: string;
  /** Its name in GraphQL, within whatever it belongs to. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface Thing {
  readonly row: number;
  readonly value: Record<string, unknown>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('name' in value);

/** Things without a name in a list, such as flights, by their IDs; undefined for any other value. */
function thingsIn(value: unknown): Map<unknown, Thing> | undefined {
  if (value === null || value === undefined) return new Map();
  if (!Array.isArray(value) || !value.every((each) => isObject(each) && 'id' in each)) return undefined;
  return new Map(
    value.map((each: Record<string, unknown>, index) => [each.id, { row: index + 1, value: each }]),
  );
}

/** A change of a field, part by part. */
export const partsOf = ({ path, before, after }: FieldChange, owner: Owner = {}): ChangedPart[] =>
  split({ label: labelOf(path), field: path, before, after }, owner);

/** Of an object such as a contact field by field, of a list each thing that was changed itself. */
function split({ label, field, before, after }: ChangedPart, owner: Owner): ChangedPart[] {
  if (Array.isArray(before) || Array.isArray(after)) {
    const [old, now] = [thingsIn(before), thingsIn(after)];
    if (!old || !now) return [{ label, field, before, after }];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
      const [was, is] = [old.get(id), now.get(id)];
      const change = {
        label: `${label}, ${nameOf({ was, is }, owner)}`,
        field,
        before: was?.value,
        after: is?.value,
      };
      // What was added or removed is one line.
      return was && is ? split(change, owner) : [change];
    });
  }
  if (!isObject(after) || (before && !isObject(before))) return [{ label, field, before, after }];
  const old = isObject(before) ? before : {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(after)])];
  return names.map((name) => ({
    label: `${label}: ${lower(labelOf(name))}`,
    field: name,
    before: old[name],
    after: after[name],
  }));
}

/** What a thing is about, such as an hour that is bid on or the days of a flight as they were; else where it stands. */
function nameOf(
  { was, is }: { readonly was?: Thing | undefined; readonly is?: Thing | undefined },
  owner: Owner,
) {
  const { targetValue, startDate, endDate } = (was ?? is)?.value ?? {};
  if (targetValue) return plain(targetValue);
  if (typeof startDate !== 'string' || typeof endDate !== 'string') return `row ${(is ?? was)?.row}`;
  // What ends at midnight ends with the day before.
  return dateRange(startDate, new Date(Date.parse(endDate) - 1).toISOString(), owner.timeZone);
}
