import { MAX_ID } from '../../../resources/define/fields.ts';
import type { System } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import { findAdvertiser, findUser } from '../tenancy/find.ts';

export const USER_QUOTAS = [
  'getPerMin',
  'getPerHr',
  'getPerDay',
  'putPerMin',
  'putPerHr',
  'putPerDay',
  'postPerMin',
  'postPerHr',
  'postPerDay',
  'reportPostPerMin',
  'reportPostPerHr',
  'reportPostPerDay',
  'reportGetPerMin',
  'reportGetPerHr',
  'reportGetPerDay',
  'nativePerHr',
  'graphqlPerHr',
] as const;
export type UserQuotas = { readonly [Name in (typeof USER_QUOTAS)[number]]?: number };

/** Sets the given quotas of a user; the others stay unchanged. Throws NotFoundError, ValidationError. */
export async function setUserQuota(options: {
  readonly system: System;
  readonly userId: number;
  readonly quotas: UserQuotas;
}): Promise<{ userId: number } & UserQuotas> {
  const { system, quotas } = options;
  const { id: userId } = await findUser(system.db, options.userId);
  refuseBadLimits(quotas);
  await system.db.userQuota.upsert({
    where: { userId },
    create: { userId, ...quotas },
    update: quotas,
  });
  return { userId, ...quotas };
}

/** Sets the number of pixel events per second that an advertiser can send. Throws NotFoundError, ValidationError. */
export async function setAdvertiserQuota(options: {
  readonly system: System;
  readonly advertiserId: number;
  readonly eventsPerSec: number;
}): Promise<{ advertiserId: number; eventsPerSec: number }> {
  const { system, eventsPerSec } = options;
  const { id: advertiserId } = await findAdvertiser(system.db, options.advertiserId);
  refuseBadLimits({ eventsPerSec });
  await system.db.advertiserQuota.upsert({
    where: { advertiserId },
    create: { advertiserId, eventsPerSec },
    update: { eventsPerSec },
  });
  return { advertiserId, eventsPerSec };
}

function refuseBadLimits(limits: Readonly<Record<string, number>>): void {
  const issues = Object.entries(limits)
    .filter(([, limit]) => !Number.isInteger(limit) || limit < 0 || limit > MAX_ID)
    .map(([path]) => ({ path, message: `${path} must be a whole number from 0 to ${MAX_ID}.` }));
  if (issues.length > 0) throw new ValidationError(issues);
}
