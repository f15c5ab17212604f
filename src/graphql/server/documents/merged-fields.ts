import {
  type ASTVisitor,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
  type ValueNode,
} from 'graphql';

/** A selected field, and the type that it is selected on. */
interface Selected {
  readonly node: FieldNode;
  readonly parent: GraphQLNamedType | undefined;
  readonly field: GraphQLField<unknown, unknown> | undefined;
}

interface Selection {
  readonly set: SelectionSetNode;
  readonly type: GraphQLNamedType | undefined;
}

/**
 * The maximum number of fields that are compared in one document. Documents within the other limits need a tenth of
 * that.
 */
const MAX_FIELDS = 40_000;

/**
 * The specification's rule that fields with the same response name must be the same field, in linear time: graphql-js
 * compares every pair of fields and fragments. Here each field is only compared with the first of its name, because
 * equality is transitive.
 */
export function mergedFieldsRule(limit: () => GraphQLError) {
  return (context: ValidationContext): ASTVisitor => {
    const merging = new Merging(context, limit);
    return { OperationDefinition: { leave: (operation) => merging.check(operation) } };
  };
}

class Merging {
  readonly #context: ValidationContext;
  readonly #limit: () => GraphQLError;
  readonly #checked = new Set<SelectionSetNode>();
  readonly #arguments = new Map<FieldNode, string>();
  #looked = 0;

  constructor(context: ValidationContext, limit: () => GraphQLError) {
    this.#context = context;
    this.#limit = limit;
  }

  check(operation: OperationDefinitionNode): void {
    const type = this.#context.getSchema().getRootType(operation.operation) ?? undefined;
    this.#same([{ set: operation.selectionSet, type }], []);
  }

  /**
   * Checks fields that one object can have: those with the same name must be the same field with the same arguments.
   */
  #same(selections: readonly Selection[], path: readonly string[]): void {
    const [only] = selections;
    // A fragment's selection is checked once, however often it is spread.
    if (only && selections.length === 1) {
      if (this.#checked.has(only.set)) return;
      this.#checked.add(only.set);
    }
    for (const [name, group] of this.#grouped(selections)) {
      const parts = togetherIn(group);
      if (parts.length > 1) this.#sameShape(group, [...path, name]);
      for (const part of parts) {
        const [first] = part;
        const other = first && part.find((one) => this.#reason(first, one, false) !== undefined);
        if (first && other) this.#report([...path, name], first, other, this.#reason(first, other, false));
        else this.#below(part, path, name, (sets, path) => this.#same(sets, path));
      }
    }
  }

  /** Checks fields of different types, which are never on one object but must have the same response shape. */
  #sameShape(group: readonly Selected[], path: readonly string[]): void {
    const first = group.find(({ field }) => field);
    const other = first && group.find((one) => this.#reason(first, one, true) !== undefined);
    if (first && other) {
      this.#report(path, first, other, this.#reason(first, other, true));
      return;
    }
    const sets = setsOf(group);
    if (sets.length < 2) return;
    for (const [name, fields] of this.#grouped(sets))
      if (fields.length > 1) this.#sameShape(fields, [...path, name]);
  }

  #below(
    part: readonly Selected[],
    path: readonly string[],
    name: string,
    check: (sets: readonly Selection[], path: readonly string[]) => void,
  ): void {
    const sets = setsOf(part);
    // The path names what is selected more than once.
    if (sets.length > 0) check(sets, part.length > 1 ? [...path, name] : []);
  }

  #reason(a: Selected, b: Selected, isShapeOnly: boolean): string | undefined {
    if (a === b) return undefined;
    if (!isShapeOnly) {
      const [one, other] = [a.node.name.value, b.node.name.value];
      if (one !== other) return `"${one}" and "${other}" are different fields`;
      if (this.#argumentsOf(a.node) !== this.#argumentsOf(b.node)) return 'they have differing arguments';
    }
    if (!a.field || !b.field || isSameShape(a.field.type, b.field.type)) return undefined;
    return `they return conflicting types "${a.field.type}" and "${b.field.type}"`;
  }

  #report(path: readonly string[], a: Selected, b: Selected, reason = ''): void {
    const [name, ...below] = path;
    const within = below.map((name) => `subfields "${name}" conflict because `).join('');
    const message = `Fields "${name}" conflict because ${within}${reason}. Use different aliases on the fields to fetch both if this was intentional.`;
    this.#context.reportError(new GraphQLError(message, { nodes: [a.node, b.node] }));
  }

  #argumentsOf(node: FieldNode): string {
    if (!node.arguments?.length) return '';
    const known = this.#arguments.get(node);
    if (known !== undefined) return known;
    const text = node.arguments
      .map(({ name, value }) => `${name.value}:${textOf(value)}`)
      .sort()
      .join('\n');
    this.#arguments.set(node, text);
    return text;
  }

  /** Groups fields by response name. A fragment is entered once. */
  #grouped(selections: readonly Selection[]): ReadonlyMap<string, readonly Selected[]> {
    const groups = new Map<string, Selected[]>();
    const entered = new Set<string>();
    const enter = ({ set, type }: Selection): void => {
      for (const selection of set.selections) {
        this.#looked += 1;
        if (this.#looked > MAX_FIELDS) throw this.#limit();
        if (selection.kind === Kind.FIELD) {
          const name = (selection.alias ?? selection.name).value;
          const one = { node: selection, parent: type, field: fieldOf(type, selection.name.value) };
          const group = groups.get(name);
          if (group) group.push(one);
          else groups.set(name, [one]);
        } else if (selection.kind === Kind.INLINE_FRAGMENT)
          enter({ set: selection.selectionSet, type: this.#type(selection.typeCondition) ?? type });
        else if (!entered.has(selection.name.value)) {
          entered.add(selection.name.value);
          const fragment = this.#context.getFragment(selection.name.value);
          if (fragment) enter({ set: fragment.selectionSet, type: this.#type(fragment.typeCondition) });
        }
      }
    };
    for (const selection of selections) enter(selection);
    return groups;
  }

  #type(condition: { readonly name: { readonly value: string } } | undefined): GraphQLNamedType | undefined {
    return condition && this.#context.getSchema().getType(condition.name.value);
  }
}

/** Splits a group into fields that one object can have: those of its own type, and those of interfaces and unions. */
function togetherIn(group: readonly Selected[]): readonly (readonly Selected[])[] {
  if (group.length === 1) return [group];
  const types = new Set(group.map(({ parent }) => parent).filter((parent) => isObjectType(parent)));
  if (types.size < 2) return [group];
  return [...types].map((type) => group.filter(({ parent }) => parent === type || !isObjectType(parent)));
}

const setsOf = (fields: readonly Selected[]): Selection[] =>
  fields.flatMap(({ node, field }) =>
    node.selectionSet ? [{ set: node.selectionSet, type: field && getNamedType(field.type) }] : [],
  );

/** As in graphql-js, `__typename` has no type that could conflict. */
const fieldOf = (type: GraphQLNamedType | undefined, name: string): Selected['field'] =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;

function isSameShape(a: GraphQLOutputType, b: GraphQLOutputType): boolean {
  if (isListType(a) || isListType(b))
    return isListType(a) && isListType(b) && isSameShape(a.ofType, b.ofType);
  if (isNonNullType(a) || isNonNullType(b))
    return isNonNullType(a) && isNonNullType(b) && isSameShape(a.ofType, b.ofType);
  return !(isLeafType(a) || isLeafType(b)) || a === b;
}

/** Returns a text that is the same for equal values: the order of an input object's fields does not matter. */
function textOf(value: ValueNode): string {
  if (value.kind === Kind.VARIABLE) return `$${value.name.value}`;
  if (value.kind === Kind.NULL) return 'null';
  if (value.kind === Kind.LIST) return `[${value.values.map(textOf).join()}]`;
  if (value.kind === Kind.STRING) return JSON.stringify(value.value);
  if (value.kind !== Kind.OBJECT) return String(value.value);
  const fields = value.fields.map((field) => `${field.name.value}:${textOf(field.value)}`);
  return `{${fields.sort().join()}}`;
}
