import { defineShown } from '../shown.ts';

/** The columns of the traffic interface's resources, in the order of its answers (spec 2, "Resources"). */

export const ADVERTISER = defineShown({
  table: 'advertiser',
  shown: [
    'id',
    'accountGroupId',
    'name',
    'status',
    'landingPageUrl',
    'iabCategoryId',
    'iabSecondaryCategoryId',
    'timezone',
    'currency',
    'billingPrice',
    'contact',
    'isCrossdeviceOff',
  ],
  otherwise: ['billingContact', 'updatedAt'],
  internal: ['seatId', 'createdAt'],
});

export const AD = defineShown({
  table: 'ad',
  shown: ['lineId', 'creativeId', 'status', 'nativeAdStatus', 'nativeAdRestrictions'],
  otherwise: ['id', 'updatedAt'],
  internal: ['seatId', 'createdAt'],
});

export const AD_SCHEDULE = defineShown({
  table: 'ad_schedule',
  shown: ['id'],
  otherwise: ['startDate', 'endDate'],
  internal: ['adId'],
});

export const AD_COUNTDOWN = defineShown({
  table: 'ad_countdown',
  shown: ['id', 'countdownPrefixId'],
  otherwise: ['endDate', 'timezone'],
  internal: ['adId'],
});

export const DEAL = defineShown({
  table: 'deal',
  shown: [
    'id',
    'name',
    'status',
    'exchangeId',
    'exchangeDealId',
    'description',
    'reservePrice',
    'accountGroupId',
    'accountIsExcluded',
    'accounts',
    'accountGroups',
  ],
  otherwise: ['updatedAt'],
  internal: ['seatId', 'createdAt'],
});

export const LINE = defineShown({
  table: 'line',
  shown: [
    'advertiserId',
    'status',
    'isNativeEnabled',
    'language',
    'objective',
    'mediaType',
    'goalType',
    'goalModeType',
    'pacingModeType',
    'billingMethodType',
    'marginType',
    'budgetType',
    'dailyBudgetType',
    'bidPrice',
    'goalAmount',
    'maxGoal',
    'marginGoal',
    'billingPrice',
    'completionThreshold',
  ],
  otherwise: ['id', 'name', 'campaignId', 'supplyType', 'bidMultiplierCap', 'extra', 'updatedAt'],
  internal: ['seatId', 'packageId', 'createdAt'],
});

export const LINE_SCHEDULE = defineShown({
  table: 'line_schedule',
  shown: ['id', 'budget', 'dailyBudgetType'],
  otherwise: ['startDate', 'endDate'],
  internal: ['lineId'],
});

export const LINE_FEE = defineShown({
  table: 'line_fee',
  shown: ['id', 'name', 'fee', 'typeName'],
  otherwise: [],
  internal: ['lineId'],
});

export const LINE_CONVERSION = defineShown({
  table: 'line_conversion',
  shown: [
    'id',
    'beaconId',
    'name',
    'viewWindow',
    'clickWindow',
    'viewWindowUnitType',
    'clickWindowUnitType',
    'acceptViewThrough',
    'viewBeaconValueDiscount',
    'beaconValuePc',
  ],
  otherwise: [],
  internal: ['lineId'],
});

export const NATIVE_LIST = defineShown({
  table: 'native_list',
  shown: ['id', 'name', 'status'],
  otherwise: ['advertiserId', 'items', 'updatedAt'],
  internal: ['seatId', 'createdAt'],
});

export const PRODUCT_SET = defineShown({
  table: 'product_set',
  shown: ['id', 'name', 'type', 'status'],
  otherwise: ['advertiserId', 'productSetFilter', 'isAllProducts', 'createdAt', 'updatedAt'],
  internal: ['seatId'],
});
