import { InexactNumber } from '../../platform/json/exact-number.ts';
import { isRecord } from '../../resources/define/input.ts';
import { answersOf, type Divergence, type ObservedCall } from './divergence.ts';

/** Digits without a leading zero, limited to numbers that a double represents exactly. */
const NUMBER = /^(0|[1-9][0-9]{0,15})$/;

function idAsText({ body }: ObservedCall): unknown {
  if (!isRecord(body)) return body;
  const { exchangeDealId: sent } = body;
  const text = sent instanceof InexactNumber ? sent.text : typeof sent === 'number' ? String(sent) : sent;
  return 'exchangeDealId' in body ? { ...body, exchangeDealId: text } : body;
}

function idAsNumber(deal: unknown): unknown {
  if (!isRecord(deal)) return deal;
  const { exchangeDealId: text } = deal;
  const isNumber = typeof text === 'string' && NUMBER.test(text) && Number.isSafeInteger(Number(text));
  return isNumber ? { ...deal, exchangeDealId: Number(text) } : deal;
}

export const dealIds: Divergence = {
  name: 'exchangeDealId as a number',
  differs:
    '`exchangeDealId` can be a number. It is answered as a number if it consists of digits and no digit is lost: no leading zero, and below 2^53. Any other is answered as text, from which the Java client cannot read the list: give the deals that it reads IDs of digits.',
  sentBy: 'The Java client, whose deal has a number there.',
  example: { documented: '"exchangeDealId": "90210"', observed: '"exchangeDealId": 90210' },
  requests: { 'POST /traffic/deals': idAsText, 'PUT /traffic/deals/:id': idAsText },
  answers: answersOf('/traffic/deals', idAsNumber),
};
