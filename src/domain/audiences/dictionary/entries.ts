import { sql } from '../../../platform/database/connection/client.ts';
import type { ListName } from './lists.ts';
import { cachedList, type Reader } from './version.ts';

/** A valid value, as the dictionary shows it. */
export interface Entry {
  readonly value: string;
  readonly name: string | null;
  /** The integer by which other objects refer to the entry, if they do. */
  readonly number: number | null;
}

export interface CurrencyLimits {
  readonly minCampaignBudget: number;
  readonly minBidCpm: number;
  readonly minBidCpmVideo: number;
  readonly minBidCpv: number;
  readonly minBidCpc: number;
}

interface Row extends Entry {
  readonly list: string;
  readonly detail: unknown;
}

type EntryList = Extract<
  ListName,
  | 'language'
  | 'country'
  | 'timezone'
  | 'currency'
  | 'device'
  | 'exchange'
  | 'supply_group'
  | 'call_to_action_text'
  | 'flash_sale_countdown_prefix_text'
>;
export type TextList = Extract<EntryList, `${string}_text`>;
export type ValueList = Exclude<EntryList, TextList>;

/** Returns all rows of a flat list in the order of its file; `call_to_action_text` includes all languages. */
const rowsOf = (system: Reader, list: EntryList): Promise<Row[]> =>
  cachedList(
    system,
    list,
    () => sql<Row>(system.db)`SELECT list, value, name, number, detail FROM dictionary_entry
      WHERE list = ${list} OR starts_with(list, ${`${list}:`}) ORDER BY position`,
  );

export async function listEntries(system: Reader, list: ValueList): Promise<readonly Entry[]> {
  return await rowsOf(system, list);
}

/** Returns the minimum budgets and bids in a currency, in units of it; undefined for an unknown currency. */
export async function currencyLimits(system: Reader, code: string): Promise<CurrencyLimits | undefined> {
  const rows = await rowsOf(system, 'currency');
  return rows.find((row) => row.value === code)?.detail as CurrencyLimits | undefined;
}

/** Returns the valid texts of a language; undefined if the dictionary has none in it. */
export async function textsIn(
  system: Reader,
  list: TextList,
  language: string,
): Promise<readonly Entry[] | undefined> {
  const rows = await rowsOf(system, list);
  const texts = rows.filter((row) => row.list === `${list}:${language}`);
  return texts.length > 0 ? texts : undefined;
}
