import type { Resource } from '../../resources/define/resource.ts';
import { authorizeAdmin, type DomainContext } from '../context.ts';
import { checkFeature } from '../native/batch/access.ts';

/** Throws if an operator has disabled the resource, or the caller's role cannot see it. */
export function checkReadable(ctx: DomainContext, { feature, isForAdmins }: Resource): void {
  if (feature) checkFeature(ctx, feature);
  if (isForAdmins) authorizeAdmin(ctx);
}
