import { createAdvertiser } from '../domain/advertiser/create.ts';
import { ADVERTISER_LIST, countAdvertisers, findAdvertisers } from '../domain/advertiser/find.ts';
import { CreateAdvertiser, UpdateAdvertiser } from '../domain/advertiser/input.ts';
import { updateAdvertiser } from '../domain/advertiser/update.ts';
import { showsBillingContact, visibleAdvertisers } from '../domain/advertiser/visible.ts';
import { builder } from './builder.ts';
import { connectionType, rootConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId } from './ids.ts';
import { createMutation, updateMutation } from './mutations.ts';
import { oneById } from './one-by-id.ts';
import { jsonObject } from './outputs.ts';

const AdvertiserStatus = builder.enumType('AdvertiserStatus', {
  description: 'The possible states of an advertiser.',
  values: {
    ACTIVE: { description: 'The advertiser is active. Its lines can deliver.' },
    INACTIVE: { description: 'The advertiser is inactive. Its lines do not deliver.' },
  } as const,
});

const { contact, billingContact } = CreateAdvertiser.fields.shape;
const Contact = jsonObject('Contact', 'The contact details of an advertiser.', contact);
const BillingContact = jsonObject('BillingContact', 'The billing contact of an advertiser.', billingContact);

export const Advertiser = builder.prismaObject('Advertiser', {
  description: 'An advertiser, which owns campaigns, pixels, creatives, native lists and product sets.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `Advertiser:123`.',
      resolve: ({ id }) => globalId('Advertiser', id),
    }),
    databaseId: t.expose('id', {
      type: 'SafeInt',
      description: 'The integer ID that the REST interfaces use.',
    }),
    name: t.exposeString('name', { description: 'The display name.' }),
    status: t.field({
      type: AdvertiserStatus,
      description: 'The status: `ACTIVE` or `INACTIVE`.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    landingPageUrl: t.expose('landingPageUrl', {
      type: 'URL',
      description: 'The URL of the advertiser’s website.',
    }),
    iabCategoryId: t.exposeInt('iabCategoryId', {
      description: 'The ID of the primary category in the content taxonomy.',
    }),
    iabSecondaryCategoryId: t.exposeInt('iabSecondaryCategoryId', {
      description: 'The ID of the secondary category, or -1 if there is none.',
    }),
    timezone: t.expose('timezone', {
      type: 'TimeZone',
      description: 'The IANA time zone in which report data is aggregated. Immutable.',
    }),
    currency: t.expose('currency', {
      type: 'Currency',
      description: 'The ISO 4217 currency code. Immutable.',
    }),
    billingPrice: t.expose('billingPrice', {
      type: 'Decimal',
      description: 'The profit margin in percent, from 0 to 100.',
    }),
    contact: t.field({
      type: Contact,
      description: 'The contact details.',
      select: { contact: true },
      resolve: ({ contact }) => contact as Record<string, unknown>,
    }),
    billingContact: t.field({
      type: BillingContact,
      nullable: true,
      description:
        'The billing contact. Only returned for seats that are subject to a country’s legal compliance.',
      select: { billingContact: true },
      resolve: ({ billingContact }, _args, ctx) =>
        showsBillingContact(ctx) ? (billingContact as Record<string, unknown> | null) : null,
    }),
    isCrossdeviceOff: t.exposeBoolean('isCrossdeviceOff', {
      description: 'Whether cross-device conversion optimization is disabled.',
    }),
    accountGroupId: t.expose('accountGroupId', {
      type: 'SafeInt',
      description: 'The integer ID of the account group that owns the advertiser.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time when it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time of the last change. Strictly increases with every change.',
    }),
  }),
});

historyOf('Advertiser', Advertiser);

const advertisers = connectionType({
  type: Advertiser,
  name: 'Advertiser',
  words: 'advertisers',
  list: ADVERTISER_LIST,
  visible: visibleAdvertisers,
  status: AdvertiserStatus,
  orderBy: ['id', 'name', 'status', 'createdAt', 'updatedAt'],
});

rootConnection({
  of: advertisers,
  field: 'advertisers',
  description: 'Returns the advertisers of the seat.',
  find: findAdvertisers,
  count: countAdvertisers,
});

oneById({ type: Advertiser, name: 'Advertiser', word: 'advertiser', find: findAdvertisers });

createMutation({
  resource: 'Advertiser',
  type: Advertiser,
  definition: CreateAdvertiser,
  find: findAdvertisers,
  run: createAdvertiser,
});

updateMutation({
  resource: 'Advertiser',
  type: Advertiser,
  definition: UpdateAdvertiser,
  find: findAdvertisers,
  run: updateAdvertiser,
});
