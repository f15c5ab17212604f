import { introspect } from '../../access/identity/tokens/introspect.ts';
import type { System } from '../../context.ts';

/** The result of introspection for an active token. */
export interface VerifiedToken {
  readonly clientId: string;
  readonly seatId: number;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export type Introspect = (token: string) => Promise<VerifiedToken | undefined>;

/** Returns introspection as a function call, for when the token service runs in this process. */
export function localIntrospection(system: System): Introspect {
  return async (token) => {
    const answer = await introspect({ system, token });
    if (!answer.active) return undefined;
    return {
      clientId: answer.client_id,
      seatId: answer.seat_id,
      scopes: answer.scope.split(' '),
      expiresAt: answer.exp * 1000,
    };
  };
}
