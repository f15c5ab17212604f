import type { DashboardChangeFragment } from '../generated/graphql.ts';

type Change = Pick<DashboardChangeFragment, 'action' | 'at' | 'requestId' | 'userId'>;

/** A client may use one request ID for many requests, so that only what was changed within this time is together. */
const TOGETHER_MS = 60_000;

const UNDO = 'undo-';

/** The ID of the requests that take changes back, by which the history tells them apart. */
export const undoRequestId = (key: string): string => `${UNDO}${key}`;
export const isUndo = ({ requestId }: Pick<Change, 'requestId'>): boolean => requestId.startsWith(UNDO);

export const isTogether = (one: Change, other: Change): boolean =>
  one.requestId === other.requestId &&
  one.userId === other.userId &&
  one.action === other.action &&
  Math.abs(Date.parse(one.at) - Date.parse(other.at)) < TOGETHER_MS;

/** The filter that finds all changes of the request that made these. */
export function togetherWith(changes: readonly [Change, ...Change[]]) {
  const [{ requestId, userId, action }] = changes;
  const times = changes.map(({ at }) => Date.parse(at));
  const timeOf = (ms: number) => new Date(ms).toISOString();
  return {
    ...{ requestId, userId, action },
    since: timeOf(Math.min(...times) - TOGETHER_MS),
    until: timeOf(Math.max(...times) + TOGETHER_MS),
  };
}
