import { findNativeAds, NATIVE_AD_LIST } from '../domain/native/find.ts';
import { adObject } from '../domain/native/objects/ad.ts';
import { visibleObjects } from '../domain/native/visible.ts';
import { AdGroup } from './ad-group.ts';
import { builder } from './builder.ts';
import { connectionType, relatedConnection } from './connections.ts';
import { historyOf } from './history.ts';
import { nativeFields } from './native-fields.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';
import { oneById } from './one-by-id.ts';

const NativeAd = builder.prismaObject('NativeAd', {
  description: 'What an ad group shows: `ad` on the native interface, not to be mixed up with a line’s Ad.',
  fields: (t) => ({
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'Who owns it.' }),
    adGroup: t.relation('adGroup', { description: 'Its ad group.' }),
    title: t.exposeString('title', { description: 'Headline.' }),
    description: t.exposeString('description', { nullable: true, description: 'Text below the headline.' }),
    landingUrl: t.expose('landingUrl', { type: 'URL', description: 'Where a click leads.' }),
    callToActionText: t.exposeString('callToActionText', {
      nullable: true,
      description: 'A text of `dictionary.callToActionTexts`.',
    }),
    flashSaleConfig: t.expose('flashSaleConfig', {
      type: 'JSON',
      nullable: true,
      description: 'Countdown; its countdownPrefixText is one of `dictionary.flashSaleCountdownPrefixTexts`.',
    }),
  }),
});

nativeFields('NativeAd', NativeAd);
historyOf('NativeAd', NativeAd);

const nativeAds = connectionType({
  type: NativeAd,
  name: 'NativeAd',
  words: 'native ads',
  list: NATIVE_AD_LIST,
  visible: (ctx) => visibleObjects(ctx, 'ad'),
  status: NativeStatus,
  orderBy: ['id', 'title', 'status', 'createdAt', 'updatedAt'],
});

relatedConnection({
  of: nativeAds,
  owner: AdGroup,
  field: 'ads',
  relation: 'nativeAds',
  description: 'What it shows.',
});

oneById({ type: NativeAd, name: 'NativeAd', word: 'native ad', find: findNativeAds });

nativeMutations({ object: adObject, type: NativeAd, single: true });
