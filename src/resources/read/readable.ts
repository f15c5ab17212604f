import { authorizeAdmin, type DomainContext } from '../../domain/context.ts';
import { checkFeature } from '../../domain/native/batch/access.ts';
import type { Resource } from '../define/definition.ts';

/** Refuses what the operator switched off, and what the caller's role does not see. */
export function checkReadable(ctx: DomainContext, { feature, isForAdmins }: Resource): void {
  if (feature) checkFeature(ctx, feature);
  if (isForAdmins) authorizeAdmin(ctx);
}
