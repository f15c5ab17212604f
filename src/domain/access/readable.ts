import type { Resource } from '../../resources/define/definition.ts';
import { authorizeAdmin, type DomainContext } from '../context.ts';
import { checkFeature } from '../native/batch/access.ts';

/** Refuses what the operator switched off, and what the caller's role does not see. */
export function checkReadable(ctx: DomainContext, { feature, isForAdmins }: Resource): void {
  if (feature) checkFeature(ctx, feature);
  if (isForAdmins) authorizeAdmin(ctx);
}
