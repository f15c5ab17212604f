import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { RESOURCES } from '../../../src/domain/resources.ts';
import type { Random } from '../../contract/fuzz/random.ts';
import { ListArgumentMaker } from './arguments.ts';
import type { NaiveReader } from './reader.ts';
import { Variables, written } from './values.ts';

type Field = GraphQLField<unknown, unknown>;

/** Where a selection stands. */
interface Place {
  readonly depth: number;
  /** How many rows may be there at most. */
  readonly rows: number;
  /** Other types are selected next to it, whose fields may not have the same names. */
  readonly isOneOfSeveral?: true;
}

const MAX_DEPTH = 4;
/** The most rows of a document, so that it costs no more points than one may. */
const MAX_ROWS = 500;

/** Writes one query about rows, as no two others are. */
export class DocumentMaker {
  readonly #random: Random;
  readonly #reader: NaiveReader;
  readonly #lists: ListArgumentMaker;
  readonly #variables = new Variables();
  readonly #fragments: string[] = [];
  #names = 0;

  constructor(random: Random, reader: NaiveReader) {
    this.#random = random;
    this.#reader = reader;
    this.#lists = new ListArgumentMaker(random, reader);
  }

  make(): { query: string; variables: Readonly<Record<string, unknown>> } {
    const random = this.#random;
    const roots = Array.from({ length: 1 + random.below(3) }, () => this.#root());
    // What is no row makes the executor answer, with rows as objects.
    if (random.chance(0.3)) roots.push('executor: __type(name: "Query") { name }');
    if (random.chance(0.1)) roots.push('__typename');
    const text = `{ ${roots.join(' ')} }`;
    const query = [`${this.#variables.head} ${text}`, ...this.#fragments].join('\n');
    return { query, variables: this.#variables.values };
  }

  #root(): string {
    const random = this.#random;
    const query = this.#reader.schema.getQueryType();
    const fields = Object.values(query?.getFields() ?? {}).filter(
      ({ name, type }) => /^nodes?$/.test(name) || RESOURCES.has(rowOf(getNamedType(type).name)),
    );
    const field = random.pick(fields);
    const { name, type, args } = field;
    if (name === 'node' || name === 'nodes') return this.#nodes(field);
    const of = getNamedType(type).name;
    if (of.endsWith('Connection')) return this.#connection(field, { depth: 0, rows: 1 }, true);
    const [arg] = args;
    const id = arg ? written(random, this.#variables, arg.type, this.#id(of)) : '';
    return `${this.#alias()}: ${name}(id: ${id}) ${this.#row(of, { depth: 1, rows: 1 })}`;
  }

  /** Of a row of the seat, or of none. */
  #id(type: string, isGlobal = this.#random.chance(0.7)): string {
    const random = this.#random;
    const rows = this.#reader.rows.of(type);
    const id = rows.length === 0 || random.chance(0.1) ? random.below(2_000_000_000) : random.pick(rows).id;
    return isGlobal ? `${type}:${id}` : String(id);
  }

  #nodes({ name, args: [arg] }: Field): string {
    const random = this.#random;
    const types = Array.from({ length: 1 + random.below(3) }, () => random.pick([...RESOURCES.keys()]));
    const ids = Array.from({ length: name === 'node' ? 1 : random.below(6) }, () =>
      this.#id(random.pick(types), true),
    );
    const given = arg ? written(random, this.#variables, arg.type, name === 'node' ? ids[0] : ids) : '';
    const selections = [...new Set(types)].map(
      (type) => `... on ${type} ${this.#row(type, { depth: 2, rows: 6, isOneOfSeveral: true })}`,
    );
    return `${this.#alias()}: ${name}(${arg?.name}: ${given}) { ${['__typename', 'id', ...selections].join(' ')} }`;
  }

  #alias(): string {
    this.#names += 1;
    return `a${this.#names}`;
  }

  #row(name: string, place: Place): string {
    const type = this.#reader.schema.getType(name);
    if (!isObjectType(type)) throw new Error(`There is no type ${name}.`);
    const random = this.#random;
    const fields = type.getFields();
    const known = this.#reader.fieldsOf(type).flatMap((name) => fields[name] ?? []);
    const isLeaf = (field: Field) => isLeafType(getNamedType(field.type));
    const leaves = random.some(known.filter(isLeaf), 0.25).map((field) => this.#leaf(field, place));
    const branches = known.filter((field) => !isLeaf(field));
    const chosen =
      place.depth < MAX_DEPTH && branches.length > 0
        ? Array.from({ length: random.below(3) }, () => random.pick(branches))
        : [];
    const parts = [
      ...(leaves.length === 0 || random.chance(0.1) ? ['__typename'] : []),
      ...leaves,
      ...[...new Set(chosen)].map((field) => this.#branch(field, place)),
    ];
    return `{ ${this.#inFragments(type, parts).join(' ')} }`;
  }

  #leaf({ name }: Field, { isOneOfSeveral }: Place): string {
    const isNamed = isOneOfSeveral || this.#random.chance(0.2);
    return `${isNamed ? `${this.#alias()}: ` : ''}${name}${this.#directive()}`;
  }

  #branch(field: Field, place: Place): string {
    const random = this.#random;
    const of = getNamedType(field.type);
    const deeper = { depth: place.depth + 1, rows: place.rows * 2 };
    if (of.name.endsWith('Connection')) return this.#connection(field, deeper, place.isOneOfSeveral);
    const isNamed = place.isOneOfSeveral || random.chance(0.3);
    const head = `${isNamed ? `${this.#alias()}: ` : ''}${field.name}${this.#directive()}`;
    if (!RESOURCES.has(of.name)) return `${head} { ${this.#members(of as GraphQLObjectType)} }`;
    return this.#twice(() => `${head} ${this.#row(of.name, deeper)}`);
  }

  /** The members of an object that is stored as JSON. */
  #members(type: GraphQLObjectType): string {
    const members = Object.keys(type.getFields());
    return ['__typename', ...this.#random.some(members, 0.5)].join(' ');
  }

  #connection(field: Field, place: Place, isNamed?: boolean): string {
    const random = this.#random;
    const { name, args } = field;
    const type = rowOf(getNamedType(field.type).name);
    const most = place.depth === 0 ? 100 : Math.max(1, Math.min(8, Math.floor(MAX_ROWS / place.rows / 8)));
    const given = this.#lists.make(type, args, most);
    const texts = args.flatMap((arg) =>
      Object.hasOwn(given, arg.name)
        ? [`${arg.name}: ${written(random, this.#variables, arg.type, given[arg.name])}`]
        : [],
    );
    const rows = Number(given.first ?? given.last ?? 25);
    const within = { depth: place.depth + 1, rows: place.rows * rows };
    const named = isNamed || texts.length > 0 || random.chance(0.3);
    const call = `${named ? `${this.#alias()}: ` : ''}${name}${texts.length > 0 ? `(${texts.join(', ')})` : ''}`;
    const head = `${call}${this.#directive()}`;
    return this.#twice(() => `${head} { ${this.#pageParts(type, within)} }`);
  }

  #pageParts(type: string, place: Place): string {
    const random = this.#random;
    const info = ['hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor'];
    const parts = [
      ...(random.chance(0.8) ? [`nodes ${this.#row(type, place)}`] : []),
      ...(random.chance(0.3)
        ? [`edges { cursor ${random.chance(0.5) ? `node ${this.#row(type, place)}` : '__typename'} }`]
        : []),
      ...(random.chance(0.3) ? [`pageInfo { __typename ${random.some(info, 0.6).join(' ')} }`] : []),
      ...(random.chance(0.4) ? [`${random.chance(0.5) ? `${this.#alias()}: ` : ''}totalCount`] : []),
    ];
    return parts.length > 0 ? parts.join(' ') : '__typename';
  }

  /** At times selects a field twice, with two selections that become one. */
  #twice(field: () => string): string {
    return this.#random.chance(0.1) ? `${field()} ${field()}` : field();
  }

  #directive(): string {
    const random = this.#random;
    if (random.chance(0.92)) return '';
    const yes = random.chance(0.6);
    const type = this.#reader.schema.getDirective('skip')?.args[0]?.type;
    const value = type && random.chance(0.5) ? this.#variables.add(random, type, yes) : String(yes);
    return ` @${random.pick(['skip', 'include'])}(if: ${value})`;
  }

  /** Puts some of the parts of a selection into fragments. */
  #inFragments(type: GraphQLObjectType, parts: readonly string[]): string[] {
    const random = this.#random;
    if (random.chance(0.7)) return [...parts];
    const from = random.below(parts.length);
    const inner = parts.slice(from).join(' ');
    const around = parts.slice(0, from);
    if (random.chance(0.5)) {
      const condition = random.chance(0.7) ? `... on ${type.name}` : '...';
      return [...around, `${condition}${this.#directive()} { ${inner} }`];
    }
    const name = `F${this.#fragments.length}`;
    this.#fragments.push(`fragment ${name} on ${type.name} { ${inner} }`);
    const spread = `...${name}${this.#directive()}`;
    return random.chance(0.2) ? [spread, ...around, `...${name}`] : [...around, spread, '... on Node { id }'];
  }
}

const rowOf = (type: string): string => type.replace(/Connection$/, '');
