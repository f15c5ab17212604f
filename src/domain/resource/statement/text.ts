export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** JSON in which nothing is null. */
export const nullable = (json: string): string => `coalesce(${json}, 'null')`;

/** A concatenation, with neighbouring constants made one. */
export class Text {
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

  #flush(): void {
    if (this.#constant !== '') this.#parts.push(literal(this.#constant));
    this.#constant = '';
  }

  /** The name of the next member of an object. */
  name(index: number, name: string): this {
    return this.constant(`${index > 0 ? ',' : ''}${JSON.stringify(name)}:`);
  }

  toString(): string {
    this.#flush();
    return this.#parts.length === 0 ? `''` : joined(this.#parts);
  }
}

/** In halves: one after another, each part would copy all before it, and time would grow with the square of the size. */
function joined(parts: readonly string[]): string {
  if (parts.length <= 8) return parts.join(' || ');
  const middle = parts.length >> 1;
  return `(${joined(parts.slice(0, middle))}) || (${joined(parts.slice(middle))})`;
}
