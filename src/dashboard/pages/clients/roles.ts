import { type Realm, Role, SeatRealm } from '../../generated/graphql.ts';

/** What a client of a role can do. */
export const MAY: Readonly<Record<Role, string>> = {
  [Role.Admin]: 'Everything, API clients and webhooks too.',
  [Role.Editor]: 'Reads and changes everything but API clients, webhooks and the seat.',
  [Role.Viewer]: 'Reads everything and runs reports.',
};

/** What the tokens of a realm open. */
export const REALMS: Readonly<Record<SeatRealm, readonly [name: string, about: string]>> = {
  [SeatRealm.Dsp]: ['Campaigns and reports', 'GraphQL, these pages, and REST for traffic and reports.'],
  [SeatRealm.Events]: ['Events', 'Sends what people did on sites and in apps to pixels.'],
  [SeatRealm.Aaca]: ['Conversions', 'Sends what was bought after a click.'],
};

export const realmName = (realm: Realm): string =>
  Object.entries(REALMS).find(([name]) => name === realm)?.[1][0] ?? 'Tokens of others';
