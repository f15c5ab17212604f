import { WIRE_PROFILES, type WireProfile } from '../../../platform/settings/groups/interfaces.ts';

export { WIRE_PROFILES, type WireProfile } from '../../../platform/settings/groups/interfaces.ts';

/** Returns the profile of a client; the default of the service if the client has none of its own. */
export const wireProfile = (config: { readonly wire: WireProfile }, stored: string | null): WireProfile =>
  WIRE_PROFILES.find((profile) => profile === stored) ?? config.wire;
