import { OPERATOR_WORD } from '../client.ts';
import {
  anything,
  day,
  decimal,
  flag,
  getter,
  instant,
  list,
  localTime,
  model,
  type Reader,
  text,
  whole,
  word,
} from '../read.ts';

/** What the Java client reads: the fields of each object, with their types and the words of its enums. */

export const answered = (reader: Reader): Reader => model({ response: reader, timeStamp: instant });

const statusWord = word('ACTIVE', 'INACTIVE', 'ARCHIVED', 'UNKNOWN');
const status = getter(['ACTIVE', 'INACTIVE', 'ARCHIVED', 'UNKNOWN']);
const mediaType = getter(['DISPLAY', 'VIDEO', 'AUDIO', 'NATIVE']);
const budgetType = (options = {}) => getter(['CURRENCY', 'IMPRESSION'], options);
const PERIODS = ['UNLIMITED', 'MINUTES', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'];
export const frequencyCapPeriod = getter(PERIODS);
const named = model({ id: whole, name: text });

const contact = {
  ...{ firstName: text, lastName: text, addressLine1: text, addressLine2: text },
  ...{ city: text, region: text, country: text, telephone: text, email: text },
};

export const ADVERTISER = model({
  ...{
    id: whole,
    name: text,
    status,
    landingPageUrl: text,
    iabCategoryId: whole,
    iabSecondaryCategoryId: whole,
  },
  ...{ timezone: text, currency: text, billingPrice: decimal, isCrossdeviceOff: flag },
  contact: model(contact),
  billingContact: model({ ...contact, vatNumber: text, legalMandateConfirmation: flag }),
});
export const BEACON_LOOKUP = model({ id: whole, name: text, dotPixel: flag });
export const ACCOUNT_GROUP = model({ id: whole, name: text, code: text, seatId: whole });
export const SEATS = model({
  currentSeat: list(model({ id: text, name: text, timezone: text, currency: text })),
  seatLookups: list(model({ id: text, name: text })),
});

export const CAMPAIGN = model({
  ...{ id: whole, name: text, accountId: whole, timezone: text, currency: text, packageEnabled: flag },
  status: getter([
    ...['ACTIVE', 'PAUSED', 'INACTIVE', 'STOP_TOTAL_BUDGET', 'STOP_DAILY_BUDGET'],
    ...['NOT_STARTED', 'ENDED', 'NO_ADS_ADDED', 'ERROR'],
  ]),
  goalType: getter(['CTR', 'CPC', 'CPA', 'CPCV', 'VCPM', 'ROAS', 'CPI', 'ENHANCED_CPC']),
  goalValue: decimal,
  frequencyCapPeriodType: frequencyCapPeriod,
  frequencyCapValue: decimal,
  demoVendor: getter([OPERATOR_WORD, 'COMSCORE', 'NIELSEN']),
  budgetType: budgetType({ isNeverNull: true }),
  budgetSchedules: list(
    model({
      ...{ id: whole, startDate: day, endDate: day, scheduleBudget: decimal, scheduleDailyBudget: decimal },
      ...{ impBudget: whole, impDailyBudget: whole },
      scheduleBudgetType: word('TOTAL_BUDGET', 'SPECIFIED_AMOUNT', 'AUTO_ALLOCATED'),
    }),
  ),
  orderFrequencyCap: model({
    ...{ orderFrequencyCapId: whole, orderId: whole, frequencyCapValueMinute: whole },
    ...{ frequencyCapValueHour: whole, frequencyCapPeriodMultiHour: whole, frequencyCapValueDay: whole },
    ...{ frequencyCapValueWeek: whole, frequencyCapValueMonth: whole, frequencyCapPacingType: text },
  }),
});

const windowUnit = word('DAY', 'HOUR', 'MINUTE');
export const LINE = model({
  ...{ id: whole, name: text, orderId: whole, mediaType, isNativeEnabled: flag },
  status: getter([
    ...['ACTIVE', 'PAUSED', 'INACTIVE', 'STOP_TOTAL_BUDGET', 'STOP_DAILY_BUDGET'],
    ...['NOT_STARTED', 'ENDED', 'ERROR'],
  ]),
  goalType: getter([
    ...['NONE', 'CPI', 'CPC', 'CPA', 'VCPM', 'ROAS', 'MAXINVIEWRATE', 'OCPC', 'CPCV', 'MAXCOMPLETIONRATE'],
    ...['MAXCTR', 'COMPLETION_HARD_THRESHOLD', 'ECPM'],
  ]),
  goalModeType: getter(['SOFT', 'HARD']),
  ...{ goalAmount: decimal, bidPrice: decimal, maxGoal: decimal, marginGoal: decimal, billingPrice: decimal },
  pacingModeType: getter(['EVEN', 'ASAP', 'PACE_AHEAD']),
  ...{ pacingAcceleration: whole, completionThreshold: whole },
  appMarketingObjective: getter(['APP_INSTALL', 'POST_INSTALL', 'RE_ENGAGEMENT']),
  ...{ appUrl: text, appLocale: text, appId: text },
  budgetType: budgetType(),
  billingMethodType: getter(['CPM_PRICE', 'CPC', 'MARGIN', 'CPCV', 'CPC_WITH_MARGIN']),
  marginType: getter(['TOTAL_BUDGET', 'BUYER_COST']),
  schedules: list(
    model({
      ...{ id: whole, startDateStr: day, endDateStr: day, budget: decimal, dailyBudget: decimal },
      ...{ impBudget: whole, impDailyBudget: whole },
      dailyBudgetType: getter(['TOTAL_BUDGET', 'SPECIFIED_AMOUNT', 'AUTO_ALLOCATED']),
    }),
  ),
  feeList: list(
    model({
      ...{ id: whole, name: text, fee: decimal },
      typeName: word(
        ...['AD_SERVING', 'AD_VERIFICATION', 'AUDIENCE_MEASUREMENT', 'BRAND_SAFETY', 'VIEWABILITY', 'OTHER'],
      ),
    }),
  ),
  conversionList: list(
    model({
      ...{ id: whole, lineId: whole, beaconId: whole, acceptViewThrough: flag, clickWindow: whole },
      ...{ viewWindow: whole, viewBeaconValueDiscount: decimal, beaconValuePc: decimal },
      ...{ clickWindowUnitType: windowUnit, viewWindowUnitType: windowUnit },
    }),
  ),
  bidMultiplierCap: model({ multiplierCap: decimal }),
  channelType: getter(['DOOH', 'DEFAULT']),
  supplyType: getter([OPERATOR_WORD], { also: ['THIRD_PARTY'] }),
  language: getter([
    ...['UNKNOWN', 'ENGLISH', 'CHINESE', 'SPANISH', 'JAPANESE', 'PORTUGUESE', 'GERMAN', 'ARABIC', 'FRENCH'],
    ...['RUSSIAN', 'DUTCH', 'SWEDISH', 'ITALIAN', 'INDONESIAN', 'ALL'],
  ]),
  objective: getter(['VISIT_WEB', 'KNOW_BRAND', 'PROMOTE_PRODUCT', 'OPEN_MAIL', 'MARKET_APP']),
});

export const AD = model({
  ...{ id: whole, name: text, status, lineId: whole, creativeId: whole, mediaType, updatedAt: text },
  schedules: list(model({ id: whole, startDate: localTime, endDate: localTime })),
  countdown: model({ id: whole, countdownPrefixId: whole, endDate: localTime, timezone: text }),
  nativeAdStatus: getter(['ACTIVE', 'PAUSED', 'ON_HOLD', 'ON_LIMITED', 'RESTRICTED', 'DELETED', 'REJECTED'], {
    isNeverNull: true,
  }),
  nativeAdRestrictions: list(anything),
});

export const CREATIVE = model({
  ...{ id: whole, name: text, status: statusWord, accountId: whole, language: text, landingPageUrl: text },
  ...{ landingPageDomain: text, mimeType: text, layout: text, adChoicesEnabled: flag, thirdPartyCode: text },
  ...{ thirdPartyCodeSecure: flag, creativeTagUrl: text, updatedAt: text, dooh: flag },
  creativeType: word(
    ...['DISPLAY_HOSTED', 'DISPLAY_THIRD_PARTY', 'VIDEO_HOSTED', 'VIDEO_THIRD_PARTY'],
    ...['NATIVE_DISPLAY', 'NATIVE_VIDEO', 'AUDIO_HOSTED'],
  ),
  adChoiceIconLocation: word('UPPER_RIGHT', 'UPPER_LEFT', 'LOWER_LEFT'),
  adType: word('BANNER', 'RICH_MEDIA', 'MRAID'),
  userInteractions: list(word('ON_LOAD', 'ON_CLICK', 'ON_HOVER')),
  expandDirections: list(word('LEFT', 'RIGHT', 'UP', 'DOWN', 'FULLSCREEN', 'AUTOMATIC')),
  adxCategories: list(word('ALCOHOL_AD')),
  content: model({ binaryData: text, smallBinaryData: text }),
  details: model({
    ...{ duration: whole, title: text, companyName: text, description: text, callToAction: text },
    images: model({ imageSecuredUrl: text, iconImageSecuredUrl: text, smallImageSecuredUrl: text }),
    creativeMedia: list(model({ id: whole, mediaUrl: text, width: whole, height: whole })),
  }),
  creativeImpressionTracking: list(
    model({
      ...{ id: whole, impTrackerUrl: text },
      trackingEventType: word(
        ...['IMPRESSION', 'PERCENT_25', 'PERCENT_50', 'PERCENT_75', 'PERCENT_100', 'CLICK', 'JAVASCRIPT'],
      ),
    }),
  ),
  customIdentifiers: list(model({ id: whole, identifierValue: text })),
  companionBanners: model({ id: whole, companionBinaryData: text, mimeType: text, name: text }),
});

export const BEACON = model({
  ...{ id: whole, name: text, accountId: whole, pixelId: whole, conversion_default_value: whole },
  ruleType: word('EVENTS', 'DESTINATION_URL', 'APP_URL'),
  conversion_category: word(
    ...['CONVERSION', 'SIGNUP', 'LEAD', 'ADD_TO_CART', 'APP_INSTALLATIONS', 'OTHERS', 'PURCHASE'],
    ...['IN_APP_EVENT', 'VIEW_CONTENT', 'ADD_TO_WISHLIST', 'INITIATE_CHECKOUT', 'ADD_PAYMENT_INFO'],
  ),
  ...{ destinationUrl: text, destinationUrlOperator: text, appUrl: text, appLocale: text, appId: text },
  ...{ mobileMeasurementPartner: text, createdAt: text, updatedAt: text },
  conditions: list(model({ key: text, operator: text, value: text })),
});
export const BEACON_CODE = model({
  ...{ beaconId: whole, pixelId: whole, urlSecureMultiple: text, urlSecureSingle: text },
  customEventScript: text,
});
export const PIXEL = model({
  ...{ id: whole, name: text, accountId: whole },
  codes: model({ type: text, protocol: text, instrumentationCode: text }),
});

export const DEAL = model({
  ...{
    id: whole,
    name: text,
    status: statusWord,
    exchangeId: whole,
    exchangeDealId: whole,
    description: text,
  },
  ...{ reservePrice: whole, accountGroupId: whole, accountIsExcluded: flag, accounts: list(whole) },
  ...{ accountGroups: list(whole), spotbuy: flag },
});
export const NATIVE_LIST = model({
  ...{ id: whole, name: text, accountId: whole, status: statusWord },
  items: list(model({ itemName: text })),
});
export const SITE_LIST = model({
  ...{ id: whole, name: text, accountId: whole, status: statusWord, isShared: flag },
  type: word('SITE_LIST', 'APP_LIST'),
  items: list(model({ id: whole, itemName: text })),
});
export const EXCHANGE = named;
export const PUBLISHER = named;

export const RATE_LIMIT = model(
  Object.fromEntries(
    ['get', 'post', 'put'].flatMap((method) =>
      ['Min', 'Hr', 'Day'].flatMap((window) =>
        ['', 'Remaining'].map((left) => [`${method}LimitPer${window}${left}`, whole] as const),
      ),
    ),
  ),
);
