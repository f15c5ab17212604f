import { isOneOf } from '../../../platform/text/typed.ts';
import { valuesOf } from '../../../resources/define/enum-type.ts';
import { isRecord, type Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';
import { SUPPLY_TYPE } from './enums.ts';

/** The stored value for the operator's own supply. On the wire it is the operator's name. */
export const OPERATOR_SUPPLY = 'PLATFORM';
const SUPPLIES = valuesOf(SUPPLY_TYPE);
/** Stands for a word that names no supply. */
const UNKNOWN_SUPPLY = 'UNKNOWN';

type Brand = Pick<DomainContext, 'config'>;

/** The operator's word for its own supply: `PLATFORM` unless set. */
export const operatorSupply = ({ config }: Brand): string => config.operator.toUpperCase();

/** A stored supply type in the operator's words. */
export function shownSupply<Stored>(brand: Brand, stored: Stored): Stored | string {
  return stored === OPERATOR_SUPPLY ? operatorSupply(brand) : stored;
}

/** What REST sends of a line, with the stored word of the supply that it names. */
export function withStoredSupply(brand: Brand, body: unknown): unknown {
  if (!isRecord(body) || typeof body.supplyType !== 'string') return body;
  return { ...body, supplyType: storedSupply(brand, body.supplyType) };
}

function storedSupply(brand: Brand, word: string): string {
  if (word === operatorSupply(brand)) return OPERATOR_SUPPLY;
  return word === OPERATOR_SUPPLY ? UNKNOWN_SUPPLY : word;
}

/** The supply type of an input, as it is to be stored; null clears it. */
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
