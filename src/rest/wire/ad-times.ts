import { isRecord } from '../../resources/define/input.ts';
import type { Divergence, ObservedCall } from './divergence.ts';

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** These clients cut the `Z` off what they have read. */
const asUtc = (time: unknown): unknown =>
  typeof time === 'string' && LOCAL_TIME.test(time) ? `${time}Z` : time;

const inUtc = (period: unknown): unknown =>
  isRecord(period)
    ? Object.fromEntries(
        Object.entries(period).map(([name, value]) => [
          name,
          name === 'startDate' || name === 'endDate' ? asUtc(value) : value,
        ]),
      )
    : period;

function withZones({ body }: ObservedCall): unknown {
  if (!isRecord(body)) return body;
  const { schedules, countdown } = body;
  return {
    ...body,
    ...(Array.isArray(schedules) && { schedules: schedules.map(inUtc) }),
    ...(isRecord(countdown) && { countdown: inUtc(countdown) }),
  };
}

export const adTimes: Divergence = {
  name: 'Times of ads without a zone',
  differs:
    '`startDate` and `endDate` of an ad’s schedule, and `endDate` of its countdown, can be without a zone: they are UTC, as they are answered.',
  sentBy: 'The Java client, which cuts the `Z` off the times that it has read.',
  example: {
    documented: '"startDate": "2026-01-31T08:00:00Z"',
    observed: '"startDate": "2026-01-31T08:00:00"',
  },
  requests: {
    'POST /traffic/ads': withZones,
    'PUT /traffic/ads/:id': withZones,
    'PUT /traffic/ad/:id': withZones,
  },
};
