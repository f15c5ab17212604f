import { isRecord } from '../../resources/define/input.ts';
import type { Divergence } from './divergence.ts';

export const rateLimitFields: Divergence = {
  name: 'Rate limits without their wrapper',
  differs: 'The fields of `trafficApiRateLimit` are also returned next to it.',
  sentBy: 'The Java client, which reads them from `response`.',
  example: {
    documented: '{"response": {"trafficApiRateLimit": {"userId": 7, "getLimitPerMin": 60, … }}}',
    observed:
      '{"response": {"trafficApiRateLimit": {"userId": 7, … }, "userId": 7, "getLimitPerMin": 60, … }}',
  },
  answers: {
    'GET /traffic/ratelimit': (answer) =>
      isRecord(answer) && isRecord(answer.trafficApiRateLimit)
        ? { ...answer, ...answer.trafficApiRateLimit }
        : answer,
  },
};
