import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type TypeNode,
  type ValueNode,
} from 'graphql';
import { isRecord } from '../../../resources/define/input.ts';
import { defaultsOf, type Variables } from '../price/sizes.ts';
import { fieldsOf, fragmentsOf } from '../selections.ts';

/**
 * The maximum number of characters of variables. Each counts wherever the document uses it, because every place reads
 * the value again.
 */
const MAX_REPEATED_CHARACTERS = 2 * 2 ** 20;
/** What a value counts in addition to the characters of its text. */
const CHARACTERS_PER_VALUE = 16;
/**
 * The maximum number of filters and conditions in variables, which count wherever they are used, too: planning a statement
 * for them takes 30 µs each.
 */
const MAX_CONDITIONS = 3_000;

interface Uses {
  readonly counts: ReadonlyMap<string, number>;
  /** The variables that are filters. */
  readonly filters: ReadonlySet<string>;
  readonly defaults: Variables;
}

const known = new WeakMap<OperationDefinitionNode, Uses>();

/** Returns why the variables of a request are too large for the uses that its document makes of them, if they are. */
export function variablesRefusal(
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Variables,
): string | undefined {
  if (!operation.variableDefinitions?.length) return undefined;
  let characters = MAX_REPEATED_CHARACTERS;
  let conditions = MAX_CONDITIONS;
  const { counts, filters, defaults } = usesOf(document, operation);
  for (const [name, uses] of counts) {
    const value = variables[name] === undefined ? defaults[name] : variables[name];
    if (uses > 1) characters -= uses * sizeOf(value, characters / uses);
    if (characters < 0)
      return `The variables are too large for the number of times that the document uses them: at most ${MAX_REPEATED_CHARACTERS} characters are allowed.`;
    if (filters.has(name)) conditions -= uses * objectsIn(value, conditions / uses);
    if (conditions < 0)
      return `The variables contain too many filters: at most ${MAX_CONDITIONS} nested filters and conditions are allowed, counted wherever the document uses them.`;
  }
  return undefined;
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
  const filters = (operation.variableDefinitions ?? []).filter(({ type }) =>
    namedType(type).endsWith('Filter'),
  );
  const read = {
    counts: uses,
    filters: new Set(filters.map(({ variable }) => variable.name.value)),
    defaults: uses.size > 0 ? defaultsOf(operation) : {},
  };
  known.set(operation, read);
  return read;
}

function variablesIn(value: ValueNode): string[] {
  if (value.kind === Kind.VARIABLE) return [value.name.value];
  if (value.kind === Kind.LIST) return value.values.flatMap(variablesIn);
  return value.kind === Kind.OBJECT ? value.fields.flatMap((field) => variablesIn(field.value)) : [];
}

const namedType = (type: TypeNode): string =>
  type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);

/** Returns the number of objects in a value; stops counting above `most`. */
function objectsIn(value: unknown, most: number): number {
  let objects = isRecord(value) ? 1 : 0;
  const parts = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  for (const part of parts) {
    if (objects > most) break;
    if (typeof part === 'object') objects += objectsIn(part, most - objects);
  }
  return objects;
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
