import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { isRecord } from '../../../resources/define/input.ts';
import { defaultsOf, type Variables } from '../price/sizes.ts';
import { fieldsOf, fragmentsOf } from '../selections.ts';

/**
 * The maximum number of characters of variables. Each counts wherever the document uses it, because every place reads
 * the value again.
 */
export const MAX_REPEATED_CHARACTERS = 2 * 2 ** 20;
/** What a value counts in addition to the characters of its text. */
const CHARACTERS_PER_VALUE = 16;

interface Uses {
  /** The variables that are used more than once. */
  readonly counts: ReadonlyMap<string, number>;
  readonly defaults: Variables;
}

const known = new WeakMap<OperationDefinitionNode, Uses>();

/** Returns whether variables that are used more than once are too large for the number of uses. */
export function areRepeatedTooOften(
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Variables,
): boolean {
  if (!operation.variableDefinitions?.length) return false;
  let left = MAX_REPEATED_CHARACTERS;
  const { counts, defaults } = usesOf(document, operation);
  for (const [name, uses] of counts) {
    const value = variables[name] === undefined ? defaults[name] : variables[name];
    left -= uses * sizeOf(value, left / uses);
    if (left < 0) return true;
  }
  return false;
}

/** Returns how often the fields of an operation use its variables. */
function usesOf(document: DocumentNode, operation: OperationDefinitionNode): Uses {
  const counted = known.get(operation);
  if (counted) return counted;
  const uses = new Map<string, number>();
  const fragments = fragmentsOf(document);
  const names = new Map<FieldNode, readonly string[]>();
  const look = (set: SelectionSetNode): void => {
    for (const { node } of fieldsOf({ sets: [set], fragments })) {
      const used = names.get(node) ?? (node.arguments ?? []).flatMap(({ value }) => variablesIn(value));
      names.set(node, used);
      for (const name of used) uses.set(name, (uses.get(name) ?? 0) + 1);
      if (node.selectionSet) look(node.selectionSet);
    }
  };
  look(operation.selectionSet);
  for (const [name, count] of uses) if (count === 1) uses.delete(name);
  const read = { counts: uses, defaults: uses.size > 0 ? defaultsOf(operation) : {} };
  known.set(operation, read);
  return read;
}

function variablesIn(value: ValueNode): string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value];
  if (value.kind === Kind.LIST) return value.values.flatMap(variablesIn);
  return value.kind === Kind.OBJECT ? value.fields.flatMap((field) => variablesIn(field.value)) : [];
}

/** Returns the characters of a value; stops counting above `most`. */
function sizeOf(value: unknown, most: number): number {
  let size = CHARACTERS_PER_VALUE + (typeof value === 'string' ? value.length : 0);
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  for (const part of parts) {
    if (size > most) break;
    size += sizeOf(part, most - size);
  }
  return size;
}
