import type { DomainContext } from '../../domain/context.ts';
import { MAX_ID } from '../../resources/define/fields.ts';
import { MAX_NODES } from '../../resources/read/bound.ts';
import { badArgument } from './arguments.ts';

/** What has a global ID, and how it is found by it. */

interface NodeType {
  /** Of rows of resources: the ID in a key, 0 for what names no row. */
  readonly idIn?: (key: string) => number;
  /** Of all else: what has the keys that stand after the type in the global IDs. */
  readonly find?: (
    ctx: DomainContext,
    keys: readonly string[],
  ) => Promise<readonly (readonly [key: unknown, object: object])[]>;
}

/** By the names of the types. */
export const nodeTypes = new Map<string, NodeType>();

/** The ID in the key of a row, 0 for what names none. */
export const idIn =
  (largest: number = MAX_ID) =>
  (key: string): number => {
    const id = /^[1-9]\d{0,15}$/.test(key) ? Number(key) : 0;
    return id <= largest ? id : 0;
  };

/** Those of keys that name a row. */
export const idsIn = (keys: readonly string[], idIn: (key: string) => number): number[] =>
  keys.map(idIn).filter((id) => id > 0);

const SHAPE = /^([A-Za-z]+):([\x21-\x7e]{1,64})$/;

/** The type and the key that a global ID names. Anything else is an error that names the argument. */
export function nodeId(id: string, argument: string): { readonly name: string; readonly key: string } {
  const [, name, key] = SHAPE.exec(id) ?? [];
  if (name === undefined || key === undefined)
    throw badArgument(argument, 'must be a global ID, such as "Line:123"');
  return { name, key };
}

/** Refuses more IDs than one list may have. */
export function nodeIds(ids: readonly string[]): ReturnType<typeof nodeId>[] {
  if (ids.length > MAX_NODES) throw badArgument('ids', `must have at most ${MAX_NODES} items`);
  return ids.map((id, index) => nodeId(id, `ids[${index}]`));
}
