import type { Campaign, Prisma } from '../../db/generated/prisma/client.ts';
import { checkAdvertiser } from '../advertiser/reference.ts';
import { authorizeWrite, type DomainContext, inTransaction } from '../context.ts';
import { mergeExtra } from '../extra.ts';
import { recordChange } from '../history/record.ts';
import { Problems } from '../input.ts';
import { CreateCampaign } from './input.ts';
import { checkChannel, checkLanguage } from './rules.ts';

/** Creates a campaign of one of the caller's advertisers (spec 3, "Campaign"); ACTIVE unless sent. */
export async function createCampaign(options: { ctx: DomainContext; input: unknown }): Promise<Campaign> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const fields = problems.parse(ctx, CreateCampaign, input);
  if (!(fields.campaignName ?? fields.name) && !problems.has('campaignName') && !problems.has('name'))
    problems.add('campaignName', 'is required');
  checkChannel({ problems, objective: fields.objective, channel: fields.channel });
  await checkLanguage({ ctx, problems, language: fields.language });
  await checkAdvertiser({ ctx, problems, path: 'advertiserId', id: fields.advertiserId });
  const extra = mergeExtra({ problems, definition: CreateCampaign, stored: {}, input });
  const { campaignName, name = '', ...data } = problems.complete(fields, CreateCampaign);

  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now();
    const campaign = await ctx.db.campaign.create({
      data: {
        ...data,
        name: campaignName ?? name,
        seatId: ctx.seatId,
        ...(extra && { extra: extra as Prisma.InputJsonObject }),
        createdAt: now,
        updatedAt: now,
      },
    });
    await recordChange({ ctx, resource: 'Campaign', id: campaign.id, action: 'CREATE', after: campaign });
    return campaign;
  });
}
