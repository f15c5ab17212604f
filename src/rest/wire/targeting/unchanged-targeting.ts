import { isDeepStrictEqual } from 'node:util';
import { getTargeting } from '../../../domain/campaigns/targeting/get.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { idFromText } from '../../ids.ts';
import { targetingToWire } from '../../traffic/targeting.ts';
import type { ObservedCall } from '../divergence.ts';
import { ifVisible } from '../if-visible.ts';
import { isNeutral, targetRefusal } from '../limits.ts';
import { documentedTypes } from './target-types.ts';
import { withBothNames } from './targeting-answer.ts';

type Fields = Record<string, unknown>;

/** Fields of an answer, and the one with which a client changes them. */
const CHANGED_BY: ReadonlyMap<string, string> = new Map([
  ['geosIncluded', 'geos'],
  ['geosExcluded', 'geos'],
  ['excludedGeos', 'geos'],
  ['nativeListsExcluded', 'nativeLists'],
  ['siteListsExcluded', 'siteLists'],
  ['siteListsIncluded', 'siteLists'],
  ['dealsIncluded', 'deals'],
  ['publishersExcluded', 'publishers'],
]);
/** Fields that are a list in an answer. Most are something else in a change. */
const LISTS_IN_ANSWERS = ['geos', 'nativeLists', 'funnelAttributes', 'publishersIncluded'];

/**
 * Returns a change of targeting without the parts that have no effect: limits with neutral values, and fields with the
 * value that GET returned. Refuses the limits that the platform cannot apply.
 */
export async function withoutUnchanged(body: Fields, call: ObservedCall): Promise<Fields> {
  const answered = Object.keys(body).some((name) => isAnswered(name, body))
    ? await answeredTargeting(call)
    : {};
  const changed: Fields = {};
  for (const [name, value] of Object.entries(body)) {
    const reason = targetRefusal(name);
    if (isAnswered(name, body)) {
      const field = CHANGED_BY.get(name);
      if (isDeepStrictEqual(value, answered[name])) continue;
      if (field) call.refuse(name, `is read-only. Send ${field} to change it`);
    } else if (reason !== undefined) {
      if (isNeutral(name, body)) continue;
      call.refuse(name, reason);
    }
    changed[name] = name === 'types' ? documentedTypes(value, call.sentAs) : value;
  }
  return saysNothing(changed) && !saysNothing(body)
    ? { ...changed, types: await unchangedTypes(call) }
    : changed;
}

const saysNothing = ({ id: _, types, ...targets }: Fields): boolean =>
  Object.keys(targets).length === 0 && (types === undefined || isDeepStrictEqual(types, []));

const isAnswered = (name: string, body: Fields): boolean =>
  CHANGED_BY.has(name) || (LISTS_IN_ANSWERS.includes(name) && Array.isArray(body[name]));

async function answeredTargeting(call: ObservedCall): Promise<Fields> {
  const answer = await storedTargeting(call).then((stored) => stored && withBothNames(stored, call));
  return isRecord(answer) ? answer : {};
}

async function storedTargeting({ ctx, params }: ObservedCall) {
  const targeting = await ifVisible(getTargeting({ ctx, lineId: idFromText(params.id) }));
  return targeting && targetingToWire(targeting);
}

/** A change must name a type, so this names one with the value that it has. */
async function unchangedTypes(call: ObservedCall): Promise<object[]> {
  const stored = await storedTargeting(call);
  const isTargeted = stored?.types.some(({ name }) => name === 'GEOGRAPHY') ?? false;
  return [{ name: 'GEOGRAPHY', isTargeted }];
}
