import { CopyRows } from './copy-rows.ts';
import { HourSums, METRICS } from './hour-sums.ts';
import { ListingReader } from './listing-reader.ts';

/** The columns of `delivery_span` in the order of the COPY. */
export const SPAN_COLUMNS = [
  'file, advertiser_id, campaign_id, line_id, ad_id, package_id, country, first_hour, last_hour',
  'impressions, clicks, spend, hours, totals',
].join(', ');
const FIELDS = 14;

/** The maximum number of hours in a row: eleven days, so that the row fits into a page. */
export const SPAN_HOURS = 264;
const TOTALS_BYTES = 8 * METRICS;
const MAX_BYTES = 256 + SPAN_HOURS / 8 + TOTALS_BYTES * SPAN_HOURS;
const HOUR_MS = 3_600_000;

/** The key of rows with all facts of a line, for any ad, package and country. */
const OF_LINE = { adId: -1, packageId: 0, country: '' };

interface LineKeys {
  readonly advertiserId: number;
  readonly campaignId: number;
  readonly lineId: number;
}

interface OwnKeys {
  readonly adId: number;
  readonly packageId: number;
  readonly country: string;
}

/**
 * Yields rows of `delivery_span` for COPY from the text that `Dialect.rollUp` wrote for a file: its
 * combinations, line by line.
 */
export async function* spansOf(
  listing: AsyncIterable<Buffer>,
  { file, minHour, maxHour }: { file: number; minHour: Date; maxHour: Date },
): AsyncGenerator<Buffer> {
  const base = Math.floor(minHour.getTime() / HOUR_MS);
  const hours = Math.floor(maxHour.getTime() / HOUR_MS) - base + 1;
  const own = new HourSums(hours);
  const ofLine = new HourSums(hours);
  const rows = new SpanRows(file, base);
  let line: LineKeys | undefined;
  for await (const reader of ListingReader.over(listing)) {
    while (reader.next()) {
      const keys = {
        advertiserId: reader.integer(),
        campaignId: reader.integer(),
        lineId: reader.integer(),
      };
      if (line && !isSame(line, keys)) rows.write(ofLine, line, OF_LINE);
      line = keys;
      const ownKeys = { adId: reader.integer(), packageId: reader.integer(), country: reader.text() };
      reader.facts(base, [own, ofLine]);
      rows.write(own, keys, ownKeys);
    }
    yield* rows.copy.take();
  }
  if (line) rows.write(ofLine, line, OF_LINE);
  yield* rows.copy.end();
}

const isSame = (a: LineKeys, b: LineKeys) =>
  a.lineId === b.lineId && a.campaignId === b.campaignId && a.advertiserId === b.advertiserId;

class SpanRows {
  readonly copy = new CopyRows();
  private readonly file: number;
  /** The first hour of the sums. */
  private readonly base: number;
  private readonly found = new Int32Array(SPAN_HOURS);
  private readonly total = new Float64Array(2 * METRICS);
  private readonly totals = Buffer.alloc(TOTALS_BYTES * SPAN_HOURS);
  private readonly view = new DataView(this.totals.buffer, this.totals.byteOffset);

  constructor(file: number, base: number) {
    this.file = file;
    this.base = base;
  }

  /** Writes the sums as rows, and resets them. */
  write(sums: HourSums, line: LineKeys, own: OwnKeys): void {
    for (let hour = sums.first; hour <= sums.last; hour += 1)
      if (sums.has(hour)) {
        this.writeSpan(sums, hour, line, own);
        hour += SPAN_HOURS - 1;
      }
    sums.clear();
  }

  private writeSpan(sums: HourSums, first: number, line: LineKeys, own: OwnKeys): void {
    const { copy, total, totals, view, found } = this;
    total.fill(0);
    let count = 0;
    for (let hour = first; hour <= sums.last && hour < first + SPAN_HOURS; hour += 1) {
      if (!sums.has(hour)) continue;
      sums.moveTo(total, hour);
      for (let half = 0; half < 2 * METRICS; half += 1)
        view.setInt32(TOTALS_BYTES * count + 4 * half, total[half] ?? 0);
      found[count] = hour - first;
      count += 1;
    }
    const last = found[count - 1] ?? 0;
    copy.row(FIELDS, MAX_BYTES);
    copy.int4(this.file);
    copy.int4(line.advertiserId);
    copy.int4(line.campaignId);
    copy.int4(line.lineId);
    copy.int4(own.adId);
    copy.int4(own.packageId);
    copy.text(own.country);
    copy.int4(this.base + first);
    copy.int4(this.base + first + last);
    for (let metric = 0; metric < METRICS; metric += 1)
      copy.int8(total[2 * metric] ?? 0, total[2 * metric + 1] ?? 0);
    const bits = new Uint8Array((last >> 3) + 1);
    for (let n = 0; n < count; n += 1) {
      const hour = found[n] ?? 0;
      bits[hour >> 3] = (bits[hour >> 3] ?? 0) | (0x80 >> (hour & 7));
    }
    copy.size(4 + bits.length);
    copy.raw(last + 1);
    copy.bytes(bits);
    copy.size(TOTALS_BYTES * count);
    copy.bytes(totals.subarray(0, TOTALS_BYTES * count));
  }
}
