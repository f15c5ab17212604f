import type { System } from '../../context.ts';
import { DEFAULT_EVENTS_PER_SECOND } from '../../events/event/admission.ts';
import { findAdvertiser, findUser } from '../tenancy/find.ts';
import { takeUnits } from './bucket.ts';
import { lookAtCalls, METHODS } from './calls.ts';

const WINDOWS = ['PerMin', 'PerHr', 'PerDay'] as const;
const CALLS = [...METHODS, 'REPORT_POST', 'REPORT_GET'] as const;

/** Returns the limits of a user, custom or default, by their names in `quota set`. Throws NotFoundError. */
export async function showUserQuota(options: { system: System; userId: number }): Promise<object> {
  const { system } = options;
  const { id: userId } = await findUser(system.db, options.userId);
  const calls: Record<string, number> = {};
  for (const method of CALLS) {
    const { windows } = await lookAtCalls({ system, userId, method });
    for (const [index, { limit }] of windows.entries()) calls[`${camel(method)}${WINDOWS[index]}`] = limit;
  }
  const look = (bucket: 'native' | 'graphql') => takeUnits({ system, userId, bucket, cost: 0 });
  const [native, graphql] = [await look('native'), await look('graphql')];
  return { userId, ...calls, nativePerHr: native.limit, graphqlPerHr: graphql.limit };
}

/** Returns the number of pixel events per second that an advertiser can send. Throws NotFoundError. */
export async function showAdvertiserQuota(options: {
  system: System;
  advertiserId: number;
}): Promise<object> {
  const { db } = options.system;
  const { id: advertiserId } = await findAdvertiser(db, options.advertiserId);
  const own = await db.advertiserQuota.findUnique({ where: { advertiserId } });
  return { advertiserId, eventsPerSec: own?.eventsPerSec ?? DEFAULT_EVENTS_PER_SECOND };
}

/** For example `REPORT_POST` → `reportPost`. */
const camel = (name: string): string =>
  name.toLowerCase().replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
