import {
  empty,
  flag,
  integer,
  list,
  matching,
  maybe,
  moment,
  nothing,
  number,
  object,
  offsetMoment,
  one,
  second,
  text,
} from './shape.ts';

/**
 * What spec 2 says that an answer holds, key by key. `beyond` is what answers carry that its tables do not
 * name: nothing else may be there.
 */

const beyond = { updatedAt: moment };

const contact = object({
  addressLine1: text,
  city: text,
  region: text,
  postalCode: text,
  country: text,
});
const advertiserFields = {
  id: integer,
  name: text,
  status: one('ACTIVE', 'INACTIVE'),
  landingPageUrl: text,
  iabCategoryId: integer,
  iabSecondaryCategoryId: integer,
  timezone: text,
  currency: text,
  billingPrice: number,
  contact,
  isCrossdeviceOff: flag,
  updatedAt: moment,
  accountGroupId: integer,
};
export const advertiser = object(advertiserFields);
/** For a seat under a country's legal compliance. */
export const billedAdvertiser = object({
  ...advertiserFields,
  billingContact: object({
    firstName: text,
    lastName: text,
    email: text,
    addressLine1: text,
    city: text,
    country: text,
    legalMandateConfirmation: flag,
  }),
});
export const beacon = object({ id: integer, name: text, dotPixel: flag });

const adFields = {
  id: integer,
  name: text,
  status: one('ACTIVE', 'INACTIVE', 'UNKNOWN'),
  lineId: integer,
  creativeId: integer,
  mediaType: one('DISPLAY', 'VIDEO', 'NATIVE'),
  schedules: list(object({ id: integer, startDate: second, endDate: second })),
  updatedAt: moment,
};
const NATIVE_AD_STATUSES = [
  'ACTIVE',
  'PAUSED',
  'ON_HOLD',
  'ON_LIMITED',
  'RESTRICTED',
  'DELETED',
  'REJECTED',
] as const;
export const nativeAd = object({
  ...adFields,
  mediaType: one('NATIVE'),
  countdown: object({ id: integer, countdownPrefixId: integer, endDate: second, timezone: text }),
  nativeAdStatus: one(...NATIVE_AD_STATUSES),
  nativeAdRestrictions: list(text),
});
export const displayAd = object({
  ...adFields,
  mediaType: one('DISPLAY'),
  countdown: nothing,
  nativeAdStatus: nothing,
  nativeAdRestrictions: empty,
});

export const deal = object({
  id: integer,
  name: text,
  status: one('ACTIVE', 'INACTIVE'),
  exchangeId: integer,
  exchangeDealId: text,
  description: text,
  reservePrice: number,
  accountGroupId: maybe(integer),
  accountIsExcluded: flag,
  accounts: list(integer),
  accountGroups: list(integer),
  ...beyond,
});

const lineFields = {
  id: integer,
  name: text,
  orderId: integer,
  status: one('ACTIVE', 'PAUSED', 'INACTIVE', 'NOT_STARTED'),
  supplyType: one('PLATFORM', 'THIRD_PARTY'),
  language: maybe(text),
  isNativeEnabled: flag,
  bidPrice: number,
  goalAmount: number,
  maxGoal: number,
  marginGoal: number,
  billingPrice: number,
  completionThreshold: number,
  pacingModeType: one('EVEN'),
  goalModeType: one('HARD'),
  goalType: one('CPC', 'ENHANCED_CPC'),
  billingMethodType: one('CPC_WITH_MARGIN'),
  marginType: one('TOTAL_BUDGET'),
  budgetType: one('CURRENCY'),
  dailyBudgetType: one('AUTO_ALLOCATED'),
  schedules: list(
    object({
      id: integer,
      budget: number,
      dailyBudgetType: one('AUTO_ALLOCATED'),
      startDateStr: second,
      endDateStr: second,
    }),
  ),
  feeList: empty,
  conversionList: list(
    object({
      id: integer,
      beaconId: integer,
      name: text,
      viewWindow: integer,
      clickWindow: integer,
      clickWindowUnitType: one('DAY'),
      viewWindowUnitType: one('DAY'),
      acceptViewThrough: flag,
      viewBeaconValueDiscount: number,
      beaconValuePc: number,
    }),
  ),
};
/** The document leaves the complete list of a line's fields to another; these two are not in its table. */
const beyondLine = { advertiserId: integer, ...beyond };
export const nativeLine = object({
  ...lineFields,
  isNativeEnabled: one(true),
  language: one('ENGLISH'),
  objective: one('VISIT_WEB'),
  mediaType: one('NATIVE'),
  ...beyondLine,
});
export const ecpcLine = object({
  ...lineFields,
  // Not sent, so nothing is stored.
  isNativeEnabled: nothing,
  objective: one('MAIL_SPONSORED', 'VISIT_WEB'),
  mediaType: one('DISPLAY', 'VIDEO'),
  goalType: one('ENHANCED_CPC'),
  // RULINGS T15.
  feeList: list(object({ id: integer, name: text, fee: number, typeName: one('VIEWABILITY') })),
  ...beyondLine,
});

const nativeListFields = {
  id: integer,
  accountId: integer,
  name: text,
  status: one('ACTIVE', 'INACTIVE', 'ARCHIVED'),
  updatedAt: moment,
};
const items = list(object({ itemName: text }));
export const nativeListSummary = object(nativeListFields);
export const nativeList = object({ ...nativeListFields, items });
export const updatedNativeList = object({ ...nativeListFields, items, nativeListTypeId: integer });

const types = list(object({ name: one('TARGET_PRODUCT_FUNNEL'), isTargeted: one(true) }));
/** `geos` and `nativeLists` are of RULINGS T10. */
export const funnelTargeting = object({
  id: integer,
  types,
  funnelAttributes: list(
    object({
      lookBack: integer,
      funnelType: one('ViewProduct', 'AddToCart', 'Purchase'),
      productSetId: integer,
      exclude: flag,
    }),
  ),
  geos: empty,
  nativeLists: empty,
});

const productSetFields = {
  id: integer,
  accountId: integer,
  name: text,
  type: one('RETAIL', 'PRODUCT'),
  status: one('ACTIVE'),
  productSetFilter: matching('JSON object', /^\{".+\}$/),
  count: integer,
  createdAt: offsetMoment,
  ...beyond,
};
export const productSet = object(productSetFields);
export const allProductsSet = object({
  ...productSetFields,
  productSetFilter: nothing,
  isAllProducts: one(true),
});

const multiplier = { id: integer, multiplier: number };
const byTarget = object({
  ...multiplier,
  targetType: one('SUPPLY_GROUP', 'SITE_X_DEVICE', 'SITE_GROUP_X_DEVICE'),
  targetValue: integer,
});
const byHour = object({
  ...multiplier,
  targetType: one('DAY_PARTING'),
  targetValue: object({ day: matching('weekday', /^[A-Z][a-z]{2}$/), hour: integer }),
});
const isByHour = (value: unknown) => (value as { targetType?: unknown } | null)?.targetType === 'DAY_PARTING';
export const multipliers = object({
  bidMultipliers: list((value, at) => (isByHour(value) ? byHour : byTarget)(value, at)),
  bidMultiplierCap: nothing,
});
export const noMultipliers = object({ bidMultipliers: empty, bidMultiplierCap: nothing });

const WINDOWS = ['get', 'post', 'put'].flatMap((method) =>
  ['Min', 'Hr', 'Day'].map((window) => `${method}LimitPer${window}`),
);
export const rateLimits = object({
  trafficApiRateLimit: object({
    userId: integer,
    ...Object.fromEntries(
      WINDOWS.flatMap((name) => [name, `${name}Remaining`]).map((name) => [name, integer]),
    ),
    limitPerMin: integer,
    limitPerHour: integer,
    limitPerDay: integer,
  }),
});

/** `errors` of a refusal: its words are in `message`, or in validationErrors that name these properties. */
export const refusal = (httpStatusCode: number, ...propertyNames: readonly string[]) =>
  object({
    httpStatusCode: one(httpStatusCode),
    message: propertyNames.length > 0 ? nothing : text,
    validationErrors:
      propertyNames.length > 0 ? list(object({ message: text, propertyName: one(...propertyNames) })) : empty,
  });
