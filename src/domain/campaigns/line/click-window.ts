/** Includes units that stored rules may still have from before the set was restricted. */
const UNITS_S = { MINUTE: 60, HOUR: 3600, DAY: 86_400, WEEK: 604_800, MONTH: 2_592_000 } as const;
const DEFAULT_UNIT = 'DAY';
/** The click window without a conversion rule, or with one that sets no window. */
export const DEFAULT_CLICK_WINDOW_S = 30 * UNITS_S.DAY;

const nameOf = (unit: string | null): string => (unit ?? DEFAULT_UNIT).replace(/S$/, '');

/** Returns milliseconds. */
export function windowMs(length: number, unit: string | null): number {
  const seconds = new Map<string, number>(Object.entries(UNITS_S)).get(nameOf(unit)) ?? UNITS_S[DEFAULT_UNIT];
  return length * seconds * 1000;
}

const CASES = Object.entries(UNITS_S).map(([unit, seconds]) => `WHEN '${unit}' THEN ${seconds}`);

/** The click window of a conversion rule in seconds, as SQL. */
export const clickWindowSql = (rule: string): string =>
  `coalesce(${rule}.click_window::bigint * CASE rtrim(${rule}.click_window_unit_type, 'S') ${CASES.join(' ')}
     ELSE ${UNITS_S[DEFAULT_UNIT]} END, ${DEFAULT_CLICK_WINDOW_S})`;
