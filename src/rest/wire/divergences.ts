import { authMethod } from './auth-method.ts';
import { dealIds } from './deal-ids.ts';
import type { Divergence } from './divergence.ts';
import { repeatedAssertion } from './identity.ts';
import { rateLimitFields } from './rate-limit.ts';
import { rateLimited, validationMessages } from './refusals.ts';

/** All that the observed profile does otherwise than the documents say. docs/wire-profiles.md is printed from it. */
export const DIVERGENCES: readonly Divergence[] = [
  repeatedAssertion,
  authMethod,
  rateLimitFields,
  dealIds,
  validationMessages,
  rateLimited,
];
