import { ForbiddenError, ValidationError } from '../../errors.ts';

/** Returned when the operator has disabled an object or list (FLIGHTLINE_DISABLED_FEATURES). */
export class FeatureDisabledError extends ForbiddenError {
  override readonly reason = 'FEATURE_DISABLED';

  constructor(feature: string) {
    super(`${feature} is not supported here.`);
  }
}

/** Returned when a filtered read runs longer than the limit, or would according to the planner. */
export class HugeRequestError extends ValidationError {
  override readonly reason = 'TOO_EXPENSIVE';

  constructor(seconds: number, what = 'took longer') {
    super([{ path: '', message: `The request ${what} than ${seconds} seconds. Use a narrower filter.` }]);
  }

  /** Returns the error for a read that is refused in advance, because of the planner's estimate. */
  static expected(seconds: number): HugeRequestError {
    return new HugeRequestError(seconds, 'would take far longer');
  }
}
