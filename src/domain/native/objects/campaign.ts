import { z } from 'zod';
import type { Campaign } from '../../../db/generated/prisma/client.ts';
import { campaignFields, campaignUpdateFields } from '../../campaign/input.ts';
import { UNKNOWN_LANGUAGE } from '../../campaign/rules.ts';
import { listEntries } from '../../dictionary/entries.ts';
import { defineInput } from '../../input.ts';
import { channelProblem } from '../channels.ts';
import { COMMON_COLUMNS, type NativeObject, READ_ONLY } from '../object.ts';
import { checkAdvertisers } from '../references.ts';

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
  create: defineInput({ fields: z.object(campaignFields), readOnly: READ_ONLY }),
  update: defineInput({ fields: z.object(campaignUpdateFields).partial(), readOnly: READ_ONLY }),
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
          description: `language ${UNKNOWN_LANGUAGE}`,
        });
    }
  },
};
