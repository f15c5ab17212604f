import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  parse,
  type SelectionNode,
  type SelectionSetNode,
  type Token,
  TokenKind,
  visit,
} from 'graphql';
import type { GraphqlErrorCode } from '../../http/error-catalogue.ts';
import { graphqlFault } from './fault.ts';
import { fieldsOf, fragmentsOf } from './selections.ts';

/**
 * The limits of a document, checked before anything else processes it. `repeated` limits the one validation rule whose
 * work grows quadratically: fields of a selection with the same response name.
 */
const MAX = {
  tokens: 10_000,
  /** The selections of all operations. A fragment counts wherever it is spread, if that adds fields. */
  selections: 20_000,
  depth: 15,
  /** Introspection nests `ofType` deeply, but does not read the database. */
  introspectionDepth: 20,
  aliases: 1_000,
  directives: 100,
  fragments: 100,
  operations: 20,
  listItems: 1_000,
  valueDepth: 16,
  repeated: 200,
  /** Nested inline fragments. Validation reads each level again for every level above it. */
  inlineDepth: 20,
  /** The locations of errors are searched from the start of the text. */
  lines: 10_000,
  /** Characters that the parser reads one by one, or that an error message would escape. */
  escapes: 10_000,
  /** The length of one name, because comparing and returning names takes time in proportion to it. */
  nameLength: 255,
  /** The length of texts in arguments. A fragment counts wherever it is spread, because each place reads them. */
  text: 2 * 2 ** 20,
} as const;

const BYTES_PER_TOKEN = 500;

/** Parses a document. Throws GraphQLError with status 400 if it exceeds the limits. */
export function parseWithinLimits(source: string): DocumentNode {
  try {
    checkText(source);
    const document = parse(source, { maxTokens: MAX.tokens });
    checkNames(document);
    checkShape(document);
    checkExpansion(document);
    return document;
  } catch (error) {
    // The parser is recursive, so a hundred thousand brackets would exhaust the stack.
    if (error instanceof RangeError) throw tooMuch('levels of nesting', MAX.depth);
    if (error instanceof GraphQLError && /more that [\d]+ tokens/i.test(error.message))
      throw tooMuch('tokens', MAX.tokens);
    throw error;
  }
}

const LIMIT = 'DOCUMENT_LIMIT_EXCEEDED' satisfies GraphqlErrorCode;

export function isDocumentLimit(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.extensions.code === LIMIT;
}

function tooMuch(what: string, most: number): GraphQLError {
  return documentLimit(`The document has too many ${what}: at most ${most} are allowed.`);
}

export function documentLimit(message: string): GraphQLError {
  return graphqlFault(LIMIT, message, { http: { status: 400 } });
}

function checkText(source: string): void {
  const check = (what: string, most: number, pattern: RegExp, before = 0) => {
    let count = before;
    if (source.length < most) return;
    for (const _ of source.matchAll(pattern)) {
      count += 1;
      if (count > most) throw tooMuch(what, most);
    }
  };
  // The first line is not preceded by a line break.
  check('lines', MAX.lines, /\r\n|[\n\r]/g, 1);
  check('escapes in texts', MAX.escapes, /[\\\x7f-\x9f]/g);
}

function checkNames({ loc }: DocumentNode): void {
  for (let token: Token | null | undefined = loc?.startToken; token; token = token.next)
    if (token.kind === TokenKind.NAME && token.end - token.start > MAX.nameLength)
      throw documentLimit(
        `A name in the document is too long: at most ${MAX.nameLength} characters are allowed.`,
      );
}

/** Returns how many bytes a parsed document takes, including its text. */
export function bytesOf({ loc }: DocumentNode, source: string): number {
  let tokens = 0;
  for (let token: Token | null | undefined = loc?.startToken; token; token = token.next) tokens += 1;
  return tokens * BYTES_PER_TOKEN + 2 * source.length;
}

function checkShape(document: DocumentNode): void {
  const count = { aliases: 0, directives: 0, fragments: 0, operations: 0, repeated: 0 };
  let valueDepth = 0;
  const add = (what: keyof typeof count, label: string, by = 1) => {
    count[what] += by;
    if (count[what] > MAX[what]) throw tooMuch(label, MAX[what]);
  };
  let inlineDepth = 0;
  const intoInline = () => {
    inlineDepth += 1;
    if (inlineDepth > MAX.inlineDepth) throw tooMuch('levels of inline fragments', MAX.inlineDepth);
  };
  const outOfInline = () => {
    inlineDepth -= 1;
  };
  const intoValue = () => {
    valueDepth += 1;
    if (valueDepth > MAX.valueDepth) throw tooMuch('levels of a value', MAX.valueDepth);
  };
  const outOfValue = () => {
    valueDepth -= 1;
  };
  visit(document, {
    Field: (field) => (field.alias ? add('aliases', 'aliases') : undefined),
    Directive: () => add('directives', 'directives'),
    FragmentDefinition: () => add('fragments', 'fragments'),
    OperationDefinition: () => add('operations', 'operations'),
    SelectionSet: (set) => add('repeated', 'repeated fields', repeatedIn(set)),
    InlineFragment: { enter: intoInline, leave: outOfInline },
    ObjectValue: { enter: intoValue, leave: outOfValue },
    ListValue: {
      enter: (list) => {
        if (list.values.length > MAX.listItems) throw tooMuch('items in a list', MAX.listItems);
        intoValue();
      },
      leave: outOfValue,
    },
  });
}

/** Returns how many fields of a selection have the response name of an earlier one, including inline fragments. */
function repeatedIn(set: SelectionSetNode): number {
  const names = new Set<string>();
  let fields = 0;
  const look = (selections: readonly SelectionNode[]): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.INLINE_FRAGMENT) look(selection.selectionSet.selections);
      if (selection.kind !== Kind.FIELD) continue;
      fields += 1;
      names.add((selection.alias ?? selection.name).value);
    }
  };
  look(set.selections);
  return fields - names.size;
}

/**
 * Refuses a document that is too deep, or too large once fragments are expanded: resolvers, pricing and the planner
 * process it in that form.
 */
function checkExpansion(document: DocumentNode): void {
  const fragments = fragmentsOf(document);
  let looked = 0;
  const isLeftOut = () => {
    looked += 1;
    if (looked > MAX.selections) throw tooMuch('fields once its fragments are spread', MAX.selections);
    return false;
  };
  let text = 0;
  const lengths = new Map<FieldNode, number>();
  const read = (node: FieldNode): void => {
    const length = lengths.get(node) ?? textIn(node);
    lengths.set(node, length);
    text += length;
    if (text > MAX.text) throw tooMuch('characters in arguments once its fragments are spread', MAX.text);
  };
  const descend = (set: SelectionSetNode, level: number, most: number): void => {
    if (level > most) throw tooMuch('levels', most);
    for (const { node } of fieldsOf({ sets: [set], fragments, isLeftOut })) {
      read(node);
      if (node.selectionSet) descend(node.selectionSet, level + 1, most);
    }
  };
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const atRoot = fieldsOf({ sets: [definition.selectionSet], fragments, isLeftOut });
    checkIntrospection(atRoot.map(({ node }) => node));
    for (const { node } of atRoot) {
      read(node);
      if (node.selectionSet)
        descend(node.selectionSet, 2, isIntrospection(node) ? MAX.introspectionDepth : MAX.depth);
    }
  }
}

/** Returns the number of characters in a field's arguments. */
const textIn = (node: FieldNode): number =>
  (node.arguments ?? []).reduce((sum, { loc }) => sum + (loc ? loc.end - loc.start : 0), 0);

/** Introspection is synchronous and blocks the process, so a request can have only one `__schema` or `__type`. */
function checkIntrospection(atRoot: readonly FieldNode[]): void {
  const names = atRoot
    .filter(({ name }) => name.value === '__schema' || name.value === '__type')
    .map(({ alias, name }) => (alias ?? name).value);
  if (new Set(names).size > 1) throw documentLimit('A request may select one `__schema` or `__type`.');
}

/** Returns whether any operation of a document selects `__schema` or `__type`. */
export function readsSchema(document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  return document.definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      fieldsOf({ sets: [definition.selectionSet], fragments }).some(
        ({ node }) => node.selectionSet && isIntrospection(node),
      ),
  );
}

/** Returns whether a field is `__schema`, `__type` or `__typename`. */
export function isIntrospection({ name }: FieldNode): boolean {
  return name.value.startsWith('__');
}
