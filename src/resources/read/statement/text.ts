export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns SQL for the JSON `null` if the expression is null. */
export const nullable = (json: string): string => `coalesce(${json}, 'null')`;

/** JSON output of a statement: its text, or the number of bytes that the text would have. */
export interface Output {
  constant(text: string): this;
  /** Adds a value, as SQL of JSON text. */
  expression(sql: string): this;
  /** Adds the result of another output of the same kind. */
  part(sql: string): this;
  /** Adds the name of the next member of an object. */
  name(index: number, name: string): this;
  toString(): string;
}

/** Concatenates texts, and merges adjacent constants. */
export class Text implements Output {
  readonly #parts: string[] = [];
  #constant = '';

  constant(text: string): this {
    this.#constant += text;
    return this;
  }

  expression(sql: string): this {
    this.#flush();
    this.#parts.push(sql.startsWith('CASE ') ? `(${sql})` : sql);
    return this;
  }

  part(sql: string): this {
    return this.expression(sql);
  }

  #flush(): void {
    if (this.#constant !== '') this.#parts.push(literal(this.#constant));
    this.#constant = '';
  }

  name(index: number, name: string): this {
    return this.constant(nameOf(index, name));
  }

  toString(): string {
    this.#flush();
    return this.#parts.length === 0 ? `''` : joined(this.#parts, ' || ');
  }
}

/** Adds up the number of bytes, so that PostgreSQL does not build the text. */
export class Size implements Output {
  readonly #parts: string[] = [];
  #constant = 0;

  constant(text: string): this {
    this.#constant += Buffer.byteLength(text);
    return this;
  }

  expression(sql: string): this {
    return this.part(`octet_length(${sql})::bigint`);
  }

  part(sql: string): this {
    this.#parts.push(sql);
    return this;
  }

  name(index: number, name: string): this {
    return this.constant(nameOf(index, name));
  }

  toString(): string {
    return `(${joined([String(this.#constant), ...this.#parts], ' + ')})`;
  }
}

const nameOf = (index: number, name: string): string => `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`;

/** Concatenates in halves: one after the other, each part would copy all before it, in quadratic time. */
function joined(parts: readonly string[], operator: string): string {
  if (parts.length <= 8) return parts.join(operator);
  const middle = parts.length >> 1;
  return `(${joined(parts.slice(0, middle), operator)})${operator}(${joined(parts.slice(middle), operator)})`;
}
