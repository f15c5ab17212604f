import type { ListParameters } from '../../../resources/filter/listing.ts';
import { answerPage, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { DEAL } from './definition.ts';
import { DEAL_LIST } from './find.ts';

/** Returns a page of the caller's deals. */
export function listDeals(options: { ctx: DomainContext; input: ListParameters }): Promise<JsonText> {
  return answerPage({ ...options, resource: DEAL, list: DEAL_LIST });
}
