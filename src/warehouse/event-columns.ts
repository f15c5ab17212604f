/** A column of archived events. All are transferred as text. */
interface EventColumn {
  readonly name: string;
  /** PostgreSQL's expression for the transferred text. */
  readonly sent: string;
  /** In the file: the type that the text is converted to, or an expression of it. */
  readonly type?: string;
  readonly stored?: string;
  /** The engine's expression that converts a stored value back to the text. */
  readonly text?: string;
}

const plain = (name: string): EventColumn => ({ name, sent: name });
const integer = (name: string, type = 'INTEGER'): EventColumn => ({
  name,
  sent: name,
  type,
  text: `${name}::VARCHAR`,
});
/** In UTC, to the millisecond, as in the table. */
const moment = (name: string): EventColumn => ({
  name,
  sent: `(extract(epoch FROM ${name}) * 1000)::bigint`,
  type: 'BIGINT',
  stored: `make_timestamp_ms(${name})::TIMESTAMP_MS`,
  text: `epoch_ms(${name})::VARCHAR`,
});

/** Every column of the table `event`. JSON, lists and decimals remain text, so that nothing is rounded. */
export const EVENT_COLUMNS: readonly EventColumn[] = [
  integer('receipt_id', 'UUID'),
  integer('position', 'SMALLINT'),
  moment('received_at'),
  integer('seat_id'),
  integer('advertiser_id'),
  integer('pixel_id'),
  moment('event_time'),
  plain('action_source'),
  plain('action_source_url'),
  {
    name: 'email',
    sent: `encode(email, 'hex')`,
    stored: 'unhex(email)',
    text: 'lower(hex(email))',
  },
  plain('idfa'),
  plain('gpsaid'),
  plain('operator_user_id'),
  { name: 'gv', sent: 'gv::text' },
  plain('ec'),
  plain('el'),
  plain('ea'),
  { name: 'product_ids', sent: 'to_json(product_ids)::text' },
  { name: 'user_defined', sent: 'user_defined::text' },
];

/** Returns an expression for the digest of a row. */
const textOfRow = (texts: readonly string[]): string =>
  `md5(concat_ws('|', ${texts.map((text) => `coalesce(${text}, '\\N')`).join(', ')}))`;

/**
 * Returns PostgreSQL's statement that writes the rows of some blocks of a partition as CSV, each with its
 * digest.
 */
export function copyEvents(partition: string, { from, to }: { from: number; to: number }): string {
  const sent = EVENT_COLUMNS.map((column) => `${column.sent} AS ${column.name}`);
  const digest = textOfRow(EVENT_COLUMNS.map(({ name }) => `${name}::text`));
  return `COPY (SELECT *, ${digest} FROM (SELECT ${sent.join(', ')} FROM "${partition}"
    WHERE ctid >= '(${from},0)'::tid AND ctid < '(${to},0)'::tid) AS sent) TO STDOUT (FORMAT csv, ENCODING 'UTF8')`;
}

/** The same digest, computed by the engine from the stored values. */
export const DIGEST_STORED = textOfRow(EVENT_COLUMNS.map(({ name, text = name }) => text));
