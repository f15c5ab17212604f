import { z } from 'zod';
import type { Campaign } from '../../db/generated/prisma/client.ts';
import { listEntries } from '../dictionary/entries.ts';
import { defineInput } from '../input.ts';
import { channelProblem } from '../native/channels.ts';
import { COMMON_COLUMNS, type NativeObject, READ_ONLY } from '../native/object.ts';
import { checkAdvertisers } from '../native/references.ts';
import { campaignFields, campaignUpdateFields } from './input.ts';

/** A campaign and its rules (section 3, Campaign), whichever interface writes it; `orderId` of a line names one. */
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
          description: 'language must be a language of the dictionary, such as en',
        });
    }
  },
};
