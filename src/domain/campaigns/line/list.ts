import type { ListParameters } from '../../../resources/filter/listing.ts';
import { answerPage, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { CAMPAIGN } from '../campaign/definition.ts';
import { LINE } from './definition.ts';
import { LINE_LIST } from './find.ts';

/**
 * Returns a page of a campaign's lines; without a campaign, of the seat's lines if `isOfSeat` allows it. Throws
 * NotFoundError if the campaign does not exist.
 */
export function listLines(options: {
  ctx: DomainContext;
  input: ListParameters & { orderId?: string | undefined };
  isOfSeat?: boolean;
}): Promise<JsonText> {
  const { isOfSeat = false, ...list } = options;
  const owner = {
    parameter: 'orderId',
    sent: options.input.orderId,
    resource: CAMPAIGN,
    column: 'campaignId',
    required: !isOfSeat,
  } as const;
  return answerPage({ ...list, resource: LINE, list: LINE_LIST, owner });
}
