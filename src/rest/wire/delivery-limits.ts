import { isRecord } from '../../resources/define/input.ts';
import { answersOf, type Divergence, type ObservedCall } from './divergence.ts';
import { limitsIn } from './limits.ts';

function refuseLimits({ body, refuse }: ObservedCall): unknown {
  if (isRecord(body)) for (const [name, reason] of limitsIn(body)) refuse(name, reason);
  return body;
}

/** A limit that was stored before it was refused, or by a documented client, has no effect, so it is not shown. */
function withoutLimits(answer: unknown): unknown {
  if (!isRecord(answer)) return answer;
  const limits = limitsIn(answer).map(([name]) => name);
  return limits.length === 0
    ? answer
    : Object.fromEntries(Object.entries(answer).filter(([name]) => !limits.includes(name)));
}

export const deliveryLimits: Divergence = {
  name: 'Limits on delivery are applied or refused',
  differs:
    'What would limit where, to whom, when or how often a line delivers is never ignored. Targeting applies what the table below says and refuses everything else by name, unknown fields too. Lines and campaigns refuse all of it. A value that limits nothing is accepted: null, an empty list, `["ALL"]`, a target type that is switched off, or the frequency cap `UNLIMITED`.',
  sentBy:
    'The Java client, whose targeting has 27 types. A line that a partner believes to be limited must not run without the limit.',
  example: {
    documented: '200 with  X-Ignored-Fields: deviceTypes',
    observed:
      '400 {"errors": {"validationErrors": [{"propertyName": "deviceTypes", "message": "deviceTypes is not supported: a line cannot be limited by devices, operating systems and browsers"}], … }}',
  },
  requests: {
    'POST /traffic/lines': refuseLimits,
    'PUT /traffic/lines/:id': refuseLimits,
    'POST /traffic/campaigns': refuseLimits,
    'PUT /traffic/campaigns/:id': refuseLimits,
  },
  answers: {
    ...answersOf('/traffic/lines', withoutLimits),
    ...answersOf('/traffic/campaigns', withoutLimits),
  },
};
