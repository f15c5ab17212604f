import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  SeatInSyncError,
  UnauthenticatedError,
  UnavailableError,
  ValidationError,
} from '../../domain/errors.ts';
import { HttpFault, type Refusal } from '../../http/faults.ts';
import type { HttpInterface } from '../../http/interface.ts';

/**
 * What the examples of all interfaces share. They show the resources of one advertiser at one time, so that an ID in one
 * example is that of a resource in another.
 */
export const EXAMPLE_TIME = new Date('2026-07-31T12:00:00.204Z');
export const UPDATED_AT = EXAMPLE_TIME.toISOString();

export const IDS = {
  accountGroup: 101,
  pixel: 301,
  campaign: 501,
  adGroup: 601,
  nativeAd: 701,
  keyword: 801,
  targetingAttribute: 901,
  advertiser: 1001,
  line: 2001,
  lineSchedule: 2101,
  lineConversion: 2201,
  bidMultiplier: 2301,
  creative: 3001,
  ad: 4001,
  adSchedule: 4101,
  deal: 5001,
  nativeList: 6001,
  productSet: 7001,
} as const;

type Fields = Readonly<Record<string, unknown>>;

/** A resource: the body that creates it, how it is returned then, and the body of an update. */
export interface ResourceExample {
  readonly create: Fields;
  readonly answer: Fields;
  readonly update: Fields;
  /** How a list returns it, if not as `answer`. */
  readonly listItem?: Fields;
  /** Fields that only the response to an update has. */
  readonly updated?: Fields;
}

/** Returns how a resource is returned after its update. */
export const updatedAnswer = ({ answer, update, updated }: ResourceExample): Fields => ({
  ...answer,
  ...update,
  ...updated,
});

const REFUSALS: readonly Refusal[] = [
  new ValidationError([{ path: 'name', message: 'name is required' }]),
  new UnauthenticatedError(),
  new ForbiddenError(),
  new NotFoundError('Line'),
  new SeatInSyncError(),
  new HttpFault('NOT_IMPLEMENTED'),
  new HttpFault('REQUEST_TIMEOUT'),
  new ConflictError('The Idempotency-Key was used with another request.'),
  new HttpFault('BODY_TOO_LARGE'),
  new HttpFault('URI_TOO_LONG'),
  new HttpFault('UNSUPPORTED_MEDIA_TYPE'),
  new RateLimitedError({
    limit: 'GET_PER_MINUTE',
    retryAfterS: 24,
    message: 'Rate limit exceeded: the 60 of GET_PER_MINUTE are used up.',
  }),
  new HttpFault('INTERNAL'),
  new UnavailableError(),
];

/** Returns the body of each error status in the interface's envelope. Of several errors with one status, it is the first. */
export function refusalExamples(
  { refuse }: Pick<HttpInterface, 'refuse'>,
  own: readonly Refusal[] = [],
): Readonly<Record<number, unknown>> {
  const refused = [...own, ...REFUSALS].map((refusal) => refuse(refusal, EXAMPLE_TIME));
  return Object.fromEntries(refused.reverse().map(({ status, body }) => [status, body]));
}
