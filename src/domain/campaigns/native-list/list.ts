import type { ListParameters } from '../../../resources/filter/listing.ts';
import { answerPage, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { ADVERTISER } from '../advertiser/definition.ts';
import { NATIVE_LIST } from './definition.ts';
import { NATIVE_LIST_LIST } from './find.ts';

/**
 * Returns a page of the caller's native lists, without their items; of one advertiser if `accountId` names it. Throws
 * NotFoundError if there is no such advertiser.
 */
export function listNativeLists(options: {
  ctx: DomainContext;
  input: ListParameters & { accountId?: string | undefined };
}): Promise<JsonText> {
  const owner = {
    parameter: 'accountId',
    sent: options.input.accountId,
    resource: ADVERTISER,
    column: 'advertiserId',
  };
  return answerPage({ ...options, resource: NATIVE_LIST, list: NATIVE_LIST_LIST, owner });
}
