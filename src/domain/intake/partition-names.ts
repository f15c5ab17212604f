/** The tables of intake that have one partition for each UTC day. */
export const PARTITIONED = ['event', 'event_receipt', 'conversion_receipt'] as const;
export const DAY_MS = 86_400_000;

/** `yyyymmdd` in UTC of a day since the epoch. */
export const dayName = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');

export const partitionName = (table: string, day: number): string => `${table}_${dayName(day)}`;
