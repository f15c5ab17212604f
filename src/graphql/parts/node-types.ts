import type { DomainContext } from '../../domain/context.ts';
import { MAX_ID } from '../../resources/define/fields.ts';
import { MAX_NODES } from '../../resources/read/bound.ts';
import { badArgument } from './arguments.ts';

/** A type with global IDs, and how its objects are found. */

interface NodeType {
  /** For rows of resources: returns the ID in a key, or 0 if it cannot be one. */
  readonly idIn?: (key: string) => number;
  /** For other types: returns the objects with the keys, which follow the type in global IDs. */
  readonly find?: (
    ctx: DomainContext,
    keys: readonly string[],
  ) => Promise<readonly (readonly [key: unknown, object: object])[]>;
}

/** By type name. */
export const nodeTypes = new Map<string, NodeType>();

/** Returns the ID in the key of a row, or 0 if it cannot be one. */
export const idIn =
  (largest: number = MAX_ID) =>
  (key: string): number => {
    const id = /^[1-9]\d{0,15}$/.test(key) ? Number(key) : 0;
    return id <= largest ? id : 0;
  };

/** Returns the IDs in those keys that are valid. */
export const idsIn = (keys: readonly string[], idIn: (key: string) => number): number[] =>
  keys.map(idIn).filter((id) => id > 0);

const SHAPE = /^([A-Za-z]+):([\x21-\x7e]{1,64})$/;

/** Returns the type and the key in a global ID. Throws an error that names the argument for anything else. */
export function nodeId(id: string, argument: string): { readonly name: string; readonly key: string } {
  const [, name, key] = SHAPE.exec(id) ?? [];
  if (name === undefined || key === undefined)
    throw badArgument(argument, 'must be a global ID, such as "Line:123"');
  return { name, key };
}

/** Throws for more IDs than one list can have. Returns their types and keys. */
export function nodeIds(ids: readonly string[]): ReturnType<typeof nodeId>[] {
  if (ids.length > MAX_NODES) throw badArgument('ids', `must have at most ${MAX_NODES} items`);
  return ids.map((id, index) => nodeId(id, `ids[${index}]`));
}
