import { ValidationError } from '../../domain/errors.ts';
import { isRecord } from '../../resources/define/input.ts';
import { answersOf, type Divergence, type ObservedCall } from './divergence.ts';

function capAsNumber({ body }: ObservedCall): unknown {
  if (!isRecord(body) || !isRecord(body.bidMultiplierCap)) return body;
  const { multiplierCap: cap } = body.bidMultiplierCap;
  // The value was read before and is sent back, so it is valid; any other value is left for the domain to check.
  if (cap !== undefined) return { ...body, bidMultiplierCap: cap };
  const path = 'bidMultiplierCap.multiplierCap';
  throw new ValidationError([{ path, message: `${path} is required` }]);
}

function capAsObject(line: unknown): unknown {
  if (!isRecord(line) || line.bidMultiplierCap == null) return line;
  return { ...line, bidMultiplierCap: { multiplierCap: line.bidMultiplierCap } };
}

export const multiplierCap: Divergence = {
  name: 'bidMultiplierCap as an object',
  differs:
    '`bidMultiplierCap` of a line that has one is `{multiplierCap}`. It can be sent so, or as a number.',
  sentBy: 'The Java client, which cannot read a line that has a number there.',
  example: { documented: '"bidMultiplierCap": 2.5', observed: '"bidMultiplierCap": {"multiplierCap": 2.5}' },
  requests: { 'POST /traffic/lines': capAsNumber, 'PUT /traffic/lines/:id': capAsNumber },
  answers: answersOf('/traffic/lines', capAsObject),
};
