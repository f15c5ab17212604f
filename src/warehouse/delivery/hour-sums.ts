/** 2 to the power of 32. Sums are stored as two halves, exact up to 63 bits. */
export const HALF = 2 ** 32;

export const METRICS = 3;

/** Sums of the metrics of some facts by hour. Reading a sum removes it. */
export class HourSums {
  private readonly present: Uint8Array;
  private readonly low: Float64Array;
  private readonly high: Float64Array;
  private readonly hours: number;
  first: number;
  last = -1;

  constructor(hours: number) {
    this.hours = hours;
    this.present = new Uint8Array(hours);
    this.low = new Float64Array(METRICS * hours);
    this.high = new Float64Array(METRICS * hours);
    this.first = hours;
  }

  has(hour: number): boolean {
    return this.present[hour] === 1;
  }

  mark(hour: number): void {
    this.present[hour] = 1;
    if (hour < this.first) this.first = hour;
    if (hour > this.last) this.last = hour;
  }

  add(metric: number, hour: number, high: number, low: number): void {
    const at = METRICS * hour + metric;
    const sum = (this.low[at] ?? 0) + low;
    this.low[at] = sum >= HALF ? sum - HALF : sum;
    this.high[at] = (this.high[at] ?? 0) + high + (sum >= HALF ? 1 : 0);
  }

  /** Adds the sum of an hour to `total`, pairs of an upper and a lower half, and removes it. */
  moveTo(total: Float64Array, hour: number): void {
    for (let metric = 0; metric < METRICS; metric += 1) {
      const at = METRICS * hour + metric;
      const low = (total[2 * metric + 1] ?? 0) + (this.low[at] ?? 0);
      const high = (total[2 * metric] ?? 0) + (this.high[at] ?? 0) + (low >= HALF ? 1 : 0);
      if (high >= HALF / 2) throw new RangeError('A sum of facts has more than 63 bits.');
      total[2 * metric + 1] = low >= HALF ? low - HALF : low;
      total[2 * metric] = high;
      this.low[at] = 0;
      this.high[at] = 0;
    }
    this.present[hour] = 0;
  }

  clear(): void {
    this.first = this.hours;
    this.last = -1;
  }
}
