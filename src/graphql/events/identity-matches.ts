import type { DomainContext } from '../../domain/context.ts';
import {
  type IdentityMatch,
  pixelIdentities,
  receiptIdentities,
} from '../../domain/events/event/identity-matches.ts';
import { IDENTITY_KINDS } from '../../domain/events/event/known-keys.ts';
import type { EventReceipt } from '../../domain/events/event/receipts.ts';
import { builder } from '../builder.ts';
import { models } from '../parts/models.ts';
import { deferField, ID_KEY } from '../reading/deferred-field.ts';
import { batchByKey } from '../server/batches.ts';
import { Pixel } from './pixel.ts';

export const IdentityMatchType = builder.objectRef<IdentityMatch>('IdentityMatch').implement({
  description:
    'The number of events with one kind of key that identifies a user, and of those with a known key. Keys are never returned.',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description:
        'The key of `user_data`: `email` (also sent as `he`), `idfa`, `gpsaid`, the cookie-sync ID or `vmcid`.',
    }),
    events: t.expose('events', { type: 'SafeInt', description: 'The number of events that had such a key.' }),
    checked: t.expose('checked', {
      type: 'SafeInt',
      description:
        'The number of events whose key was looked up: all if there are few, otherwise a sample. Cookie-sync IDs are not looked up.',
    }),
    matched: t.expose('matched', {
      type: 'SafeInt',
      nullable: true,
      description:
        'The number of events among `checked` with a known key: one in an audience of the advertiser (`email`, `idfa`, `gpsaid`), or the ID of a click on one of its ads (`vmcid`). Null if no key was looked up.',
    }),
  }),
});

interface Arguments {
  readonly since?: Date | null;
}

models.prismaObjectField(Pixel, 'identityMatches', (t) =>
  t.field({
    type: [IdentityMatchType],
    nullable: false,
    description:
      'The numbers of keys of users in accepted events, by kind, and of those that match a known click or audience. A key is looked up when its event arrives, up to 25 of a kind in five seconds. Counts are stored within five seconds.',
    args: {
      since: t.arg({
        type: 'DateTime',
        description: 'Counts from the beginning of the hour of this time. Defaults to seven days ago.',
      }),
    },
    extensions: { maxItems: IDENTITY_KINDS.length },
  }),
);

deferField<Arguments>('Pixel', 'identityMatches', {
  key: ID_KEY,
  maxItems: () => IDENTITY_KINDS.length,
  open: ({ args: { since = null } }) => {
    return (ctx, id) =>
      batchByKey(ctx, ['Pixel.identityMatches', since?.getTime() ?? null], (ids: readonly number[]) =>
        pixelIdentities(ctx, ids, since),
      )(Number(id)).then((found) => found ?? []);
  },
});

/** Loads the counts of a receipt; null if its events are archived. */
export async function loadReceiptMatches(
  ctx: DomainContext,
  receipt: EventReceipt,
): Promise<IdentityMatch[] | null> {
  const load = batchByKey(
    ctx,
    ['EventReceipt.identityMatches'],
    async (receipts: readonly EventReceipt[]) => {
      const found = await receiptIdentities(ctx, receipts);
      return new Map(receipts.map((one) => [one, found.get(one.id)]));
    },
  );
  return (await load(receipt)) ?? null;
}
