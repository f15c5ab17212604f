import { recordOf } from '../../../../platform/text/typed.ts';
import { defineEnum } from '../../../../resources/define/enum-type.ts';
import { DENOMINATIONS, DIMENSIONS, METRICS } from './catalogue.ts';

/** The catalogue's entries by name, for clients that prefer names to IDs. */

const wordOf = (name: string): string => name.toUpperCase().replaceAll(' ', '_');

/** The ID of each name. */
const idsOf = (entries: readonly { readonly id: number; readonly name: string }[]) =>
  new Map(entries.map(({ id, name }) => [wordOf(name), id]));

export const DIMENSION_IDS = idsOf(DIMENSIONS);
export const METRIC_IDS = idsOf(METRICS);
export const CURRENCY_IDS = new Map(
  Object.entries(DENOMINATIONS).map(([id, name]) => [wordOf(name), Number(id)]),
);

export const REPORT_DIMENSION = defineEnum(
  'ReportDimension',
  'The dimensions that reports support.',
  Object.fromEntries(DIMENSIONS.map(({ id, name }) => [wordOf(name), `The dimension ${id}, ${name}.`])),
);

export const REPORT_METRIC = defineEnum(
  'ReportMetric',
  'The metrics that reports support.',
  Object.fromEntries(METRICS.map(({ id, name }) => [wordOf(name), `The metric ${id}, ${name}.`])),
);

export const REPORT_CURRENCY = defineEnum(
  'ReportCurrency',
  'The currencies in which a report can state amounts.',
  recordOf([...CURRENCY_IDS.keys()], (word) =>
    word === 'USD' ? 'US dollars.' : `The currency of the ${word.toLowerCase()}.`,
  ),
);
