import { authMethod } from './auth-method.ts';
import { dealIds } from './deal-ids.ts';
import { deliveryLimits } from './delivery-limits.ts';
import type { Divergence } from './divergence.ts';
import { adEnums } from './enum-values/ads.ts';
import { campaignEnums } from './enum-values/campaigns.ts';
import { lineEnums } from './enum-values/lines.ts';
import { flightBudgets } from './flight-budgets.ts';
import { repeatedAssertion, tokenEndpoint } from './identity.ts';
import { flightOfLine, repeatedFlight } from './line-flight.ts';
import { listParameters } from './list-parameters.ts';
import { multiplierCap } from './multiplier-cap.ts';
import { nativeListStatus } from './native-list-status.ts';
import { undocumentedPaths } from './paths/undocumented.ts';
import { rateLimitFields } from './rate-limit.ts';
import { rateLimited, reportingErrors, validationMessages } from './refusals.ts';
import { idsWithoutData, reportHeadings, reportIds, reportStatus } from './report-ids.ts';
import { reservePrice } from './reserve-price.ts';
import { scheduleDates } from './schedule-dates.ts';
import { targeting } from './targeting/targeting.ts';

/** All differences between the observed profile and the documents. docs/wire-profiles.md is generated from it. */
export const DIVERGENCES: readonly Divergence[] = [
  repeatedAssertion,
  tokenEndpoint,
  authMethod,
  repeatedFlight,
  flightBudgets,
  scheduleDates,
  multiplierCap,
  rateLimitFields,
  targeting,
  deliveryLimits,
  lineEnums,
  flightOfLine,
  campaignEnums,
  adEnums,
  nativeListStatus,
  listParameters,
  undocumentedPaths,
  dealIds,
  reservePrice,
  reportIds,
  idsWithoutData,
  reportStatus,
  reportHeadings,
  validationMessages,
  reportingErrors,
  rateLimited,
];
