import { type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql';
import { RESOURCES } from '../../../src/domain/resources.ts';
import type { NaiveRows, Row } from './rows.ts';

/** Filters, orders and pages of lists, as `schema.graphql` describes them, over rows in memory. */

export interface ListArguments {
  readonly filter?: Filter | null;
  readonly orderBy?: { readonly field?: string | null; readonly direction?: string | null } | null;
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
}
export type Filter = Readonly<Record<string, unknown>>;

const DEFAULT_SIZE = 25;

/** The column of a field of a list; `MEDIA_TYPE` orders by `mediaType`. */
export function columnOf(type: string, field: string): string {
  const name = /[a-z]/.test(field) ? field : camel(field);
  return RESOURCES.get(type)?.fields[name]?.column ?? name;
}

const camel = (word: string): string =>
  word.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export class NaiveLists {
  readonly #schema: GraphQLSchema;
  readonly #rows: NaiveRows;

  constructor(schema: GraphQLSchema, rows: NaiveRows) {
    this.#schema = schema;
    this.#rows = rows;
  }

  /** The page of the rows, with the cursor of each. */
  page(type: string, rows: readonly Row[], args: ListArguments) {
    const { first, last, after, before } = args;
    const shown = rows.filter((row) => this.#isShown(type, row, args.filter ?? {}));
    const column = orderOf(type, args);
    const compare = this.#comparison(column, isDescending(type, args));
    const sorted = shown.toSorted((a, b) => compare(this.#place(a, column), this.#place(b, column)));
    const backward = last != null || before != null;
    const position = placeIn(before ?? after);
    const left = sorted.filter((row) => {
      const place = position === undefined ? 0 : compare(this.#place(row, column), position);
      return position === undefined || (backward ? place < 0 : place > 0);
    });
    const size = first ?? last ?? DEFAULT_SIZE;
    const page = backward ? left.slice(-size) : left.slice(0, size);
    const edges = page.map((row) => ({ row, cursor: this.cursor(type, column, row) }));
    return {
      edges,
      totalCount: shown.length,
      pageInfo: {
        hasNextPage: backward ? before != null : left.length > size,
        hasPreviousPage: backward ? left.length > size : after != null,
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      },
    };
  }

  /** `[type, column, value, id]`. The ID alone is the position in the order by ID. */
  cursor(type: string, column: string, row: Row): string {
    const { value, id } = this.#place(row, column);
    return Buffer.from(JSON.stringify([type, column, column === 'id' ? null : value, id])).toString(
      'base64url',
    );
  }

  #place(row: Row, column: string): Place {
    return { value: this.#rows.valueAt(row, column) ?? null, id: Number(row.id) };
  }

  /** Rows without a value come last in both directions; equal ones are in order of their IDs. */
  #comparison(column: string, descending: boolean) {
    const sign = descending ? -1 : 1;
    return (a: Place, b: Place): number => {
      if (column === 'id') return sign * (a.id - b.id);
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null) || sign * (a.id - b.id);
      return sign * compared(a.value, b.value) || sign * (a.id - b.id);
    };
  }

  #isShown(type: string, row: Row, filter: Filter): boolean {
    const hides = RESOURCES.get(type)?.hidesDeleted && !namesStatus(filter);
    return !(hides && row.status === 'DELETED') && this.#matches(type, row, filter);
  }

  /** What is null or missing in a filter is no condition. */
  #matches(type: string, row: Row, filter: Filter): boolean {
    return Object.entries(filter).every(([name, given]) => {
      if (given == null) return true;
      if (name === 'and') return (given as Filter[]).every((one) => this.#matches(type, row, one));
      if (name === 'or') return (given as Filter[]).some((one) => this.#matches(type, row, one));
      if (name === 'not') return !this.#matches(type, row, given as Filter);
      if (name === 'status') return row.status === given;
      if (name === 'statusIn') return (given as string[]).includes(String(row.status));
      if (name === 'query') {
        const { search } = RESOURCES.get(type) ?? {};
        return given === '' || contains(this.#rows.valueAt(row, search ?? ''), given);
      }
      const stored = this.#rows.valueAt(row, columnOf(type, name));
      const kind = this.#conditionOf(type, name);
      return Object.entries(given).every(
        ([operator, sent]) => sent == null || (stored != null && meets(kind, operator, stored, sent)),
      );
    });
  }

  /** The name of the type of a condition, such as `IdCondition`. */
  #conditionOf(type: string, field: string): string {
    const filter = this.#schema.getType(`${type}Filter`);
    if (!isInputObjectType(filter)) throw new Error(`${type} cannot be filtered.`);
    return getNamedType(filter.getFields()[field]?.type)?.name ?? '';
  }
}

interface Place {
  readonly value: unknown;
  readonly id: number;
}

export function orderOf(type: string, { orderBy }: ListArguments): string {
  return orderBy?.field == null ? 'id' : columnOf(type, orderBy.field);
}

/** Changes are newest first. */
const isDescending = (type: string, { orderBy }: ListArguments): boolean =>
  orderBy ? orderBy.direction === 'DESC' : type === 'Change';

function placeIn(cursor: string | null | undefined): Place | undefined {
  if (cursor == null) return undefined;
  const [, , value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  return { value, id };
}

/** Texts are in order of their code points, times in any notation, and false comes before true. */
function compared(a: unknown, b: unknown): number {
  if (a instanceof Date || b instanceof Date) return timeOf(a) - timeOf(b);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}

const timeOf = (value: unknown): number =>
  (value instanceof Date ? value : new Date(String(value))).getTime();

function namesStatus({ status, statusIn, and, or, not }: Filter): boolean {
  const inner = [and, or, not].flat().filter((one) => one != null);
  return status != null || statusIn != null || (inner as Filter[]).some(namesStatus);
}

function contains(text: unknown, part: unknown): boolean {
  return typeof text === 'string' && text.toLowerCase().includes(String(part).toLowerCase());
}

/** Values of a condition as what can be compared: those that are stored, and those that callers send. */
const COMPARABLE: Readonly<Record<string, (value: unknown) => unknown>> = {
  IdCondition: (value) => Number(String(value).split(':').at(-1)),
  IntegerCondition: Number,
  NumberCondition: Number,
  MomentCondition: timeOf,
  BooleanCondition: (value) => value === true || value === 'TRUE',
};

function meets(kind: string, operator: string, stored: unknown, sent: unknown): boolean {
  const comparable = COMPARABLE[kind] ?? ((value) => value);
  const own = comparable(stored);
  if (operator === 'in') return (sent as unknown[]).map(comparable).includes(own);
  if (operator === 'contains') return contains(own, sent);
  const to = comparable(sent);
  if (operator === 'eq') return own === to;
  const [a, b] = [Number(own), Number(to)];
  if (operator === 'gte') return a >= b;
  if (operator === 'lte') return a <= b;
  if (operator === 'gt') return a > b;
  if (operator === 'lt') return a < b;
  throw new Error(`Nobody has said what ${operator} means.`);
}
