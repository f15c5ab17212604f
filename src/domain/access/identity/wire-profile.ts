import { WIRE_PROFILES, type WireProfile } from '../../../platform/settings/groups/interfaces.ts';

export { WIRE_PROFILES, type WireProfile } from '../../../platform/settings/groups/interfaces.ts';

/** The profile of a client; one that has none of its own has the default of the service. */
export const wireProfile = (config: { readonly wire: WireProfile }, stored: string | null): WireProfile =>
  WIRE_PROFILES.find((profile) => profile === stored) ?? config.wire;
