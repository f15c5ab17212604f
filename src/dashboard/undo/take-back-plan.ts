import type { Outcome } from '../api/outcome.ts';
import type { DashboardTakeBackQuery } from '../generated/graphql.ts';
import { changesIn } from '../parts/changes/changes-in.ts';
import type { Owner } from '../parts/changes/plain.ts';
import { earlierOf } from './earlier.ts';
import { isUndone, type WriteBack, type WrittenBack, writeBackOf } from './write-back.ts';

type Change = DashboardTakeBackQuery['changes']['nodes'][number];
type Fields = Change['fields'];

/** A thing that was changed, with what takes that back, or why nothing does. */
export interface Planned {
  readonly id: string;
  readonly name: string;
  readonly owner: Owner;
  /** As they were recorded, several changes of one thing together. */
  readonly fields: Fields;
  readonly item?: WriteBack;
  readonly reason?: string;
  /** Takes back some of the fields alone; undefined where none is left, or where they go together. */
  readonly only?: (paths: ReadonlySet<string>) => WriteBack | undefined;
}

/** What was changed together, thing by thing; changes come with the newest first. */
export function planOf(changes: readonly Change[]): readonly Planned[] {
  const ids = [...new Set(changes.map(({ resourceId }) => resourceId))];
  return ids.map((id) => planOfOne(changes.filter(({ resourceId }) => resourceId === id).reverse()));
}

function planOfOne(changes: readonly Change[]): Planned {
  const [first] = changes;
  if (!first) throw new Error('A plan is of one change at least.');
  const { resource, resourceId: id, node } = first;
  const fields = mergedFields(changes.map((change) => change.fields));
  const name = nameOf(node) ?? `${resource} ${id.replace(/^.*:/, '')}`;
  const shown = { id, name, owner: ownerOf(node), fields };
  const refused = (reason: string) => ({ ...shown, reason });
  if (changes.some(({ action }) => action === 'CREATE'))
    return refused('It was created. Deactivate it instead.');
  if (changes.some(({ action }) => action === 'DELETE')) return refused('It was deleted for good.');
  const takenBack = earlierOf(fields);
  if (!takenBack || !isUndone(resource) || !node || !('updatedAt' in node))
    return refused('It can be changed back on its own page.');
  const written = { type: resource, id, name, updatedAt: node.updatedAt };
  return {
    ...shown,
    item: writeBackOf(takenBack, written),
    only: (paths) => {
      const some = earlierOf(fields.filter(({ path }) => paths.has(path)));
      return some && writeBackOf(some, written);
    },
  };
}

/** From what it was at first to what it became in the end. */
function mergedFields(all: readonly Fields[]): Fields {
  const merged = new Map<string, Fields[number]>();
  for (const field of all.flat()) {
    const before = merged.get(field.path);
    merged.set(field.path, before ? { ...field, before: before.before } : field);
  }
  return [...merged.values()];
}

/** The values that are not those which were written, in words: somebody changed them again. */
export function changedSince({ fields, owner }: Planned, { done }: Outcome<WrittenBack>): string | undefined {
  const again = (done?.changes ?? []).flatMap(({ path, before }) => {
    const field = fields.find((each) => each.path === path);
    // Nothing is compared with a part of a list.
    if (!field || field.isPartial || JSON.stringify(field.after) === JSON.stringify(before)) return [];
    return changesIn([{ ...field, before: field.after, after: before }], owner);
  });
  if (again.length === 0) return undefined;
  return again.map(({ label, after }) => `${label} was changed again since, to ${after}.`).join(' ');
}

type Node = Change['node'];

export function nameOf(node: Node): string | undefined {
  if (!node) return undefined;
  if ('url' in node) return node.url;
  return 'name' in node ? (node.name ?? undefined) : undefined;
}

/** The zone and the currency of its values. */
export function ownerOf(node: Node): Owner {
  if (!node) return {};
  if ('currency' in node) return { currency: node.currency, timeZone: node.timezone };
  const advertiser =
    'advertiser' in node ? node.advertiser : 'line' in node ? node.line.advertiser : undefined;
  return advertiser ? { currency: advertiser.currency, timeZone: advertiser.timezone } : {};
}
