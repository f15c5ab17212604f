import type { System } from '../../context.ts';
import { mintVmcid } from '../../events/click/vmcid.ts';
import { postConversion } from '../../events/conversion/post.ts';
import type { PlannedConversion } from '../auction/conversions.ts';

/** This many conversions share a commit. */
const AT_ONCE = 2000;
/** The client's name in receipts. */
const SIMULATOR = 'sandbox';

/**
 * Posts conversions as an advertiser's server would, each at its own time. Conversions that were posted before count
 * once.
 */
export async function postConversions(
  system: System,
  conversions: readonly PlannedConversion[],
): Promise<void> {
  let at = system.now();
  const atTheirTime: System = { ...system, now: () => at };
  let stored: Promise<unknown> = Promise.resolve();
  for (let begin = 0; begin < conversions.length; begin += AT_ONCE) {
    const batch = conversions.slice(begin, begin + AT_ONCE);
    const posted = Promise.all(batch.map(post));
    posted.catch(() => undefined);
    // The next batch is prepared while this one is stored.
    await stored;
    stored = posted;
  }
  await stored;

  function post(conversion: PlannedConversion): Promise<unknown> {
    at = new Date(conversion.at);
    return postConversion({
      system: atTheirTime,
      caller: { clientId: SIMULATOR, seatId: conversion.seatId },
      pairs: [
        ['vmcid', mintVmcid(system, conversion, new Date(conversion.clickedAt))],
        ['id', conversion.id],
        ['dp', SIMULATOR],
        ['et', String(conversion.at)],
        ['gv', conversion.value],
        ['gc', conversion.currency],
        ['.yp', String(conversion.pixelId)],
      ],
    });
  }
}
