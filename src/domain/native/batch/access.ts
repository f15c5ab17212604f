import { authorizeWrite, type DomainContext, type System } from '../../context.ts';
import { FeatureDisabledError } from './errors.ts';

/** Throws FeatureDisabledError if the operator disabled the object or list; `feature` is its name in the path. */
export function checkFeature(system: Pick<System, 'config'>, feature: string): void {
  if (system.config.disabledFeatures.has(feature)) throw new FeatureDisabledError(feature);
}

/** Throws unless the caller may write and the object is enabled. Every native write calls this first. */
export function authorizeNativeWrite(ctx: DomainContext, feature: string): void {
  checkFeature(ctx, feature);
  authorizeWrite(ctx);
}
