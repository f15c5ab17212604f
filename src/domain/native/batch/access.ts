import { authorizeWrite, type DomainContext, type System } from '../../context.ts';
import { FeatureDisabledError } from './errors.ts';

/** Refuses what the operator switched off; `feature` is the object or list as in its path. */
export function checkFeature(system: Pick<System, 'config'>, feature: string): void {
  if (system.config.disabledFeatures.has(feature)) throw new FeatureDisabledError(feature);
}

/** Every native write begins here. */
export function authorizeNativeWrite(ctx: DomainContext, feature: string): void {
  checkFeature(ctx, feature);
  authorizeWrite(ctx);
}
