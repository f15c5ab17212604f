import { Problems } from '../../../resources/define/input.ts';
import { whereOf } from '../../../resources/filter/conditions.ts';
import { orderByOf } from '../../../resources/filter/keyset.ts';
import { type ListDefinition, searchWhere } from '../../../resources/filter/list-fields.ts';
import { idParameter, type ListParameters, parseList } from '../../../resources/filter/listing.ts';
import type { DomainContext } from '../../context.ts';
import { getAdvertiser } from './get.ts';

export interface OwnedListParameters extends ListParameters {
  readonly accountId?: string | undefined;
}

/**
 * Returns a page of objects that advertisers own, by the common list parameters: those of the advertiser that
 * `accountId` names, else of the whole seat. Throws NotFoundError if there is no such advertiser.
 */
export async function ownedPage(options: {
  ctx: DomainContext;
  input: OwnedListParameters;
  list: ListDefinition;
}) {
  const { ctx, input, list } = options;
  const problems = new Problems();
  const advertiserId = idParameter(problems, 'accountId', input.accountId);
  const { query: text, order, conditions, ...page } = parseList({ ctx, input, list, problems });
  if (advertiserId !== undefined) await getAdvertiser({ ctx, id: advertiserId });
  return {
    where: {
      AND: [searchWhere(list, text), whereOf(conditions), advertiserId === undefined ? {} : { advertiserId }],
    },
    query: { ...page, orderBy: orderByOf(order) },
  };
}
