import { findNativeAds, NATIVE_AD_LIST } from '../../domain/native/find.ts';
import { adObject } from '../../domain/native/objects/ad.ts';
import { visibleObjects } from '../../domain/native/visible.ts';
import { historyOf } from '../account/history.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { oneById } from '../parts/one-by-id.ts';
import { AdGroup } from './ad-group.ts';
import { nativeFields } from './native-fields.ts';
import { nativeMutations } from './native-mutations.ts';
import { NativeStatus } from './native-status.ts';

const NativeAd = builder.prismaObject('NativeAd', {
  description:
    'A native ad of an ad group. The native interface calls it an ad; it is not an `Ad` of a line.',
  fields: (t) => ({
    advertiserId: t.expose('advertiserId', { type: 'SafeInt', description: 'The advertiser that owns it.' }),
    adGroup: t.relation('adGroup', { description: 'The ad group that the native ad belongs to.' }),
    title: t.exposeString('title', { description: 'The headline.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The text below the headline.',
    }),
    landingUrl: t.expose('landingUrl', { type: 'URL', description: 'The URL that a click leads to.' }),
    callToActionText: t.exposeString('callToActionText', {
      nullable: true,
      description: 'The call-to-action text, one of `dictionary.callToActionTexts`.',
    }),
    flashSaleConfig: t.expose('flashSaleConfig', {
      type: 'JSON',
      nullable: true,
      description:
        'The countdown. Its `countdownPrefixText` is one of `dictionary.flashSaleCountdownPrefixTexts`.',
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
});

relatedConnection({
  of: nativeAds,
  owner: AdGroup,
  field: 'ads',
  relation: 'nativeAds',
  description: 'The native ads of the ad group.',
});

oneById({ type: NativeAd, name: 'NativeAd', word: 'native ad', find: findNativeAds });

nativeMutations({ object: adObject, type: NativeAd, single: true });
