import { defineEnum } from '../../../resources/define/enum-type.ts';
import type { DeliveryStatus } from './blockers/codes.ts';
import { lifeCycle } from './status.ts';

export const LINE_STATUS = defineEnum(
  'LineStatus',
  `The possible statuses of a line. The allowed transitions are:\n\n${lifeCycle()}`,
  {
    ACTIVE: 'The line is active. It can deliver.',
    PAUSED: 'The line is paused. It does not deliver.',
    INACTIVE: 'The line is inactive. It does not deliver.',
  },
);

export const LINE_DELIVERY_STATUS = defineEnum<DeliveryStatus>(
  'LineDeliveryStatus',
  'The possible delivery states of a line. A line can deliver if nothing blocks it; otherwise its state follows from the first of `deliveryBlockers`.',
  {
    ...LINE_STATUS.values,
    ACTIVE: 'The line can deliver: `deliveryBlockers` is empty.',
    NOT_STARTED: 'The line is active and waits for its next flight or its campaign to begin.',
    ENDED: 'The line is active and its last flight or its campaign has ended.',
    STOP_TOTAL_BUDGET:
      'The line is active and the budget of its flight, or the total or monthly budget of its campaign, is spent.',
    STOP_DAILY_BUDGET: 'The line is active and the daily budget of its flight or its campaign is spent.',
    BLOCKED:
      'The line is active and cannot deliver for another reason, such as a paused campaign or a lack of active ads.',
  },
);

export const SUPPLY_TYPE = defineEnum('SupplyType', 'The possible supply types of a line.', {
  PLATFORM: 'The operator’s own supply.',
  THIRD_PARTY: 'The supply of other exchanges.',
});

export const LINE_OBJECTIVE = defineEnum('LineObjective', 'The possible objectives of a line.', {
  VISIT_WEB: 'Bring people to a website.',
  KNOW_BRAND: 'Make a brand known.',
  PROMOTE_PRODUCT: 'Promote products.',
  OPEN_MAIL: 'Make people open mail.',
  MARKET_APP: 'Market an app.',
  MAIL_SPONSORED: 'Sponsored mail.',
});

export const GOAL_TYPE = defineEnum('GoalType', 'The possible types of a line’s goal.', {
  NONE: 'No goal.',
  CPI: 'Cost per install.',
  CPC: 'Cost per click.',
  CPA: 'Cost per acquisition.',
  CTR: 'Click-through rate.',
  VCPM: 'Cost per thousand viewable impressions.',
  ROAS: 'Return on ad spend.',
  MAXINVIEWRATE: 'The highest rate of viewable impressions.',
  OCPC: 'Optimized cost per click.',
  CPCV: 'Cost per completed view.',
  MAXCOMPLETIONRATE: 'The highest rate of completed views.',
  MAXCTR: 'The highest click-through rate.',
  COMPLETION_HARD_THRESHOLD: 'A rate of completed views that must be reached.',
  ECPM: 'Effective cost per thousand impressions.',
  ENHANCED_CPC: 'Enhanced cost per click.',
});

export const GOAL_MODE_TYPE = defineEnum('GoalModeType', 'The possible modes of a goal.', {
  SOFT: 'The goal can be missed.',
  HARD: 'The goal must be kept.',
});

export const PACING_MODE_TYPE = defineEnum('PacingModeType', 'The possible pacing modes of a line.', {
  EVEN: 'The budget is spent evenly over the flight.',
  ASAP: 'The budget is spent as soon as possible.',
  PACE_AHEAD: 'The budget is spent somewhat ahead of an even pace.',
});

export const BILLING_METHOD_TYPE = defineEnum(
  'BillingMethodType',
  'The possible billing methods of a line.',
  {
    CPM_PRICE: 'A price per thousand impressions.',
    CPC: 'A price per click.',
    MARGIN: 'The cost with a margin.',
    CPCV: 'A price per completed view.',
    CPC_WITH_MARGIN: 'A price per click with a margin.',
  },
);

export const MARGIN_TYPE = defineEnum('MarginType', 'The possible types of a line’s margin.', {
  TOTAL_BUDGET: 'The total budget.',
  BUYER_COST: 'The buyer’s cost.',
});

export const BUDGET_TYPE = defineEnum('BudgetType', 'The units that a line’s budget is counted in.', {
  CURRENCY: 'The advertiser’s currency.',
  IMPRESSION: 'Impressions.',
});

export const DAILY_BUDGET_TYPE = defineEnum('DailyBudgetType', 'The possible types of a daily budget.', {
  AUTO_ALLOCATED: 'It is allocated automatically.',
  SPECIFIED_AMOUNT: 'It is a specified amount.',
  TOTAL_BUDGET: 'It is the total budget.',
});

export const FEE_TYPE = defineEnum('FeeType', 'The possible types of a fee.', {
  AD_SERVING: 'Ad serving.',
  AD_VERIFICATION: 'Ad verification.',
  AUDIENCE_MEASUREMENT: 'Audience measurement.',
  BRAND_SAFETY: 'Brand safety.',
  VIEWABILITY: 'Viewability measurement.',
  OTHER: 'Any other fee.',
});

export const WINDOW_UNIT_TYPE = defineEnum('WindowUnitType', 'The units of a conversion window.', {
  MINUTE: 'Minutes.',
  HOUR: 'Hours.',
  DAY: 'Days.',
});
