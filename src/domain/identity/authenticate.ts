import type { DomainContext, System } from '../context.ts';
import { UnauthenticatedError } from '../errors.ts';

/** Turns an access token into the caller's context. */
export async function authenticate(_options: {
  system: System;
  token: string | undefined;
  scope: string;
  /** `?seatId=` or `X-Seat-Id` as sent, when it was. */
  seat?: string | undefined;
  requestId: string;
}): Promise<DomainContext> {
  throw new UnauthenticatedError();
}
