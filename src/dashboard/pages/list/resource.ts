import type { ReactNode } from 'react';
import type { DashboardListFiguresFragment, DeliveryFilter, SavedViewPage } from '../../generated/graphql.ts';
import type { CsvRow } from '../../parts/csv.ts';
import type { MetricName } from '../../parts/figures/metrics.ts';
import type { Days } from '../../parts/period/days.ts';
import type { ConditionColumn } from './conditions.ts';
import type { ListSearch } from './search.ts';
import type { StoppedLines } from './stopped.ts';

/** By what the service orders a list. */
export type Sort<Field extends string> =
  | { readonly metric: MetricName }
  | { readonly field: Field }
  | { readonly pacing: 'RATIO' };

export interface Row extends Pick<DashboardListFiguresFragment, 'now' | 'before'> {
  readonly id: string;
  readonly name: string;
}

type Delivery = Row['now'];

/** What the cells of a list are about. */
export interface ListView {
  readonly days: Days;
  /** Undefined where nothing is compared. */
  readonly compared: Days | undefined;
  /** Of the seat or of what the list is narrowed to; undefined until it is read. */
  readonly whole: Delivery | undefined;
  /** Amounts are in the currency of each advertiser. */
  readonly isOwnCurrency: boolean;
  /** How many active lines of a row do not deliver; undefined where there are too many to count. */
  readonly stopped: StoppedLines | undefined;
  /** What a link to another list takes along. */
  readonly period: ListSearch;
}

/** Rows that are added up, and what they are together: a global ID, or undefined for rows of a page. */
export interface Total {
  readonly name: string;
  readonly deliveries: readonly Delivery[];
  readonly node?: string | undefined;
  /** The figures are those that the page's range, zone and currency stand for. */
  readonly isWhole: boolean;
}

export interface ListColumn<Item, Field extends string> {
  /** In the address. */
  readonly key: string;
  readonly name: string;
  /** The whole name, where the head has a short one. */
  readonly title?: string;
  readonly sort?: Sort<Field>;
  readonly numeric?: boolean;
  /** What the order is by, where amounts are shown in the currencies of their advertisers. */
  readonly ownNote?: string;
  /** Its text goes on in further rows. */
  readonly wraps?: boolean;
  /** Always shown, shown until other columns are chosen, or only if it is chosen. */
  readonly shown: 'always' | 'first' | 'chosen';
  readonly cell: (row: Item, view: ListView) => ReactNode;
  readonly total?: (total: Total, view: ListView) => ReactNode;
  /** What a file has of it, by the heads of its columns: the same for all rows. */
  readonly csv?: (row: Item, view: ListView) => CsvRow;
}

/** A choice that narrows a list down, as the address names it. */
export interface ListFilter<Filter> {
  readonly param: keyof ListSearch;
  readonly label: string;
  /** No choice. */
  readonly any: string;
  readonly choices: readonly (readonly [value: string, name: string])[];
  /** Shown where it narrows the list down, and once more filters are wanted. */
  readonly isRare?: true;
  readonly filter: (value: string) => Filter;
}

/** What a list is narrowed down to by a link: the rows of one advertiser, campaign or line. */
export interface ListScope<Filter> {
  readonly param: 'advertiser' | 'campaign' | 'line';
  readonly name: string;
  readonly node: string;
  readonly filter: (id: string) => Filter;
  /** The part of the facts that belongs to it. */
  readonly facts: (id: string) => { advertiserIds?: string[]; facts?: DeliveryFilter };
}

/** One kind of thing and how it is listed. */
export interface Resource<Item, Field extends string, Filter> {
  /** Of one, such as `line`. */
  readonly noun: string;
  /** The list of all of them, of which views can be saved. */
  readonly page: SavedViewPage;
  readonly columns: readonly ListColumn<Item, Field>[];
  readonly filters: readonly ListFilter<Filter>[];
  /** Columns that conditions compare, beside the figures that every list has. */
  readonly compared: readonly ConditionColumn<Filter>[];
  readonly scopes: readonly ListScope<Filter>[];
}
