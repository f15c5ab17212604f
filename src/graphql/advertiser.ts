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
  description: 'Whether an advertiser is in use.',
  values: {
    ACTIVE: { description: 'Its lines may run.' },
    INACTIVE: { description: 'It is not in use.' },
  } as const,
});

const { contact, billingContact } = CreateAdvertiser.fields.shape;
const Contact = jsonObject('Contact', 'How to reach an advertiser.', contact);
const BillingContact = jsonObject('BillingContact', 'Whom to bill.', billingContact);

export const Advertiser = builder.prismaObject('Advertiser', {
  description: 'Who advertises: the owner of campaigns, pixels, creatives and lists.',
  // Columns that are asked for, and no others.
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `Advertiser:123`.',
      resolve: ({ id }) => globalId('Advertiser', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    status: t.field({
      type: AdvertiserStatus,
      description: 'ACTIVE or INACTIVE.',
      select: { status: true },
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    landingPageUrl: t.expose('landingPageUrl', { type: 'URL', description: 'Website.' }),
    iabCategoryId: t.exposeInt('iabCategoryId', { description: 'Primary category of the content taxonomy.' }),
    iabSecondaryCategoryId: t.exposeInt('iabSecondaryCategoryId', {
      description: 'Category below the primary one, or -1.',
    }),
    timezone: t.expose('timezone', { type: 'TimeZone', description: 'Zone of its reports; never changes.' }),
    currency: t.expose('currency', { type: 'Currency', description: 'Currency; never changes.' }),
    billingPrice: t.expose('billingPrice', {
      type: 'Decimal',
      description: 'Profit margin in percent, 0 to 100.',
    }),
    contact: t.field({
      type: Contact,
      description: 'How to reach it.',
      select: { contact: true },
      resolve: ({ contact }) => contact as Record<string, unknown>,
    }),
    billingContact: t.field({
      type: BillingContact,
      nullable: true,
      description: 'Whom to bill; shown for seats under a country’s legal compliance.',
      select: { billingContact: true },
      resolve: ({ billingContact }, _args, ctx) =>
        showsBillingContact(ctx) ? (billingContact as Record<string, unknown> | null) : null,
    }),
    isCrossdeviceOff: t.exposeBoolean('isCrossdeviceOff', {
      description: 'Whether cross-device conversion optimisation is off.',
    }),
    accountGroupId: t.expose('accountGroupId', {
      type: 'SafeInt',
      description: 'Account group that owns it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
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
  description: 'The seat’s advertisers.',
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
