import { moment, number, price } from '../format.ts';
import { lower, words } from '../words.ts';
import { labelOf } from './labels.ts';
import { nodeIn } from './names.ts';

/** Whose the values are: times are in its zone, amounts in its currency. */
export interface Owner {
  readonly timeZone?: string | undefined;
  readonly currency?: string | undefined;
  /** Of things whose IDs are values, by global ID. */
  readonly names?: ReadonlyMap<string, string> | undefined;
}

const NOTHING = '–';
/** What a part is told apart by, and what it belongs to, which stands above it. */
const UNSAID: ReadonlySet<string> = new Set(['id', 'adId', 'lineId']);
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const AMOUNTS: ReadonlySet<string> = new Set(['bidPrice', 'budget', 'dailyBudget']);
/** Their values are words of the schema. */
const WORDED: ReadonlySet<string> = new Set([
  'billingMethodType',
  'budgetType',
  'channel',
  'dailyBudgetType',
  'goalModeType',
  'goalType',
  'marginType',
  'mediaType',
  'nativeAdStatus',
  'objective',
  'pacingModeType',
  'status',
  'supplyType',
  'targetType',
  'types',
]);

const FUNNEL: Readonly<Record<string, string>> = {
  ViewProduct: 'viewed',
  AddToCart: 'put into the cart',
  Purchase: 'bought',
};

/** People by what they did with products: `who bought product set 2, last 14 days`. */
function funnelPeople(value: object): string | undefined {
  if (!('funnelType' in value && 'productSetId' in value && 'lookBack' in value)) return undefined;
  const did = FUNNEL[String(value.funnelType)];
  const who = `who ${did} product set ${value.productSetId}, last ${value.lookBack} days`;
  return did && ('exclude' in value && value.exclude === true ? `not ${who}` : who);
}

/** A value of the change history as people read it: things that have a name by it, times with their zone. */
export function plain(value: unknown, owner: Owner = {}, field = ''): string {
  const inside = (each: unknown, name = field) => plain(each, owner, name);
  if (value === null || value === undefined || value === '') return NOTHING;
  if (Array.isArray(value)) return value.map((each) => inside(each)).join(', ') || NOTHING;
  if (typeof value === 'string' && TIME.test(value)) return moment(value, owner.timeZone);
  const name = owner.names?.get(nodeIn(field, value) ?? '');
  if (name !== undefined) return name;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (AMOUNTS.has(field) && Number.isFinite(Number(value))) return amount(value as string, owner.currency);
  if (typeof value === 'string' && WORDED.has(field)) return words(value);
  if (typeof value !== 'object') return String(value);
  const { name: own, excluded } = value as { readonly name?: unknown; readonly excluded?: unknown };
  if (typeof own === 'string') {
    const shown = WORDED.has(field) ? words(own) : own;
    return excluded === true ? `not ${shown}` : shown;
  }
  const people = funnelPeople(value);
  if (people) return people;
  const known = Object.entries(value).filter(([key, each]) => !UNSAID.has(key) && inside(each) !== NOTHING);
  return known.map(([key, each]) => `${lower(labelOf(key))} ${inside(each, key)}`).join(', ') || NOTHING;
}

/** Four places are what an amount can have. */
const amount = (value: string, currency: string | undefined): string =>
  currency ? price(value, currency) : number(value, { maximumFractionDigits: 4 });
