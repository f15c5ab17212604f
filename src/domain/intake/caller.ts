import type { System } from '../context.ts';
import { UnauthenticatedError, UnavailableError } from '../errors.ts';
import { tokenVerifier } from './token-verifier.ts';

/** The caller of the intake. Without ID and seat if nobody is refused (FLIGHTLINE_INTAKE_AUTH=observe). */
export interface IntakeCaller {
  readonly clientId: string;
  readonly seatId: number | undefined;
}

const NOBODY: IntakeCaller = { clientId: '', seatId: undefined };

/**
 * Finds out who posts by the access token, which must carry `scope`. Throws UnauthenticatedError, and
 * UnavailableError while the token service is away. In observe mode (RULINGS A7) neither is thrown:
 * the failure is logged and counted, and the seat is then the pixel's or the click's.
 */
export async function intakeCaller(options: {
  system: System;
  token: string | undefined;
  scope: string;
  requestId: string;
}): Promise<IntakeCaller> {
  const { system, token, scope, requestId } = options;
  try {
    const verified = token ? await tokenVerifier(system).verify(token) : undefined;
    if (!verified) throw UnauthenticatedError.of(token);
    if (!verified.scopes.includes(scope)) throw UnauthenticatedError.lacking(scope);
    return { clientId: verified.clientId, seatId: verified.seatId };
  } catch (error) {
    const isRefusal = error instanceof UnauthenticatedError || error instanceof UnavailableError;
    if (system.config.intakeAuth === 'enforce' || !isRefusal) throw error;
    observed.count += 1;
    system.log.warn({ requestId, scope, reason: error.code }, 'intake without a valid token');
    return NOBODY;
  }
}

/** The number of requests in this process that would have been refused. */
export const observed = { count: 0 };
