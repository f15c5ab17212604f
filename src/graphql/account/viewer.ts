import { DIAGNOSTIC_KIND } from '../../domain/access/diagnostics/kinds.ts';
import { type ClientDiagnostic, diagnosticsOfClients } from '../../domain/access/diagnostics/list.ts';
import { MAX_ROWS } from '../../domain/access/diagnostics/record.ts';
import { SEAT_REALM, WIRE_PROFILE } from '../../domain/access/identity/seat-clients/input.ts';
import { wireProfile } from '../../domain/access/identity/wire-profile.ts';
import {
  findSeats,
  findUsers,
  type KnownClient,
  type KnownSeat,
  type KnownUser,
  MAX_SEATS,
  rolesOfClients,
} from '../../domain/access/tenancy/known.ts';
import { findClients, findListedClients } from '../../domain/access/tenancy/managed-clients.ts';
import { ROLE } from '../../domain/access/tenancy/role.ts';
import type { DomainContext } from '../../domain/context.ts';
import { readFirstHours } from '../../domain/reporting/delivery/first-hour.ts';
import { findSandboxClock } from '../../domain/sandbox/clock.ts';
import { defineEnum } from '../../resources/define/enum-type.ts';
import { builder } from '../builder.ts';
import { badArgument } from '../parts/arguments.ts';
import { nodeType } from '../parts/node.ts';
import { enumOf } from '../parts/values/enums.ts';
import { globalId } from '../parts/values/ids.ts';
import { batchByKey, placeOf } from '../server/batches.ts';
import { Clock } from './sandbox.ts';

const Role = enumOf(ROLE);

export const User = builder.objectRef<KnownUser>('User').implement({
  description: 'A user: a person or a system that belongs to one or several seats.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `User:123`.',
      resolve: ({ id }) => globalId('User', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The integer ID.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
  }),
});

const Realm = enumOf(
  defineEnum('Realm', 'The realms of access tokens.', {
    ...SEAT_REALM.values,
    ADMIN: 'Introspection and revocation of tokens. Only given by operators.',
  }),
);

const Diagnostic = builder.objectRef<ClientDiagnostic>('ClientDiagnostic').implement({
  description: 'Something that an API client did wrong, and how often.',
  fields: (t) => ({
    kind: t.field({
      type: enumOf(DIAGNOSTIC_KIND),
      description: 'The kind of the problem.',
      resolve: ({ kind }) => kind,
    }),
    message: t.exposeString('message', {
      description: 'The problem in words, as it was the last time. Contains no secret, token or assertion.',
    }),
    count: t.exposeInt('count', { description: 'The number of occurrences since `firstAt`.' }),
    firstAt: t.expose('firstAt', { type: 'DateTime', description: 'The time when it happened first.' }),
    lastAt: t.expose('lastAt', { type: 'DateTime', description: 'The time when it happened last.' }),
  }),
});

export const ApiClient = builder.objectRef<KnownClient>('ApiClient').implement({
  description: 'An API client: the credentials with which a user sends requests.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID: `ApiClient:` followed by the `clientId`.',
      resolve: ({ id }) => `ApiClient:${id}`,
    }),
    clientId: t.exposeString('id', { description: 'The client ID, as in requests for tokens.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'The name, such as what it is for. Null if it has none.',
    }),
    realms: t.field({
      type: [Realm],
      description: 'The realms that it gets access tokens for.',
      resolve: ({ realms }) => realms.map((realm) => realm.toUpperCase()),
    }),
    wireProfile: t.field({
      type: enumOf(WIRE_PROFILE),
      description: 'The dialect of the REST interfaces that it uses: its own, or the default of the service.',
      resolve: ({ wire }, _args, { config }) =>
        wireProfile(config, wire) === 'observed' ? 'OBSERVED' : 'DOCUMENTED',
    }),
    role: t.field({
      type: Role,
      nullable: true,
      description:
        'The role of its user in the current seat. Null if the user does not belong to the seat any more.',
      resolve: ({ id }, _args, ctx, { path }) =>
        batchByKey(ctx, placeOf(path), (ids: readonly string[]) => rolesOfClients(ctx, ids))(id),
    }),
    diagnostics: t.field({
      type: [Diagnostic],
      nullable: true,
      description:
        'Returns what the client did wrong during the last hour, over REST, GraphQL and the interfaces of events and conversions, the latest first. Problems appear within a few seconds. Empty for a client that the seat does not manage. Requires the role `ADMIN`.',
      extensions: { maxItems: MAX_ROWS },
      args: {
        first: t.arg.int({
          defaultValue: MAX_ROWS,
          description: `Returns the first _n_ elements. Default and maximum ${MAX_ROWS}.`,
        }),
      },
      resolve: async ({ id }, { first }, ctx, { path }) => {
        const most = first ?? MAX_ROWS;
        if (most < 1 || most > MAX_ROWS) throw badArgument('first', `must be from 1 to ${MAX_ROWS}`);
        const load = batchByKey(ctx, placeOf(path), (ids: readonly string[]) =>
          diagnosticsOfClients(ctx, ids),
        );
        return ((await load(id)) ?? []).slice(0, most);
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    rotatedAt: t.expose('rotatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time when its secret was last replaced. Null if it has its first one.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time when it was revoked. Null while it can be used.',
    }),
  }),
});

export const Seat = builder.objectRef<KnownSeat>('Seat').implement({
  description: 'A seat: the tenant that owns advertisers and everything that belongs to them.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Seat:123`.',
      resolve: ({ id }) => globalId('Seat', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The integer ID.' }),
    name: t.exposeString('name', { description: 'The display name.' }),
    currency: t.expose('currency', {
      type: 'Currency',
      description: 'The currency in which figures of several advertisers are shown. Default `USD`.',
    }),
    timezone: t.expose('timezone', {
      type: 'TimeZone',
      description:
        'The time zone of the days in which figures of the seat are shown: `UTC` or one of `dictionary.timezones`. Default `UTC`.',
    }),
    firstDeliveryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'The beginning of the first hour that has facts or conversions of one of its advertisers. Null without any.',
      resolve: async ({ id }, _args, ctx, { path }) => {
        const load = batchByKey(ctx, placeOf(path), (ids: readonly number[]) => readFirstHours(ctx, ids));
        return (await load(id)) ?? null;
      },
    }),
    legalComplianceCountry: t.exposeString('legalComplianceCountry', {
      nullable: true,
      description:
        'The ISO 3166 alpha-2 code of the country whose legal compliance the seat is subject to. Null if there is none.',
    }),
  }),
});

nodeType({
  type: User,
  name: 'User',
  find: ({ ctx, keys }) => findUsers(ctx, keys.map(Number)),
  keyOf: ({ id }) => id,
});
nodeType({
  type: ApiClient,
  name: 'ApiClient',
  find: ({ ctx, keys }) => findListedClients(ctx, keys),
  keyOf: ({ id }) => id,
});
nodeType({
  type: Seat,
  name: 'Seat',
  find: ({ ctx, keys }) => findSeats(ctx, keys.map(Number)),
  keyOf: ({ id }) => id,
});

const Viewer = builder.objectRef<DomainContext['actor']>('Viewer').implement({
  description: 'The caller: on whose behalf a request is made, and in which seat.',
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The user on whose behalf requests are made.',
      resolve: async ({ userId }, _args, ctx) => there((await findUsers(ctx, [userId]))[0]),
    }),
    client: t.field({
      type: ApiClient,
      description: 'The API client that the access token was issued to.',
      resolve: async ({ clientId }, _args, ctx) => there((await findClients(ctx, [clientId]))[0]),
    }),
    seat: t.field({
      type: Seat,
      description: 'The current seat. Every query and mutation is limited to it.',
      resolve: async (_actor, _args, ctx) => there((await findSeats(ctx, [ctx.seatId]))[0]),
    }),
    role: t.field({
      type: Role,
      description: 'The role of the user in the current seat.',
      resolve: ({ role }) => role,
    }),
    seats: t.field({
      type: [Seat],
      description: `The seats that the user belongs to, at most ${MAX_SEATS}. Choose one with the header \`X-Seat-Id\`.`,
      extensions: { maxItems: MAX_SEATS },
      resolve: (_actor, _args, ctx) => findSeats(ctx),
    }),
    sandboxClock: t.field({
      type: Clock,
      nullable: true,
      description: 'The clock of the sandbox, for callers of any role. Null outside of a sandbox.',
      resolve: (_actor, _args, ctx) => findSandboxClock(ctx),
    }),
  }),
});

/** Returns the row, which must exist: a token is only valid for an existing client, user and seat. */
function there<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The caller is gone.');
  return row;
}

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Returns the caller: user, API client, seat and role.',
    resolve: (_root, _args, ctx) => ctx.actor,
  }),
);
