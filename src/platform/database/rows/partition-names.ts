/** The intake tables with one partition per UTC day, and the column that determines the partition. */
export const DAY_OF = {
  event: 'received_at',
  event_receipt: 'received_at',
  conversion_receipt: 'received_at',
  used_key: 'day',
} as const;
export const PARTITIONED = Object.keys(DAY_OF);
export const DAY_MS = 86_400_000;

/** Returns `yyyymmdd` for a day, counted in UTC since the epoch. */
export const dayName = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');

export const partitionName = (table: string, day: number): string => `${table}_${dayName(day)}`;
