import {
  type GraphQLArgument,
  type GraphQLInputField,
  getNamedType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { RESOURCES } from '../../../src/domain/resources.ts';
import type { Random } from '../../contract/fuzz/random.ts';
import { columnOf, type Filter, orderOf } from './lists.ts';
import type { NaiveReader } from './reader.ts';
import type { Row } from './rows.ts';

/** Lists are filtered by what other statements compute. */
const DERIVED = /^((deliveryStatus|pacing)(In)?|delivery)$/;

/** Makes up the arguments of lists, from values that rows have and from others. */
export class ListArgumentMaker {
  readonly #random: Random;
  readonly #reader: NaiveReader;

  constructor(random: Random, reader: NaiveReader) {
    this.#random = random;
    this.#reader = reader;
  }

  /** `most`: of the rows of a page. */
  make(type: string, args: readonly GraphQLArgument[], most: number): Record<string, unknown> {
    const random = this.#random;
    const made: Record<string, unknown> = {};
    const has = (name: string) => args.some((arg) => arg.name === name);
    if (has('filter') && type !== 'Change' && random.chance(0.5)) made.filter = this.#filter(type, 0);
    if (has('orderBy') && random.chance(0.65)) made.orderBy = this.#order(type);
    const size = 1 + random.below(most);
    const cursor = () => this.#cursor(type, orderOf(type, made));
    const after = () => ({ first: size, after: cursor() });
    const before = () => ({ last: size, before: cursor() });
    const forms: (() => object)[] = [
      () => ({ first: size }),
      () => ({ last: size }),
      after,
      after,
      before,
      before,
    ];
    if (most > 20)
      forms.push(
        () => ({}),
        () => ({ first: null }),
        () => ({ after: cursor() }),
        () => ({ before: cursor() }),
      );
    return { ...made, ...random.pick(forms)() };
  }

  #order(type: string): object {
    const random = this.#random;
    const field = getNamedType(this.#fieldsOf(`${type}Order`).field?.type);
    if (!isEnumType(field)) throw new Error(`${type} has no order.`);
    const direction = random.pick(['ASC', 'DESC', undefined, null]);
    return { field: random.pick(field.getValues()).name, ...(direction !== undefined && { direction }) };
  }

  /** Of a row, or of a place between rows. */
  #cursor(type: string, column: string): string | null {
    const random = this.#random;
    const rows = this.#reader.rows.of(type);
    if (rows.length === 0) return null;
    const row = random.pick(rows);
    const id = random.chance(0.2) ? Number(row.id) + 1 - random.below(3) : row.id;
    return this.#reader.lists.cursor(type, column, { ...row, id });
  }

  #filter(type: string, depth: number): Filter {
    const random = this.#random;
    const fields = Object.values(this.#fieldsOf(`${type}Filter`)).filter(({ name }) => !DERIVED.test(name));
    const simple = fields.filter(({ name }) => !['and', 'or', 'not'].includes(name));
    const count = depth === 0 ? 1 + random.below(2) : random.below(3);
    const search = simple.find(({ name }) => name === 'query');
    const chosen = Array.from({ length: count }, () =>
      search && random.chance(0.15) ? search : random.pick(simple),
    );
    const made = chosen.map((field) => [field.name, this.#condition(type, field)] as const);
    const inner = () => this.#filter(type, depth + 1);
    const list = () => Array.from({ length: random.below(3) }, inner);
    const nested: [string, unknown][] =
      depth > 2 || random.chance(0.5)
        ? []
        : [
            random.pick<() => [string, unknown]>([
              () => ['and', list()],
              () => ['or', list()],
              () => ['not', inner()],
            ])(),
          ];
    return Object.fromEntries([...made, ...nested]);
  }

  #condition(type: string, { name, type: condition }: GraphQLInputField): unknown {
    const random = this.#random;
    if (random.chance(0.03)) return null;
    const named = getNamedType(condition);
    if (name === 'query')
      return random.chance(0.2) ? '' : this.#part(this.#value(type, RESOURCES.get(type)?.search ?? ''));
    if (isEnumType(named)) {
      const one = () => random.pick(named.getValues()).name;
      return name.endsWith('In') ? Array.from({ length: random.below(4) }, one) : one();
    }
    const operators = Object.values(this.#fieldsOf(named.name));
    const chosen = Array.from({ length: 1 + random.below(2) }, () => random.pick(operators));
    const operand = () => this.#operand(type, name, named.name);
    return Object.fromEntries(
      chosen.map(({ name: operator }) => {
        if (operator === 'in') return [operator, Array.from({ length: random.below(4) }, operand)];
        return [operator, operator === 'contains' ? this.#part(operand()) : operand()];
      }),
    );
  }

  /** A value as callers send it, mostly one that a row has. */
  #operand(type: string, field: string, condition: string): unknown {
    const random = this.#random;
    const stored = this.#value(type, columnOf(type, field));
    const near = random.chance(0.2) ? random.pick([-1, 1]) : 0;
    const number = typeof stored === 'number' ? stored : 7;
    switch (condition) {
      case 'IdCondition': {
        const of = RESOURCES.get(type)?.fields[field]?.of ?? type;
        return random.pick([`${of}:${number}`, String(number), number]);
      }
      case 'IntegerCondition':
        return number + near;
      case 'NumberCondition':
        return random.chance(0.5) ? number + near : String(number + near);
      case 'MomentCondition':
        return new Date((stored instanceof Date ? stored.getTime() : 0) + near).toISOString();
      case 'BooleanCondition':
        return random.chance(0.5);
      case 'TextCondition':
        return typeof stored === 'string' ? stored : 'none';
    }
    const operator = this.#fieldsOf(condition).eq;
    const words = getNamedType(operator?.type);
    if (!isEnumType(words)) throw new Error(`Nobody has said what ${condition} compares.`);
    return random.pick(words.getValues()).name;
  }

  #value(type: string, column: string): unknown {
    const rows = this.#reader.rows.of(type);
    const row: Row | undefined = rows.length > 0 ? this.#random.pick(rows) : undefined;
    return row && this.#reader.rows.valueAt(row, column);
  }

  /** A part of a text, in the same letters or in others. */
  #part(value: unknown): string {
    const random = this.#random;
    const signs = [...String(value ?? 'a')];
    const from = random.below(signs.length);
    const part = signs.slice(from, from + 1 + random.below(4)).join('');
    const other = (letter: string) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase());
    return random.chance(0.5) ? part : part.replace(/[A-Za-z]/g, other);
  }

  #fieldsOf(input: string): Readonly<Record<string, GraphQLInputField>> {
    const type = this.#reader.schema.getType(input);
    if (!isInputObjectType(type)) throw new Error(`There is no input ${input}.`);
    return type.getFields();
  }
}
