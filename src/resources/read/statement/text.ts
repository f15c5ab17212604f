export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** JSON in which nothing is null. */
export const nullable = (json: string): string => `coalesce(${json}, 'null')`;

/** JSON of an answer while it is written: its text, or the bytes that the text would have. */
export interface Output {
  constant(text: string): this;
  /** A value, as SQL of JSON text. */
  expression(sql: string): this;
  /** What another output of the same kind made. */
  part(sql: string): this;
  /** The name of the next member of an object. */
  name(index: number, name: string): this;
  toString(): string;
}

/** A concatenation, with neighbouring constants made one. */
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

/** A sum of bytes, for which PostgreSQL keeps no text. */
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

/** In halves: one after another, each part would copy all before it, and time would grow with the square of the size. */
function joined(parts: readonly string[], operator: string): string {
  if (parts.length <= 8) return parts.join(operator);
  const middle = parts.length >> 1;
  return `(${joined(parts.slice(0, middle), operator)})${operator}(${joined(parts.slice(middle), operator)})`;
}
