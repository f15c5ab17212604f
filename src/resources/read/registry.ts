import type { Resource } from '../define/resource.ts';

interface Owner {
  readonly resource: Resource;
  /** The column of the owned rows that refers to it. */
  readonly column: string;
}

let registered: ReadonlyMap<string, Resource> = new Map();
let owners: ReadonlyMap<string, Owner> = new Map();

/**
 * Hands the reader the definitions of all resources by the names of their types. `others` are resources that are read
 * in another way, but own rows that the reader reads.
 */
export function registerResources(
  resources: ReadonlyMap<string, Resource>,
  others: readonly Resource[],
): void {
  registered = resources;
  owners = new Map(
    [...resources.values(), ...others].flatMap((resource) =>
      Object.values(resource.relations)
        .filter(({ to, ownerType, rule }) => to !== 'one' && ownerType === undefined && !rule)
        .map((relation) => [relation.resource, { resource, column: relation.column }] as const),
    ),
  );
}

/** Returns the definition of a type; undefined for one whose rows are read in another way. */
export function resourceOf(name: string): Resource | undefined {
  if (registered.size === 0) throw new Error('No resources are registered: import src/domain/resources.ts.');
  return registered.get(name);
}

/** Returns what the rows of a type that is visible with its owner belong to. */
export const ownerOf = (name: string): Owner | undefined => owners.get(name);
