import { ValidationError } from '../../domain/errors.ts';
import {
  type DayRange,
  daysOf,
  type Interval,
  MAX_DAYS,
  PRESETS,
  type Preset,
} from '../../domain/reporting/delivery/delivery-query.ts';
import { METRIC_NAMES, type Metric } from '../../domain/reporting/delivery/metrics.ts';
import { keysOf, partOf, recordOf } from '../../platform/text/typed.ts';
import { isRecord } from '../../resources/define/input.ts';
import { builder } from '../builder.ts';
import { badArgument, badArguments } from '../parts/arguments.ts';

/** The description of each preset of `range`, which all delivery fields share. */

const MEANING: Readonly<Record<Preset, string>> = {
  TODAY: 'Today.',
  YESTERDAY: 'Yesterday.',
  THIS_WEEK: 'From Monday to today.',
  LAST_7_DAYS: 'The seven days before today.',
  LAST_WEEK: 'The week before this one, from Monday to Sunday.',
  LAST_14_DAYS: 'The fourteen days before today.',
  LAST_30_DAYS: 'The thirty days before today.',
  LAST_90_DAYS: 'The 90 days before today.',
  LAST_365_DAYS: 'The 365 days before today.',
  MONTH_TO_DATE: 'From the first day of this month to today.',
  LAST_MONTH: 'The month before this one.',
  ALL_TIME: 'All days that have facts.',
};

const DateRangePreset = builder.enumType('DateRangePreset', {
  description: 'Ranges of days that move with the current date, as in reports.',
  values: recordOf(keysOf(PRESETS), (name) => ({ description: MEANING[name] })),
});

const DaysInput = builder.inputType('DaysInput', {
  description: 'A range of days. Both ends are included.',
  fields: (t) => ({
    start: t.field({ type: 'Date', required: true, description: 'The first day.' }),
    end: t.field({ type: 'Date', required: true, description: 'The last day.' }),
  }),
});

export const DateRangeInput = builder.inputType('DateRangeInput', {
  description: `A range of at most ${MAX_DAYS} days, in the time zone of the field.`,
  isOneOf: true,
  fields: (t) => ({
    preset: t.field({ type: DateRangePreset, description: 'A range that moves with the current date.' }),
    between: t.field({ type: DaysInput, description: 'A range of given days.' }),
  }),
});
type RangeArgument = typeof DateRangeInput.$inferInput;

export function rangeOf({ preset, between }: RangeArgument): DayRange {
  if (preset != null) return { preset };
  if (between) return between;
  throw new Error('A range without its only field.');
}

/** Returns the number of days of a range for its price, which is computed before the range is checked. */
export function daysRequested(range: unknown): number {
  const [preset, between] = [partOf(range, 'preset'), partOf(range, 'between')];
  const days = isRecord(between)
    ? daysOf({ start: String(between.start), end: String(between.end) })
    : daysOf({ preset: keysOf(PRESETS).find((name) => name === preset) ?? 'ALL_TIME' });
  return days > 0 ? Math.min(days, MAX_DAYS) : MAX_DAYS;
}

/** An estimate of the rows per day that a table or an order by delivery reads of a seat. */
export const ROWS_PER_DAY = 100;
/** An estimate of the days of a flight, which is read by day. */
export const FLIGHT_DAYS = 62;

export const DeliveryInterval = builder.enumType('DeliveryInterval', {
  description: 'The possible steps of a series.',
  values: {
    HOUR: { description: 'One hour. Only for ranges of at most 31 days.' },
    DAY: { description: 'One day.' },
    WEEK: { description: 'One week, which starts on Monday.' },
    MONTH: { description: 'One calendar month.' },
  } as const satisfies Record<Interval, object>,
});

export const DeliveryMetric = builder.enumType('DeliveryMetric', {
  description: 'The metrics that results can be ordered and filtered by.',
  values: recordOf(METRIC_NAMES, (name) => ({
    description: `The field \`${fieldOf(name)}\` of \`Delivery\`.`,
  })),
});

function fieldOf(metric: Metric): string {
  return metric.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Runs checks of the domain. A refusal becomes an error that names the argument. */
export function checked<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw asArgumentError(error);
  }
}

/** Returns the error that names the arguments which a refusal of the domain is about; other errors as they are. */
export function asArgumentError(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error;
  return badArguments(
    error.issues.map(({ path, message }) => ({
      argument: path,
      message: message.startsWith(`${path} `) ? message.slice(path.length + 1) : message,
    })),
  );
}

export const noRate = (currency: string, argument = 'currency') =>
  badArgument(argument, `must be a currency with an exchange rate: there is none for ${currency}`);
