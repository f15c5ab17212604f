import type { ListParameters } from '../../../resources/filter/listing.ts';
import { answerPage, type JsonText } from '../../../resources/read/answer.ts';
import type { DomainContext } from '../../context.ts';
import { LINE } from '../line/definition.ts';
import { AD } from './definition.ts';
import { AD_LIST } from './find.ts';

/** Returns a page of a line's ads. Throws NotFoundError if the line does not exist. */
export function listAds(options: {
  ctx: DomainContext;
  input: ListParameters & { lineId?: string | undefined };
}): Promise<JsonText> {
  const owner = {
    parameter: 'lineId',
    sent: options.input.lineId,
    resource: LINE,
    column: 'lineId',
    required: true,
  } as const;
  return answerPage({ ...options, resource: AD, list: AD_LIST, owner });
}
