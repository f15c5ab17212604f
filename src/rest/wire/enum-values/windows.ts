import { isRecord } from '../../../resources/define/input.ts';

type Fields = Readonly<Record<string, unknown>>;

const UNITS: readonly unknown[] = ['MINUTE', 'HOUR', 'DAY', null, undefined];
/** Units that rules could have before the set was closed, in days. The platform counts all others as days. */
const DAYS: ReadonlyMap<string, number> = new Map([
  ['WEEK', 7],
  ['MONTH', 30],
]);
const SIDES = [
  ['clickWindow', 'clickWindowUnitType'],
  ['viewWindow', 'viewWindowUnitType'],
] as const;

/** Returns a conversion rule with windows in units that these clients know: 7 DAY for 1 WEEK. */
export function withObservedWindows(rule: unknown): unknown {
  return isRecord(rule) ? SIDES.reduce<Fields>(withObservedWindow, rule) : rule;
}

function withObservedWindow(rule: Fields, [window, unit]: (typeof SIDES)[number]): Fields {
  const { [window]: length, [unit]: stored } = rule;
  if (UNITS.includes(stored)) return rule;
  const name = String(stored).replace(/S$/, '');
  const shown = UNITS.includes(name) ? name : 'DAY';
  const factor = DAYS.get(name) ?? 1;
  return { ...rule, [window]: typeof length === 'number' ? length * factor : length, [unit]: shown };
}

/**
 * Returns a sent rule without the windows that equal those that were answered for the stored one. Of a window that
 * differs, length and unit are sent together, in the units that were answered.
 */
export function withoutUnchangedWindows(sent: Fields, stored: unknown): Fields {
  if (!isRecord(stored)) return sent;
  const shown = withObservedWindows(stored) as Fields;
  return SIDES.reduce<Fields>((rule, [window, unit]) => {
    if (shown[unit] === stored[unit] || !(window in rule || unit in rule)) return rule;
    const { [window]: length = shown[window], [unit]: name = shown[unit], ...rest } = rule;
    const isUnchanged = length === shown[window] && name === shown[unit];
    return isUnchanged ? rest : { ...rest, [window]: length, [unit]: name };
  }, sent);
}
