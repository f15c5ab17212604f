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
    return this.#parts.length === 0 ? `''` : this.#parts.join(' || ');
  }
}
