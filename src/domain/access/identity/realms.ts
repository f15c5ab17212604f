import type { Config } from '../../../config.ts';

/** The realms of the token service; `events` goes by the name that FLIGHTLINE_EVENTS_REALM gives it. */
export type Realm = 'events' | 'aaca' | 'dsp' | 'admin';

/** What traffic, native, reporting and GraphQL calls need. */
export const DSP_SCOPE = 'dsp-api-access';

/** The scopes of each realm, and the lifetime of its tokens. */
export const REALMS: Record<Realm, { readonly scopes: readonly string[]; readonly lifetimeS: number }> = {
  events: { scopes: ['pixel-event'], lifetimeS: 3599 },
  aaca: { scopes: ['upload'], lifetimeS: 599 },
  dsp: { scopes: [DSP_SCOPE], lifetimeS: 3599 },
  admin: { scopes: ['introspect', 'revoke'], lifetimeS: 3599 },
};

/** The realms whose tokens reach no further than a seat; its admins give clients these alone. */
export const SEAT_REALMS = ['dsp', 'events', 'aaca'] as const satisfies readonly Realm[];

export const LONGEST_LIFETIME_S = Math.max(...Object.values(REALMS).map((realm) => realm.lifetimeS));

export const isRealm = (name: string): name is Realm => Object.hasOwn(REALMS, name);

/** The realm behind the name that a caller sent; undefined when there is none. */
export function realmByName(config: Config, name: string): Realm | undefined {
  if (name === config.eventsRealm) return 'events';
  return isRealm(name) && name !== 'events' ? name : undefined;
}

/** The name by which callers know the realm. */
export const realmName = (config: Config, realm: Realm): string =>
  realm === 'events' ? config.eventsRealm : realm;
