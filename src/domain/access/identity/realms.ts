import type { Config } from '../../../config.ts';

/** The realms of the token service. Callers see `events` under the name that FLIGHTLINE_EVENTS_REALM sets. */
export type Realm = 'events' | 'aaca' | 'dsp' | 'admin';

/** The scope that traffic, native, reporting and GraphQL calls require. */
export const DSP_SCOPE = 'dsp-api-access';

/** The scopes of each realm, and the lifetime of its tokens. */
export const REALMS: Record<Realm, { readonly scopes: readonly string[]; readonly lifetimeS: number }> = {
  events: { scopes: ['pixel-event'], lifetimeS: 3599 },
  aaca: { scopes: ['upload'], lifetimeS: 599 },
  dsp: { scopes: [DSP_SCOPE], lifetimeS: 3599 },
  admin: { scopes: ['introspect', 'revoke'], lifetimeS: 3599 },
};

/** The realms whose tokens give access to one seat only. Seat admins can give clients no other realms. */
export const SEAT_REALMS = ['dsp', 'events', 'aaca'] as const satisfies readonly Realm[];

export const LONGEST_LIFETIME_S = Math.max(...Object.values(REALMS).map((realm) => realm.lifetimeS));

export const isRealm = (name: string): name is Realm => Object.hasOwn(REALMS, name);

/** Returns the realm with the name that a caller sent, or undefined if there is none. */
export function realmByName(config: Config, name: string): Realm | undefined {
  if (name === config.eventsRealm) return 'events';
  return isRealm(name) && name !== 'events' ? name : undefined;
}

/** Returns the name by which callers know the realm. */
export const realmName = (config: Config, realm: Realm): string =>
  realm === 'events' ? config.eventsRealm : realm;
