import type { Resource } from '../../define/definition.ts';
import type { Call } from '../../define/expression.ts';
import type { Format } from '../../define/kinds.ts';
import { nullable, type Output, Size, Text } from './text.ts';

/** The row at hand: its alias in the statement, and the row whose ID one of its columns has. */
export interface Row {
  readonly alias: string;
  readonly resource: Resource;
  readonly of?: { readonly owner: Row; readonly column: string } | undefined;
}

type Bound = (call: Call) => unknown;

/** What the parts of a statement share: the values that each call binds, and the aliases that are taken. */
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

  /** What rows make together, without the brackets of their list. */
  list(each: string, { order = '', filter = '' } = {}): string {
    return this.#makes === 'text'
      ? `coalesce(string_agg(${each}, ','${order})${filter}, '')`
      : `coalesce((sum(${each} + 1)${filter})::bigint, 0)`;
  }

  orNull(part: string): string {
    return this.#makes === 'text' ? nullable(part) : `coalesce(${part}, 4)`;
  }

  /** The place of a value in the statement. */
  bind(value: Bound, type: string): string {
    const known = this.values.indexOf(value);
    const place = known >= 0 ? known + 1 : this.values.push(value);
    return `$${place}::${type}`;
  }

  /** The place of a value of which PostgreSQL knows the type by what it is compared with. */
  bindUntyped(value: Bound): string {
    return `$${this.values.push(value)}`;
  }

  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }
}
