import { getDeal } from '../../domain/campaigns/deal/get.ts';
import { isDomainError } from '../../domain/errors.ts';
import { isRecord } from '../../resources/define/input.ts';
import { idFromText } from '../ids.ts';
import type { Divergence, ObservedCall } from './divergence.ts';

/** Leaves out a price that is the stored one without its fraction. */
async function withoutCutPrice({ ctx, params, body }: ObservedCall): Promise<unknown> {
  if (!isRecord(body) || !Number.isInteger(body.reservePrice)) return body;
  const stored = await storedPrice({ ctx, id: idFromText(params.id) });
  if (stored === undefined || stored === body.reservePrice || Math.trunc(stored) !== body.reservePrice)
    return body;
  const { reservePrice: _, ...rest } = body;
  return rest;
}

/** The price of a deal; undefined if the caller cannot see the deal, which the route refuses. */
async function storedPrice(deal: Parameters<typeof getDeal>[0]): Promise<number | undefined> {
  try {
    const { reservePrice } = JSON.parse((await getDeal(deal)).text);
    return Number(reservePrice);
  } catch (error) {
    if (isDomainError(error)) return undefined;
    throw error;
  }
}

export const reservePrice: Divergence = {
  name: 'reservePrice without its fraction',
  differs:
    'A `reservePrice` in a PUT that is the stored one without its fraction changes nothing: 4 where 4.5 is stored. To set 4, set another price first.',
  sentBy: 'The Java client, which reads the price as an integer and sends back what it read.',
  example: { documented: '"reservePrice": 4 sets 4', observed: '"reservePrice": 4 leaves 4.5' },
  requests: { 'PUT /traffic/deals/:id': withoutCutPrice },
};
