import { noteProblem } from '../../access/diagnostics/refused-call.ts';
import type { System } from '../../context.ts';
import { ConflictError } from '../../errors.ts';
import { readVmcid } from '../click/vmcid.ts';
import type { IntakeCaller } from '../intake/caller.ts';
import { receiptId } from '../intake/receipt-id.ts';
import { requestKey, runAlone } from '../intake/request-key.ts';
import { type Pairs, parsePostback } from './rules.ts';
import { conversionWriter } from './store.ts';

/**
 * Stores a conversion and returns once it is durable. A repetition of (dp, id) in the seat succeeds, but is counted
 * once. A click of another seat is treated as unknown. Throws ValidationError, ConflictError if the Idempotency-Key was
 * used with another request, and UnavailableError.
 */
export async function postConversion(options: {
  system: System;
  caller: IntakeCaller;
  pairs: Pairs;
  idempotencyKey?: string | undefined;
}): Promise<{ receiptId: string; isReplay: boolean }> {
  const { system, caller, pairs, idempotencyKey } = options;
  const { clientId } = caller;
  const postback = parsePostback(pairs);
  const receivedAt = system.now();
  const minted = readVmcid(system, postback.vmcid);
  const seatId = caller.seatId ?? minted?.seatId ?? 0;
  const click = minted?.seatId === seatId ? minted : undefined;
  if (!click && clientId !== '')
    noteProblem({
      ...{ system, clientId, route: 'conversion postback', kind: 'UNKNOWN_ID' },
      message: 'vmcid names no click of this seat, so the conversion is attributed to no ad.',
    });
  const key = idempotencyKey
    ? requestKey({
        key: idempotencyKey,
        clientId,
        seatId,
        target: 'conversion',
        body: JSON.stringify(pairs),
      })
    : undefined;
  const submission = {
    ...postback,
    receiptId: receiptId(receivedAt),
    receivedAt,
    clientId,
    seatId,
    click,
    key,
  };
  const submitted = await runAlone(key, () => conversionWriter(system).write(submission));
  if (submitted === 'CONFLICT')
    throw new ConflictError('This Idempotency-Key was used with another request.');
  return { receiptId: submission.receiptId, isReplay: submitted === 'REPLAYED' };
}
