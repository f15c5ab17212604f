import type { Resource } from '../resources/define/resource.ts';
import { registerResources } from '../resources/read/registry.ts';
import { AUDIENCE } from './audiences/audience/definition.ts';
import { PIXEL } from './audiences/pixel/definition.ts';
import { PRODUCT_SET } from './audiences/product-set/definition.ts';
import { SEGMENT } from './audiences/segment/definition.ts';
import { AD, AD_COUNTDOWN, AD_SCHEDULE } from './campaigns/ad/definition.ts';
import { ADVERTISER } from './campaigns/advertiser/definition.ts';
import { BID_MULTIPLIER } from './campaigns/bid-multiplier/definition.ts';
import { CAMPAIGN } from './campaigns/campaign/definition.ts';
import { CREATIVE } from './campaigns/creative/definition.ts';
import { DEAL } from './campaigns/deal/definition.ts';
import { LINE } from './campaigns/line/definition.ts';
import { LINE_CONVERSION, LINE_FEE, LINE_SCHEDULE } from './campaigns/line/part-definitions.ts';
import { NATIVE_LIST } from './campaigns/native-list/definition.ts';
import { AD_GROUP } from './native/ad-group/definition.ts';
import { KEYWORD } from './native/keyword/definition.ts';
import { NATIVE_AD } from './native/native-ad/definition.ts';
import { TARGETING_ATTRIBUTE } from './native/targeting-attribute/definition.ts';
import { CHANGE } from './notifications/history/definition.ts';
import { WEBHOOK, WEBHOOK_DELIVERY } from './notifications/webhook/definition.ts';

/** Every resource, by the name of its type. */
export const RESOURCES: ReadonlyMap<string, Resource> = new Map(
  [
    AD,
    AD_COUNTDOWN,
    AD_GROUP,
    AD_SCHEDULE,
    ADVERTISER,
    AUDIENCE,
    BID_MULTIPLIER,
    CAMPAIGN,
    CHANGE,
    CREATIVE,
    DEAL,
    KEYWORD,
    LINE,
    LINE_CONVERSION,
    LINE_FEE,
    LINE_SCHEDULE,
    NATIVE_AD,
    NATIVE_LIST,
    PIXEL,
    PRODUCT_SET,
    SEGMENT,
    TARGETING_ATTRIBUTE,
    WEBHOOK_DELIVERY,
  ].map((resource) => [resource.name, resource]),
);

registerResources(RESOURCES, [WEBHOOK]);
