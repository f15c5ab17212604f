import { type Example, refusal } from './example.ts';
import { empty, integer, list, moment, nothing, object, one, second, text } from './shape.ts';

const adFields = {
  id: integer,
  name: text,
  status: one('ACTIVE', 'INACTIVE', 'UNKNOWN'),
  lineId: integer,
  creativeId: integer,
  mediaType: one('DISPLAY', 'VIDEO', 'NATIVE'),
  schedules: list(object({ id: integer, startDate: second, endDate: second })),
  updatedAt: moment,
};
const NATIVE_AD_STATUSES = [
  'ACTIVE',
  'PAUSED',
  'ON_HOLD',
  'ON_LIMITED',
  'RESTRICTED',
  'DELETED',
  'REJECTED',
] as const;
const nativeAd = object({
  ...adFields,
  mediaType: one('NATIVE'),
  countdown: object({ id: integer, countdownPrefixId: integer, endDate: second, timezone: text }),
  nativeAdStatus: one(...NATIVE_AD_STATUSES),
  nativeAdRestrictions: list(text),
});
const displayAd = object({
  ...adFields,
  mediaType: one('DISPLAY'),
  countdown: nothing,
  nativeAdStatus: nothing,
  nativeAdRestrictions: empty,
});

const FLIGHT = { startDate: '2027-03-01T00:00:00Z', endDate: '2027-03-15T00:00:00Z' };
const COUNTDOWN = { countdownPrefixId: 1, endDate: '2027-04-01T00:00:00Z', timezone: 'America/New_York' };

export const ads: readonly Example[] = [
  {
    title: 'native ad',
    send: ({ given, line }) => [
      'POST',
      '/ads',
      {
        status: 'ACTIVE',
        lineId: line.id,
        creativeId: given.nativeCreativeId,
        mediaType: 'NATIVE',
        schedules: [FLIGHT],
        countdown: COUNTDOWN,
        nativeAdStatus: 'ACTIVE',
        nativeAdRestrictions: ['ALCOHOL'],
      },
    ],
    shape: nativeAd,
  },
  {
    title: 'display ad',
    send: ({ given, 'eCPC line': line }) => [
      'POST',
      '/ads',
      { status: 'INACTIVE', lineId: line.id, creativeId: given.creativeId, schedules: [FLIGHT] },
    ],
    shape: displayAd,
  },
  {
    title: 'a read ad',
    send: ({ 'native ad': ad }) => ['GET', `/ads/${ad.id}`],
    shape: nativeAd,
  },
  {
    title: 'ads',
    send: ({ line }) => ['GET', `/ads?lineId=${line.id}&query=sale&page=1&limit=100&sort=name&dir=ASC`],
    shape: list(nativeAd),
  },
  ...['ad', 'ads'].map(
    (path): Example => ({
      title: `an ad updated at /${path}`,
      send: ({ 'display ad': ad }) => [
        'PUT',
        `/${path}/${ad.id}`,
        { status: 'ACTIVE', schedules: [{ id: ad.schedules[0].id, ...FLIGHT }, FLIGHT] },
      ],
      shape: displayAd,
    }),
  ),
  {
    title: 'a deleted ad',
    send: ({ 'display ad': ad }) => ['DELETE', `/ads/${ad.id}`],
    status: 405,
    shape: refusal(405),
  },
];
