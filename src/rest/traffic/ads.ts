import { createAd } from '../../domain/ad/create.ts';
import { getAd } from '../../domain/ad/get.ts';
import { listAds } from '../../domain/ad/list.ts';
import type { AdWithParts } from '../../domain/ad/parts.ts';
import { updateAd } from '../../domain/ad/update.ts';
import { formatInstant } from '../../domain/instant.ts';
import { idFromText } from '../ids.ts';
import { pickShown } from '../shown.ts';
import type { TrafficRoute } from './route.ts';
import { AD, AD_COUNTDOWN, AD_SCHEDULE } from './shown.ts';

/** Spec 2, "Ads"; PUT has two paths and is one operation (RULINGS T17). */
export function adRoutes(route: TrafficRoute): void {
  route('GET', '/ads/:id', async ({ ctx, params }) =>
    adToWire(await getAd({ ctx, id: idFromText(params.id) })),
  );
  route('GET', '/ads', async ({ ctx, query }) => {
    const ads = await listAds({ ctx, input: query });
    return ads.map(adToWire);
  });
  route('POST', '/ads', async ({ ctx, body }) => adToWire(await createAd({ ctx, input: body })));
  for (const path of ['/ad/:id', '/ads/:id'])
    route('PUT', path, async ({ ctx, params, body }) =>
      adToWire(await updateAd({ ctx, id: idFromText(params.id), input: body })),
    );
}

/** The name and the media type are the creative's (RULINGS T6). */
function adToWire(ad: AdWithParts) {
  const { id, creative, schedules, countdown, updatedAt } = ad;
  return {
    id,
    name: creative.name,
    ...pickShown(AD, ad),
    mediaType: creative.mediaType,
    schedules: schedules.map((schedule) => ({
      ...pickShown(AD_SCHEDULE, schedule),
      startDate: formatInstant(schedule.startDate),
      endDate: formatInstant(schedule.endDate),
    })),
    countdown: countdown && {
      ...pickShown(AD_COUNTDOWN, countdown),
      endDate: formatInstant(countdown.endDate),
      timezone: countdown.timezone,
    },
    updatedAt: updatedAt.toISOString(),
  };
}
