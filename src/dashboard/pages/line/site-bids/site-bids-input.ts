import type {
  BidMultiplierTargetType,
  DashboardBidTargetFragment,
  DashboardSiteBidFragment,
  UpdateBidMultipliersInput,
} from '../../../generated/graphql.ts';
import { isNumber, NUMBER_WANTED } from '../../../parts/fields/numbers.ts';

/** What a factor is for. */
export interface Target {
  readonly key: string;
  readonly type: BidMultiplierTargetType;
  readonly value: unknown;
  readonly name: string;
}

/** What was typed, and not saved yet. */
export interface SiteBids {
  /** Added ones, with their factors. */
  readonly added: readonly (Target & { readonly factor: string })[];
  /** Factors of stored ones by ID; null removes one. */
  readonly edited: Readonly<Record<string, string | null>>;
}

export const NO_BIDS: SiteBids = { added: [], edited: {} };

export const keyOf = (type: string, value: unknown): string => `${type} ${JSON.stringify(value)}`;

export const targetOf = ({ type, name, targetValue }: DashboardBidTargetFragment): Target => ({
  ...{ key: keyOf(type, targetValue), type, value: targetValue, name },
});

/** Factors that are no numbers, by the keys or IDs of what they are for. */
export function factorIssues({ added, edited }: SiteBids): ReadonlyMap<string, string> {
  const typed = [
    ...added.map(({ key, factor }) => [key, factor] as const),
    ...Object.entries(edited).flatMap(([id, factor]) => (factor === null ? [] : [[id, factor] as const])),
  ];
  return new Map(typed.flatMap(([key, factor]) => (isNumber(factor) ? [] : [[key, NUMBER_WANTED] as const])));
}

export function siteBidsInput(
  { added, edited }: SiteBids,
  line: { readonly id: string; readonly updatedAt: string },
): UpdateBidMultipliersInput {
  const entries = Object.entries(edited);
  return {
    ...{ lineId: line.id, updatedAt: line.updatedAt },
    added: added.map(({ type, value, factor }) => ({
      ...{ targetType: type, targetValue: value, multiplier: factor },
    })),
    edited: entries.flatMap(([id, factor]) => (factor === null ? [] : [{ id, multiplier: factor }])),
    removedItems: entries.flatMap(([id, factor]) => (factor === null ? [{ id }] : [])),
  };
}

/** The words for what a factor is for. */
export const KINDS: Readonly<Record<DashboardSiteBidFragment['targetType'], string>> = {
  DAY_PARTING: 'Hour',
  SITE_GROUP_X_DEVICE: 'Group of sites, by device',
  SITE_X_DEVICE: 'Site, by device',
  SUPPLY_GROUP: 'Supply',
};
