import type { DomainContext } from '../context.ts';
import { checkFeature } from './access.ts';
import type { NativeObjectName } from './object.ts';

/** The native objects of one kind that the caller may know of; refuses a kind that is switched off. */
export function visibleObjects(ctx: DomainContext, name: NativeObjectName): { seatId: number } {
  checkFeature(ctx, name);
  return { seatId: ctx.seatId };
}
