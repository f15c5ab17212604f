import type { Call } from '../../define/expression.ts';
import type { Format } from '../../define/kinds.ts';
import type { Resource } from '../../define/resource.ts';
import { nullable, type Output, Size, Text } from './text.ts';

/** The current row: its alias in the statement, and the row whose ID is in one of its columns. */
export interface Row {
  readonly alias: string;
  readonly resource: Resource;
  readonly of?: { readonly owner: Row; readonly column: string } | undefined;
  /** The alias is that of a list of IDs, so it has no other columns. */
  readonly isOnlyId?: true;
}

type Bound = (call: Call) => unknown;

/** The shared state of a statement's parts: the values that each call binds, and the used aliases. */
export class Statement {
  readonly format: Format;
  readonly #makes: 'text' | 'size';
  readonly values: Bound[] = [];
  #aliases = 0;

  constructor(format: Format, makes: 'text' | 'size' = 'text') {
    this.format = format;
    this.#makes = makes;
  }

  output(): Output {
    return this.#makes === 'text' ? new Text() : new Size();
  }

  /** Returns SQL that concatenates the rows, without the brackets of a list. */
  list(each: string, { order = '', filter = '' } = {}): string {
    return this.#makes === 'text'
      ? `coalesce(string_agg(${each}, ','${order})${filter}, '')`
      : `coalesce((sum(${each} + 1)${filter})::bigint, 0)`;
  }

  orNull(part: string): string {
    return this.#makes === 'text' ? nullable(part) : `coalesce(${part}, 4)`;
  }

  /** Returns the placeholder of a value. */
  bind(value: Bound, type: string): string {
    const known = this.values.indexOf(value);
    const place = known >= 0 ? known + 1 : this.values.push(value);
    return `$${place}::${type}`;
  }

  /** Returns the placeholder of a value whose type PostgreSQL infers from the comparison. */
  bindUntyped(value: Bound): string {
    return `$${this.values.push(value)}`;
  }

  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }
}
