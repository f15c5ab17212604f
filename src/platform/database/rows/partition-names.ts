/** The tables of intake that have one partition for each UTC day, and the column that says which. */
export const DAY_OF = {
  event: 'received_at',
  event_receipt: 'received_at',
  conversion_receipt: 'received_at',
  used_key: 'day',
} as const;
export const PARTITIONED = Object.keys(DAY_OF);
export const DAY_MS = 86_400_000;

/** `yyyymmdd` in UTC of a day since the epoch. */
export const dayName = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');

export const partitionName = (table: string, day: number): string => `${table}_${dayName(day)}`;
