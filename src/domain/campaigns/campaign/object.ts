import type { Campaign } from '../../../platform/database/generated/prisma/client.ts';
import { listEntries } from '../../audiences/dictionary/entries.ts';
import { channelProblem } from '../../native/batch/channels.ts';
import { nativeObject } from '../../native/batch/object.ts';
import { checkAdvertisers } from '../../native/batch/references.ts';
import { CAMPAIGN } from './definition.ts';

/** The rules of a campaign, the same for every interface. `orderId` of a line is a campaign's ID. */
export const campaignObject = nativeObject<Campaign>(CAMPAIGN, {
  name: 'campaign',
  defaults: { status: 'ACTIVE' },
  immutable: ['advertiserId'],
  parents: {},
  async check({ ctx, drafts }) {
    await checkAdvertisers(ctx, drafts);
    const namesLanguage = drafts.some(({ row, named }) => named.has('language') && row.language);
    const known = namesLanguage ? await listEntries(ctx, 'language') : [];
    const languages = new Set(known.map(({ value }) => value));
    for (const { before, row, named, refusals } of drafts) {
      const isNew = row.channel !== before?.channel || row.objective !== before?.objective;
      const mismatch = isNew ? channelProblem(row) : undefined;
      if (mismatch) refusals.push(mismatch);
      if (row.startDate && row.endDate && row.endDate <= row.startDate)
        refusals.push({
          path: named.has('endDate') ? 'endDate' : 'startDate',
          message: 'Invalid input',
          description: named.has('endDate')
            ? 'endDate must be after startDate'
            : 'startDate must be before endDate',
        });
      if (named.has('language') && row.language && !languages.has(row.language))
        refusals.push({
          path: 'language',
          message: 'Invalid language',
          description: 'language must be a language of the dictionary, such as en',
        });
    }
  },
});
