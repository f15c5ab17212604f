import { findNativeAds, statusFilter } from '../domain/native/find.ts';
import { adObject } from '../domain/native/objects/ad.ts';
import { visibleObjects } from '../domain/native/visible.ts';
import { byId } from '../domain/rows.ts';
import { AdGroup } from './ad-group.ts';
import { builder } from './builder.ts';
import { checkPage } from './connections.ts';
import { historyOf } from './history.ts';
import { globalId, idArgument } from './ids.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeFilter, NativeStatus } from './native-status.ts';

const NativeAd = builder.prismaObject('NativeAd', {
  description: 'What an ad group shows: `ad` on the native interface, not to be mixed up with a line’s Ad.',
  fields: (t) => ({
    id: t.id({
      description: 'Global id, such as `NativeAd:123`.',
      resolve: ({ id }) => globalId('NativeAd', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The id that REST shows.' }),
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'Who owns it.' }),
    adGroup: t.relation('adGroup', { description: 'Its ad group.' }),
    title: t.exposeString('title', { description: 'Headline.' }),
    description: t.exposeString('description', { nullable: true, description: 'Text below the headline.' }),
    landingUrl: t.expose('landingUrl', { type: 'URL', description: 'Where a click leads.' }),
    status: t.field({
      type: NativeStatus,
      description: 'ACTIVE, PAUSED or DELETED.',
      resolve: ({ status }) => status as 'ACTIVE',
    }),
    callToActionText: t.exposeString('callToActionText', {
      nullable: true,
      description: 'A text of `dictionary.callToActionTexts`.',
    }),
    flashSaleConfig: t.expose('flashSaleConfig', {
      type: 'JSON',
      nullable: true,
      description: 'Countdown; its countdownPrefixText is one of `dictionary.flashSaleCountdownPrefixTexts`.',
    }),
    extra: t.expose('extra', {
      type: 'JSON',
      description: 'Fields documented elsewhere, as they were sent.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it changed last; grows with every change.',
    }),
  }),
});

historyOf('NativeAd', NativeAd);

const NativeAdConnection = builder.connectionObject(
  { type: NativeAd, name: 'NativeAdConnection', description: 'A page of native ads.' },
  { name: 'NativeAdEdge', description: 'One native ad of a page.' },
);

builder.prismaObjectField(AdGroup, 'ads', (t) =>
  t.relatedConnection(
    'nativeAds',
    {
      cursor: 'id',
      description: 'What it shows.',
      args: { filter: t.arg({ type: NativeFilter, description: 'Which ones.' }) },
      query: (args, ctx) => {
        checkPage(args);
        return {
          where: { AND: [visibleObjects(ctx, 'ad'), statusFilter(args.filter)] },
          orderBy: [{ id: 'asc' }],
        };
      },
      totalCount: true,
    },
    NativeAdConnection,
  ),
);

builder.queryField('nativeAd', (t) =>
  t.prismaField({
    type: NativeAd,
    nullable: true,
    description: 'One native ad; null when the seat has none of that id.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: async (query, _root, args, ctx) =>
      (await findNativeAds({ ctx, query, where: byId(idArgument('NativeAd', args.id)) }))[0] ?? null,
  }),
);

nativeMutations({ object: adObject, type: NativeAd, single: true });
