import { getAd } from '../../../domain/campaigns/ad/get.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { answersOf, type Divergence, type ObservedCall } from '../divergence.ts';
import { ifVisible } from '../if-visible.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The status on native supply, which follows from the status of the ad unless it is set. */
const nativeStatusOf = ({ nativeAdStatus, status }: Fields): unknown =>
  nativeAdStatus ?? (status === 'ACTIVE' ? 'ACTIVE' : 'PAUSED');

const withNativeStatus = (ad: unknown): unknown =>
  isRecord(ad) && 'status' in ad ? { ...ad, nativeAdStatus: nativeStatusOf(ad) } : ad;

/** Takes out the status that GET answered for an ad that has none. */
async function changedAd({ ctx, params, body }: ObservedCall): Promise<unknown> {
  if (!isRecord(body) || body.nativeAdStatus == null) return body;
  const stored = await storedAd({ ctx, params });
  if (!stored || stored.nativeAdStatus !== null || body.nativeAdStatus !== nativeStatusOf(stored))
    return body;
  const { nativeAdStatus: _, ...rest } = body;
  return rest;
}

async function storedAd({ ctx, params }: Pick<ObservedCall, 'ctx' | 'params'>): Promise<Fields | undefined> {
  const ad = await ifVisible(getAd({ ctx, id: idFromText(params.id) }));
  return ad && (JSON.parse(ad.text) as Fields);
}

export const adEnums: Divergence = {
  name: 'nativeAdStatus is never null',
  differs:
    '`nativeAdStatus` of an ad without one is `ACTIVE` if the ad is active, else `PAUSED`. In a PUT, the answered word means unchanged.',
  sentBy: 'The Java client, whose getter throws on null.',
  example: { documented: '"nativeAdStatus": null', observed: '"nativeAdStatus": "ACTIVE"' },
  requests: { 'PUT /traffic/ads/:id': changedAd, 'PUT /traffic/ad/:id': changedAd },
  answers: { ...answersOf('/traffic/ads', withNativeStatus), 'PUT /traffic/ad/:id': withNativeStatus },
};
