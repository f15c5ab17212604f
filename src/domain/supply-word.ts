import type { DomainContext } from './context.ts';
import type { Problems } from './input.ts';

/** The operator's own supply as it is stored, whatever the operator is called on the wire (RULINGS G2). */
export const OPERATOR_SUPPLY = 'PLATFORM';
const SUPPLIES: readonly string[] = [OPERATOR_SUPPLY, 'THIRD_PARTY'];

type Brand = Pick<DomainContext, 'config'>;

/** The operator's word for its own supply: `PLATFORM` unless set. */
export const operatorSupply = ({ config }: Brand): string => config.operator.toUpperCase();

/** A stored supply type in the operator's words. */
export function shownSupply<Stored>(brand: Brand, stored: Stored): Stored | string {
  return stored === OPERATOR_SUPPLY ? operatorSupply(brand) : stored;
}

/** The supply type that a word names, as it is stored; what names none is stored nowhere. */
export function storedSupply(brand: Brand, word: string): string {
  if (word === operatorSupply(brand)) return OPERATOR_SUPPLY;
  return word === OPERATOR_SUPPLY ? '' : word;
}

/** The supply type of an input, as it is to be stored; null clears it. */
export function supplyIn(options: {
  ctx: Brand;
  problems: Problems;
  supplyType: string | null | undefined;
}): { supplyType?: string | null } {
  const { ctx, problems } = options;
  if (options.supplyType === undefined) return {};
  if (options.supplyType === null) return { supplyType: null };
  const supplyType = storedSupply(ctx, options.supplyType);
  if (SUPPLIES.includes(supplyType)) return { supplyType };
  problems.add('supplyType', `must be one of ${operatorSupply(ctx)}, THIRD_PARTY`);
  return {};
}
