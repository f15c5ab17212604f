import type { NativeAd } from '../../../platform/database/generated/prisma/client.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { type TextList, textsIn } from '../../audiences/dictionary/entries.ts';
import type { DomainContext } from '../../context.ts';
import { type ItemRefusal, nativeObject } from '../batch/object.ts';
import { adGroupsById, unknownParent } from '../batch/references.ts';
import { NATIVE_AD } from './definition.ts';

export const adObject = nativeObject<NativeAd>(NATIVE_AD, {
  name: 'ad',
  defaults: { status: 'ACTIVE' },
  immutable: ['advertiserId', 'adGroupId'],
  parents: { adGroupId: 'adGroupId' },
  async check({ ctx, drafts }) {
    const groups = await adGroupsById(
      ctx,
      drafts.map(({ row }) => row.adGroupId),
    );
    const textProblems = textChecker(ctx);
    for (const { before, row, named, refusals } of drafts) {
      if (row.adGroupId === undefined) continue;
      const group = groups.get(row.adGroupId);
      if (!group) {
        if (!before) refusals.push(unknownParent('adGroupId', 'ad group', row.adGroupId));
        continue;
      }
      if (!before && row.advertiserId !== undefined && row.advertiserId !== group.advertiserId)
        refusals.push(OTHER_ADVERTISER);
      if (!before) row.advertiserId = group.advertiserId;
      refusals.push(...(await textProblems(row, named, group.campaign.language)));
    }
  },
});

const OTHER_ADVERTISER: ItemRefusal = {
  path: 'advertiserId',
  message: 'Invalid advertiser id',
  description: 'advertiserId must equal the advertiser ID of the ad group',
};

/**
 * The texts of an ad must be in the dictionary in the campaign's language, or in English if the dictionary has none in
 * that language. Each list is read once for a whole batch.
 */
function textChecker(ctx: DomainContext) {
  const lists = new Map<string, Promise<ReadonlySet<unknown>>>();
  const textsOf = (list: TextList, language: string) => {
    const key = `${list} ${language}`;
    const texts = lists.get(key) ?? readTexts(ctx, list, language);
    lists.set(key, texts);
    return texts;
  };
  return async (
    row: Partial<NativeAd>,
    named: ReadonlySet<string>,
    language: string | null,
  ): Promise<ItemRefusal[]> => {
    const problems: ItemRefusal[] = [];
    for (const { list, path, text } of usedTexts(row, named)) {
      if ((await textsOf(list, language ?? 'en')).has(text)) continue;
      const description = `${path} must be a text of the dictionary in the campaign's language`;
      problems.push({ path, message: 'Invalid input', description });
    }
    return problems;
  };
}

async function readTexts(
  ctx: DomainContext,
  list: TextList,
  language: string,
): Promise<ReadonlySet<unknown>> {
  const texts = (await textsIn(ctx, list, language)) ?? (await textsIn(ctx, list, 'en')) ?? [];
  return new Set(texts.map(({ value }) => value));
}

function usedTexts(row: Partial<NativeAd>, named: ReadonlySet<string>) {
  const config = isRecord(row.flashSaleConfig) ? row.flashSaleConfig : {};
  const used: { list: TextList; path: string; text: unknown }[] = [];
  if (named.has('callToActionText') && row.callToActionText !== null)
    used.push({ list: 'call_to_action_text', path: 'callToActionText', text: row.callToActionText });
  if (named.has('flashSaleConfig') && config.countdownPrefixText !== undefined)
    used.push({
      list: 'flash_sale_countdown_prefix_text',
      path: 'flashSaleConfig.countdownPrefixText',
      text: config.countdownPrefixText,
    });
  return used;
}
