import { findNativeAds } from '../../domain/native/find.ts';
import { visibleObjects } from '../../domain/native/visible.ts';
import { NATIVE_AD } from '../../domain/native-ad/definition.ts';
import { adObject } from '../../domain/native-ad/object.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { keptFields } from '../parts/kept-fields.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { AdGroup } from './ad-group.ts';
import { nativeMutations } from './native-mutations.ts';

const NativeAd = resourceType(NATIVE_AD, { whole: true });

keptFields(NativeAd);
historyOf('NativeAd', NativeAd);

const nativeAds = connectionOf({
  resource: NATIVE_AD,
  type: NativeAd,
  visible: (ctx) => visibleObjects(ctx, 'ad'),
});

relatedConnection({
  of: nativeAds,
  owner: AdGroup,
  field: 'ads',
  relation: 'nativeAds',
  description: 'The native ads of the ad group.',
});

oneById({ type: NativeAd, name: 'NativeAd', word: 'native ad', find: findNativeAds });

nativeMutations({ object: adObject, type: NativeAd, find: findNativeAds, single: true });
