import { AD, AD_COUNTDOWN, AD_SCHEDULE } from '../ad/definition.ts';
import { AD_GROUP } from '../ad-group/definition.ts';
import { ADVERTISER } from '../advertiser/definition.ts';
import { AUDIENCE } from '../audience/definition.ts';
import { BID_MULTIPLIER } from '../bid-multiplier/definition.ts';
import { CAMPAIGN } from '../campaign/definition.ts';
import { CREATIVE } from '../creative/definition.ts';
import { DEAL } from '../deal/definition.ts';
import { CHANGE } from '../history/definition.ts';
import { KEYWORD } from '../keyword/definition.ts';
import { LINE, LINE_CONVERSION, LINE_FEE, LINE_SCHEDULE } from '../line/definition.ts';
import { NATIVE_AD } from '../native-ad/definition.ts';
import { NATIVE_LIST } from '../native-list/definition.ts';
import { PIXEL } from '../pixel/definition.ts';
import { PRODUCT_SET } from '../product-set/definition.ts';
import { SEGMENT } from '../segment/definition.ts';
import { TARGETING_ATTRIBUTE } from '../targeting-attribute/definition.ts';
import { WEBHOOK, WEBHOOK_DELIVERY } from '../webhook/definition.ts';
import type { Resource } from './definition.ts';

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

interface Owner {
  readonly resource: Resource;
  /** The column of the owned rows that refers to it. */
  readonly column: string;
}

const owners: ReadonlyMap<string, Owner> = new Map(
  [...RESOURCES.values(), WEBHOOK].flatMap((resource: Resource) =>
    Object.values(resource.relations)
      .filter(({ to, ownerType, rule }) => to !== 'one' && ownerType === undefined && !rule)
      .map((relation) => [relation.resource, { resource, column: relation.column }] as const),
  ),
);

/** What the rows of a type that is visible with its owner belong to. */
export const ownerOf = (name: string): Owner | undefined => owners.get(name);
