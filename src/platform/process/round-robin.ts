/** Items in line, which leave one of each key after the other. */
export class RoundRobin<Key, Item> {
  readonly #lines = new Map<Key, Item[]>();
  size = 0;

  add(key: Key, item: Item): void {
    const line = this.#lines.get(key);
    if (line) line.push(item);
    else this.#lines.set(key, [item]);
    this.size += 1;
  }

  next(): Item | undefined {
    const [first] = this.#lines;
    if (!first) return undefined;
    const [key, line] = first;
    const item = line.shift();
    this.#lines.delete(key);
    // Behind the others.
    if (line.length > 0) this.#lines.set(key, line);
    this.size -= 1;
    return item;
  }
}
