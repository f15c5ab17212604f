import { sql } from '../../../platform/database/connection/client.ts';
import type { Creative } from '../../../platform/database/generated/prisma/client.ts';
import type { Problems } from '../../../resources/define/input.ts';
import { rowOfSeat } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { hasTimeMacro } from '../creative/time-macro.ts';
import { visibleCreatives } from '../creative/visible.ts';
import { visibleLines } from '../line/visible.ts';

/**
 * Returns the line of an ad and locks it until the transaction ends. A line of another seat is refused as unknown. A
 * line of a deleted campaign is refused, as an ad group of one is on the native interface.
 */
export async function referredLine(options: {
  ctx: DomainContext;
  problems: Problems;
  id: number | undefined;
  /** Whether the ad is new on this line. */
  joins: boolean;
}) {
  const { ctx, problems, id, joins } = options;
  if (id === undefined) return undefined;
  const line = await rowOfSeat({
    ctx,
    name: 'line for share',
    id,
    rows: (ids) => sql<ReferredLine>(ctx.db)`
      SELECT line.id, line.advertiser_id AS "advertiserId", line.is_native_enabled AS "isNativeEnabled",
             campaign.status AS "campaignStatus"
      FROM line JOIN campaign ON campaign.id = line.campaign_id
      WHERE line.id = ANY(${ids}::int[]) AND line.seat_id = ${visibleLines(ctx).seatId}
      ORDER BY line.id FOR SHARE`,
  });
  if (!line) problems.add('lineId', 'must be the ID of a line of this seat');
  else if (joins && line.campaignStatus === 'DELETED')
    problems.add('lineId', 'names a line whose campaign is deleted');
  return line;
}

interface ReferredLine {
  readonly id: number;
  readonly advertiserId: number;
  readonly isNativeEnabled: boolean;
  readonly campaignStatus: string;
}

type ReferredCreative = Pick<
  Creative,
  'id' | 'advertiserId' | 'name' | 'mediaType' | 'title' | 'description'
>;

/** Returns the creative that an ad shows, and locks it. It must belong to the line's advertiser. */
export async function referredCreative(options: {
  ctx: DomainContext;
  problems: Problems;
  id: number | undefined;
  advertiserId: number | undefined;
}) {
  const { ctx, problems, id, advertiserId } = options;
  if (id === undefined) return undefined;
  const creative = await rowOfSeat({
    ctx,
    name: 'creative for share',
    id,
    rows: (ids) => sql<ReferredCreative>(ctx.db)`
      SELECT id, advertiser_id AS "advertiserId", name, media_type AS "mediaType", title, description
      FROM creative
      WHERE id = ANY(${ids}::int[]) AND seat_id = ${visibleCreatives(ctx).seatId} ORDER BY id FOR SHARE`,
  });
  if (!creative) problems.add('creativeId', 'must be the ID of a creative of this seat');
  else if (advertiserId !== undefined && creative.advertiserId !== advertiserId)
    problems.add('creativeId', 'must be a creative of the line’s advertiser');
  return creative;
}

/** Only ads on native lines can have a countdown, and they must have one if the creative contains `{time}`. */
export function checkCountdown(options: {
  problems: Problems;
  line: { isNativeEnabled: boolean } | undefined;
  creative: { title: string | null; description: string | null } | undefined;
  hasCountdown: boolean;
}): void {
  const { problems, line, creative, hasCountdown } = options;
  if (!line) return;
  if (!line.isNativeEnabled && hasCountdown) problems.add('countdown', 'is for ads on native lines only');
  if (line.isNativeEnabled && !hasCountdown && creative && hasTimeMacro(creative))
    problems.add('countdown', 'is required: the creative has {time} in its title or description');
}

/** The prefix must be an entry of the countdown-prefix dictionary, in any language. */
export async function checkPrefix(options: {
  ctx: DomainContext;
  problems: Problems;
  id: number | null | undefined;
}): Promise<void> {
  const { ctx, problems, id } = options;
  if (id == null) return;
  const prefix = await ctx.db.dictionaryEntry.findFirst({
    where: { list: { startsWith: 'flash_sale_countdown_prefix_text:' }, number: id },
    select: { value: true },
  });
  if (!prefix) problems.add('countdown.countdownPrefixId', 'must be a countdown prefix of the dictionary');
}
