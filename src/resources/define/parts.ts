import { Prisma } from '../../platform/database/connection/client.ts';
import { fieldsOf } from '../../platform/database/rows/names.ts';
import { changedFields } from './changed-fields.ts';
import type { Problems } from './input.ts';

/**
 * An update merges the lists within a resource: an item with an ID changes the stored item, an item without
 * one is added, and other items stay unless the update lists them for removal.
 */

/** The maximum number of items in one list of a resource. */
export const MAX_PARTS = 100;

interface Part<Data> {
  /** The path in the input. Undefined for an item that the input does not change. */
  readonly path: string | undefined;
  /** The data after the update. */
  readonly data: Partial<Data>;
}

/** The changes in the form of a nested write of Prisma. */
interface NestedWrite<Data> {
  readonly createMany?: { data: Data[] };
  readonly update?: { where: { id: number }; data: Partial<Data> }[];
  readonly deleteMany?: { id: { in: number[] } };
}

export function mergeParts<Sent extends { id?: number }, Data extends object>(options: {
  problems: Problems;
  /** The name of the list in the interface: `schedules`. */
  path: string;
  /** An item in messages: "a schedule of this line". */
  what: string;
  sent: readonly Sent[] | undefined;
  stored: readonly ({ id: number } & Data)[];
  removal?: { path: string; ids: readonly number[] | null | undefined };
  toData: (sent: Sent) => Partial<Data>;
}): { parts: Part<Data>[]; write: NestedWrite<Data> } {
  const { problems, path, what, sent = [], stored, removal, toData } = options;
  const byId = new Map(stored.map((part) => [part.id, part]));
  const removed = new Set(removal?.ids);
  for (const [index, id] of (removal?.ids ?? []).entries())
    if (!byId.has(id)) problems.add(`${removal?.path}[${index}]`, `must be the id of ${what}`);

  const changes = new Map<number, { path: string; data: Partial<Data> }>();
  const added: Part<Data>[] = [];
  for (const [index, item] of sent.entries()) {
    const at = `${path}[${index}]`;
    const data = toData(item);
    if (item.id === undefined) added.push({ path: at, data });
    else if (!byId.has(item.id)) problems.add(`${at}.id`, `must be the id of ${what}`);
    else if (changes.has(item.id)) problems.add(`${at}.id`, 'must not be sent twice');
    else if (removed.has(item.id)) problems.add(`${at}.id`, 'must not be changed and removed at once');
    else changes.set(item.id, { path: at, data });
  }

  const differing = [...changes].filter(([id, { data }]) => changedFields(byId.get(id) ?? {}, data));
  const remaining = stored.filter((part) => !removed.has(part.id));
  const parts = [
    ...remaining.map((part) => ({
      path: changes.get(part.id)?.path,
      data: { ...part, ...changes.get(part.id)?.data },
    })),
    ...added,
  ];
  if (parts.length > MAX_PARTS) problems.add(path, `must not have more than ${MAX_PARTS} items in all`);
  return {
    parts,
    write: {
      ...(added.length > 0 && { createMany: { data: added.map((part) => part.data as Data) } }),
      ...(differing.length > 0 && {
        update: differing.map(([id, { data }]) => ({ where: { id }, data })),
      }),
      ...(removed.size > 0 && { deleteMany: { id: { in: [...removed] } } }),
    },
  };
}

/** Returns whether the lists must be read again after the write. Reading them costs as much as the write. */
export function changesParts(write: Readonly<Record<string, object>>): boolean {
  return Object.values(write).some((list) => Object.keys(list).length > 0);
}

/** Returns SQL for the rows that belong to `owner.id`, as JSON. `partsOf` converts it to rows. */
export const rowsBelow = (table: string, column: string): Prisma.Sql =>
  Prisma.raw(
    `(SELECT coalesce(json_agg(part ORDER BY part.id), '[]') FROM "${table}" AS part WHERE part."${column}" = owner.id)`,
  );

/** Converts JSON to rows. `timestamps` are the fields that contain dates, which JSON does not have. */
export const partsOf = <Part extends object>(
  rows: readonly Part[],
  timestamps: readonly (keyof Part)[] = [],
): Part[] =>
  rows.map((row) => {
    const part = fieldsOf(row) as Part;
    for (const field of timestamps) Object.assign(part, { [field]: new Date(String(part[field])) });
    return part;
  });

/** Removes the IDs of items: only the service assigns them, so a create ignores those that are sent. */
export function withoutIds<Sent extends { id?: number }>(sent: readonly Sent[] | undefined) {
  return sent?.map(({ id: _, ...part }): Omit<Sent, 'id'> => part);
}
