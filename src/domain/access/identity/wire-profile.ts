/** The dialect of the REST interfaces that a client uses. `docs/wire-profiles.md` lists the differences. */
export const WIRE_PROFILES = ['documented', 'observed'] as const;
export type WireProfile = (typeof WIRE_PROFILES)[number];

/** The profile of a client; one that has none of its own has the default of the service. */
export const wireProfile = (config: { readonly wire: WireProfile }, stored: string | null): WireProfile =>
  WIRE_PROFILES.find((profile) => profile === stored) ?? config.wire;
