import type { ListParameters } from '../../../resources/filter/listing.ts';
import { answerPage, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { ADVERTISER } from './definition.ts';
import { ADVERTISER_LIST } from './find.ts';

/** Returns a page of the caller's advertisers. */
export function listAdvertisers(options: { ctx: DomainContext; input: ListParameters }): Promise<JsonText> {
  return answerPage({ ...options, resource: ADVERTISER, list: ADVERTISER_LIST });
}
