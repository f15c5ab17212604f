import { NATIVE_AD } from '../../domain/native/native-ad/definition.ts';
import { adObject } from '../../domain/native/native-ad/object.ts';
import { historyOf } from '../account/history.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection } from '../parts/connections.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addPassthroughFields } from '../parts/row-field.ts';
import { AdGroup } from './ad-group.ts';
import { nativeMutations } from './native-mutations.ts';

const NativeAd = resourceType(NATIVE_AD);

addPassthroughFields(NativeAd);
historyOf(NativeAd);

const nativeAds = connectionOf({
  resource: NATIVE_AD,
  type: NativeAd,
});

relatedConnection({
  of: nativeAds,
  owner: AdGroup,
  field: 'ads',
  description: 'The native ads of the ad group.',
});

oneById({ type: NativeAd, name: 'NativeAd', singular: 'native ad' });

nativeMutations({ object: adObject, type: NativeAd, single: true });
