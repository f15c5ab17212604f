import type { Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';
import { lockCountdowns } from '../creative/time-macro.ts';

/**
 * Only ads on native lines can have a countdown, and they must have one if the creative contains `{time}`. Adds a
 * problem if a line becomes native, or stops being native, while its ads would break this rule.
 */
export async function checkCountdowns(options: {
  ctx: DomainContext;
  problems: Problems;
  line: { id: number; advertiserId: number; isNativeEnabled: boolean };
  isNativeEnabled: boolean | undefined;
}): Promise<void> {
  const { ctx, problems, line, isNativeEnabled } = options;
  if (isNativeEnabled === undefined || isNativeEnabled === line.isNativeEnabled) return;
  await lockCountdowns(ctx, line.advertiserId);
  const time = { contains: '{time}' };
  const ad = await ctx.db.ad.findFirst({
    where: {
      lineId: line.id,
      ...(isNativeEnabled
        ? { countdown: null, creative: { OR: [{ title: time }, { description: time }] } }
        : { countdown: { isNot: null } }),
    },
    select: { id: true },
  });
  if (!ad) return;
  const why = isNativeEnabled
    ? `ad ${ad.id} shows {time} without a countdown`
    : `ad ${ad.id} has a countdown`;
  problems.add('isNativeEnabled', `must not change while ${why}`);
}
