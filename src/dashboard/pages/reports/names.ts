import { titleOf } from '../delivery/metrics.ts';
import type { Entry } from './builder/choices.ts';
import { measureOf } from './builder/measures.ts';

interface Catalog {
  readonly dimensions: readonly Entry[];
  readonly metrics: readonly Entry[];
}

/** `Qualified Bid Requests` → `Qualified bid requests`, `Line Id` → `Line ID`. */
const asSentence = (name: string): string =>
  (name.charAt(0) + name.slice(1).toLowerCase()).replace(/ id$/, ' ID');

/** Two words that are one. */
const CLICK_THROUGH = /^Click through/;

/** What a measure is called on all pages; the service's names are the headings of its files. */
export function measureName({ id, name }: Entry): string {
  const { metric } = measureOf(id);
  return metric ? titleOf(metric) : asSentence(name).replace(CLICK_THROUGH, 'Click-through');
}

/** The catalogue in the words of the pages. */
export const inWords = ({ dimensions, metrics }: Catalog): Catalog => ({
  dimensions: dimensions.map(({ id, name }) => ({ id, name: asSentence(name) })),
  metrics: metrics.map((entry) => ({ id: entry.id, name: measureName(entry) })),
});
