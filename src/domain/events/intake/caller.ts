import { noteCause } from '../../../platform/log/outage-log.ts';
import { noteRefusedToken } from '../../access/diagnostics/refused-token.ts';
import { tokenProblem } from '../../access/identity/tokens/access-token.ts';
import type { System } from '../../context.ts';
import { UnauthenticatedError, UnavailableError } from '../../errors.ts';
import { tokenVerifier } from './token-verifier.ts';

/**
 * The caller of the intake. Has no ID and seat if requests without a valid token are accepted
 * (FLIGHTLINE_INTAKE_AUTH=observe).
 */
export interface IntakeCaller {
  readonly clientId: string;
  readonly seatId: number | undefined;
}

const NOBODY: IntakeCaller = { clientId: '', seatId: undefined };

/**
 * Returns the caller that the access token identifies. The token must have `scope`. Throws UnauthenticatedError, and
 * UnavailableError while the token service is unavailable. In observe mode it throws neither: the failure is logged and
 * counted, and the pixel or the click determines the seat.
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
    if (error instanceof UnauthenticatedError && token) noteRefusedToken({ system, token, error });
    const isRefusal = error instanceof UnauthenticatedError || error instanceof UnavailableError;
    if (system.config.intakeAuth === 'enforce' || !isRefusal) {
      if (error instanceof UnauthenticatedError && token) await explain(system, { token, requestId, scope });
      throw error;
    }
    observed.count += 1;
    system.log.warn({ requestId, scope, reason: error.code }, 'intake without a valid token');
    return NOBODY;
  }
}

const EXPLAIN_EVERY_MS = 1_000;
const explainedAt = new WeakMap<object, number>();

/** Logs why a token is refused: once per reason, and checked at most once per second. */
async function explain(
  system: System,
  { token, ...call }: { token: string; requestId: string; scope: string },
): Promise<void> {
  const now = performance.now();
  if (now - (explainedAt.get(system.log) ?? Number.NEGATIVE_INFINITY) < EXPLAIN_EVERY_MS) return;
  explainedAt.set(system.log, now);
  const reason = system.config.auth
    ? 'the token service says that it is not valid'
    : await tokenProblem(system, token);
  if (noteCause(system.log, reason)) system.log.warn({ ...call, reason }, 'intake refused a token');
}

/** The number of requests in this process that would have been refused. */
export const observed = { count: 0 };
