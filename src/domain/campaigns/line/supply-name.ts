import { isOneOf } from '../../../platform/text/typed.ts';
import { valuesOf } from '../../../resources/define/enum-type.ts';
import { isRecord, type Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';
import { SUPPLY_TYPE } from './enums.ts';

/** The stored value for the operator's own supply. Interfaces show the operator's name instead. */
export const OPERATOR_SUPPLY = 'PLATFORM';
const SUPPLIES = valuesOf(SUPPLY_TYPE);
/** Replaces `PLATFORM` where the operator's own supply has another name, so that validation refuses it. */
const UNKNOWN_SUPPLY = 'UNKNOWN';

type Brand = Pick<DomainContext, 'config'>;

/** Returns the name of the operator's own supply: `PLATFORM` unless configured. */
export const operatorSupply = ({ config }: Brand): string => config.operator.toUpperCase();

/** Returns a stored supply type as interfaces show it. */
export function shownSupply<Stored>(brand: Brand, stored: Stored): Stored | string {
  return stored === OPERATOR_SUPPLY ? operatorSupply(brand) : stored;
}

/** Returns the body of a line from REST with the stored value of its supply type. */
export function withStoredSupply(brand: Brand, body: unknown): unknown {
  if (!isRecord(body) || typeof body.supplyType !== 'string') return body;
  return { ...body, supplyType: storedSupply(brand, body.supplyType) };
}

function storedSupply(brand: Brand, name: string): string {
  if (name === operatorSupply(brand)) return OPERATOR_SUPPLY;
  return name === OPERATOR_SUPPLY ? UNKNOWN_SUPPLY : name;
}

/** Returns the supply type of an input as it is stored; null clears it. */
export function supplyIn(options: {
  ctx: Brand;
  problems: Problems;
  supplyType: string | null | undefined;
}): { supplyType?: string | null } {
  const { ctx, problems, supplyType } = options;
  if (supplyType === undefined) return {};
  if (supplyType === null || isOneOf(SUPPLIES, supplyType)) return { supplyType };
  problems.add('supplyType', `must be one of ${operatorSupply(ctx)}, THIRD_PARTY`);
  return {};
}
