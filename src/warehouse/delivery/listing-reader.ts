import { HALF, type HourSums, METRICS } from './hour-sums.ts';

const [NEWLINE, TAB, COMMA, POINT, ZERO, NINE] = [0x0a, 0x09, 0x2c, 0x2e, 0x30, 0x39];
/** A double may not represent an integer with more digits exactly. */
const EXACT_DIGITS = 15;

/**
 * Reads lines of tab-separated fields: integers, strings and lists such as `1,2`. Facts are most of a load,
 * so the bytes are read without creating strings or arrays.
 */
export class ListingReader {
  private bytes: Buffer = Buffer.alloc(0);
  private at = 0;
  private after = 0;
  private hours = new Int32Array(1024);

  /** Yields the reader whenever more lines have arrived. */
  static async *over(chunks: AsyncIterable<Buffer>): AsyncGenerator<ListingReader> {
    const reader = new ListingReader();
    for await (const chunk of chunks) {
      const rest = reader.bytes.subarray(reader.after);
      reader.bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      reader.after = 0;
      yield reader;
    }
  }

  /** Moves to the next line. Returns false if it is not complete. */
  next(): boolean {
    const end = this.bytes.indexOf(NEWLINE, this.after);
    if (end < 0) return false;
    this.at = this.after;
    this.after = end + 1;
    return true;
  }

  integer(): number {
    let value = 0;
    for (let byte = this.read(); byte !== TAB; byte = this.read()) value = 10 * value + byte - ZERO;
    return value;
  }

  text(): string {
    const end = this.bytes.indexOf(TAB, this.at);
    const text = this.bytes.toString('latin1', this.at, end);
    this.at = end + 1;
    return text;
  }

  /**
   * Adds lists of hours and of each metric, in the order of the hours, to sums whose first hour is `base`.
   */
  facts(base: number, [own, all]: readonly [HourSums, HourSums]): void {
    const count = this.readHours(base);
    const { hours } = this;
    for (let n = 0; n < count; n += 1) {
      own.mark(hours[n] ?? 0);
      all.mark(hours[n] ?? 0);
    }
    for (let metric = 0; metric < METRICS; metric += 1) {
      let [n, value, digits, start] = [0, 0, 0, this.at];
      for (;;) {
        const byte = this.read();
        if (byte >= ZERO && byte <= NINE) {
          value = 10 * value + byte - ZERO;
          digits += 1;
        } else if (byte !== POINT) {
          const hour = hours[n] ?? 0;
          n += 1;
          if (value < HALF) {
            own.add(metric, hour, 0, value);
            all.add(metric, hour, 0, value);
          } else {
            const exact = digits > EXACT_DIGITS ? this.exact(start) : BigInt(value);
            const [high, low] = [Number(exact >> 32n), Number(exact & 0xffffffffn)];
            own.add(metric, hour, high, low);
            all.add(metric, hour, high, low);
          }
          if (byte !== COMMA) break;
          [value, digits, start] = [0, 0, this.at];
        }
      }
    }
  }

  private readHours(base: number): number {
    let [count, value] = [0, 0];
    for (;;) {
      const byte = this.read();
      if (byte >= ZERO && byte <= NINE) value = 10 * value + byte - ZERO;
      else {
        if (count === this.hours.length) this.grow();
        this.hours[count] = value - base;
        count += 1;
        value = 0;
        if (byte !== COMMA) return count;
      }
    }
  }

  private grow(): void {
    const more = new Int32Array(2 * this.hours.length);
    more.set(this.hours);
    this.hours = more;
  }

  private exact(start: number): bigint {
    return BigInt(this.bytes.toString('latin1', start, this.at - 1).replaceAll(/\D/g, ''));
  }

  private read(): number {
    const byte = this.bytes[this.at] ?? NEWLINE;
    this.at += 1;
    return byte;
  }
}
