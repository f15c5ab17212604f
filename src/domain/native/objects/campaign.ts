import { z } from 'zod';
import type { Campaign } from '../../../db/generated/prisma/client.ts';
import { listEntries } from '../../dictionary/entries.ts';
import { amount, id, oneOf, text, token } from '../../fields.ts';
import { defineInput } from '../../input.ts';
import { channelProblem } from '../channels.ts';
import { COMMON_COLUMNS, type NativeObject, READ_ONLY } from '../object.ts';
import { checkAdvertisers } from '../references.ts';

const fields = {
  advertiserId: id('Advertiser').describe('Its advertiser; never changes.'),
  campaignName: text().describe('Display name.'),
  status: oneOf(['ACTIVE', 'PAUSED']).optional().describe('ACTIVE or PAUSED.'),
  budget: amount().optional().describe('Budget in the advertiser’s currency.'),
  budgetType: oneOf(['LIFETIME', 'DAILY', 'MONTHLY']).optional().describe('LIFETIME, DAILY or MONTHLY.'),
  objective: token().optional().describe('Such as VISIT_WEB or PROMOTE_BRAND.'),
  language: text(2).optional().describe('Language code of the dictionary.'),
  channel: oneOf(['NATIVE', 'SEARCH', 'SEARCH_AND_NATIVE'])
    .optional()
    .describe('NATIVE, SEARCH or SEARCH_AND_NATIVE.'),
  isPartnerNetwork: oneOf(['TRUE', 'FALSE']).optional().describe('Whether partner sites serve it.'),
  advancedGeoPos: token().optional().describe('How locations are included.'),
  advancedGeoNeg: token().optional().describe('How locations are excluded.'),
};

/** The row that a line's `orderId` names, as the native interface shows it (section 3, Campaign). */
export const campaignObject: NativeObject<Campaign> = {
  name: 'campaign',
  resource: 'Campaign',
  table: 'campaign',
  columns: {
    ...COMMON_COLUMNS,
    name: 'name',
    budget: 'budget',
    budgetType: 'budget_type',
    objective: 'objective',
    language: 'language',
    channel: 'channel',
    isPartnerNetwork: 'is_partner_network',
    advancedGeoPos: 'advanced_geo_pos',
    advancedGeoNeg: 'advanced_geo_neg',
  },
  renamed: { campaignName: 'name' },
  create: defineInput({ fields: z.object(fields), readOnly: READ_ONLY }),
  update: defineInput({
    fields: z
      .object({
        ...fields,
        status: oneOf(['ACTIVE', 'PAUSED', 'DELETED']).describe('ACTIVE, PAUSED or DELETED.'),
      })
      .partial(),
    readOnly: READ_ONLY,
  }),
  defaults: { status: 'ACTIVE' },
  immutable: ['advertiserId'],
  parents: {},
  async check({ ctx, drafts }) {
    await checkAdvertisers(ctx, drafts);
    const languages = new Set((await listEntries(ctx, 'language')).map(({ value }) => value));
    for (const { row, named, refusals } of drafts) {
      const mismatch = named.has('channel') || named.has('objective') ? channelProblem(row) : undefined;
      if (mismatch) refusals.push(mismatch);
      if (named.has('language') && row.language && !languages.has(row.language))
        refusals.push({
          path: 'language',
          message: 'Invalid language',
          description: `${row.language} is not a language of the dictionary`,
        });
    }
  },
};
