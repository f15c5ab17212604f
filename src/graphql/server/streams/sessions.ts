import { authenticate } from '../../../domain/access/identity/authenticate.ts';
import type { DomainContext, System } from '../../../domain/context.ts';
import { type AnyDomainError, NotFoundError, UnauthenticatedError } from '../../../domain/errors.ts';
import type { ClientAbort } from '../../../http/connections/client-abort.ts';
import type { CallNotes } from '../../../http/requests/call-notes.ts';
import { cacheKey } from '../../../platform/text/cache-key.ts';

/** The credentials of a caller, which are checked repeatedly. */
export interface Credentials {
  readonly token: string | undefined;
  readonly seat?: string | undefined;
  readonly scope: string;
  readonly requestId: string;
}

/** A revoked client must be disconnected within 5 s, so tokens are checked more often than that. */
const EVERY_MS = 2_000;

type End = (reason: AnyDomainError) => void;

/**
 * Checks the tokens of open streams, each token once however many streams it has. Ends streams whose token has expired
 * or was revoked, or whose user no longer belongs to the seat.
 */
export class Sessions {
  readonly #system: System;
  readonly #open = new Map<string, { credentials: Credentials; ends: Set<End> }>();
  #timer: NodeJS.Timeout | undefined;
  #over: AnyDomainError | undefined;

  constructor(system: System) {
    this.#system = system;
  }

  /**
   * Calls `end` once when the session ends; immediately if all have been ended. Returns a function that stops watching.
   */
  watch(credentials: Credentials, end: End): () => void {
    if (this.#over) {
      end(this.#over);
      return () => undefined;
    }
    const key = cacheKey(JSON.stringify([credentials.token, credentials.seat]));
    const session = this.#open.get(key) ?? { credentials, ends: new Set<End>() };
    this.#open.set(key, session);
    session.ends.add(end);
    this.#timer ??= setInterval(() => void this.#check(), EVERY_MS).unref();
    return () => {
      session.ends.delete(end);
      if (session.ends.size === 0 && this.#open.get(key) === session) this.#open.delete(key);
      if (this.#open.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Ends all sessions, including later ones, because the service is stopping. */
  endAll(reason: AnyDomainError): void {
    this.#over = reason;
    for (const { ends } of [...this.#open.values()]) for (const end of [...ends]) end(reason);
  }

  async #check(): Promise<void> {
    await Promise.all([...this.#open.values()].map((session) => this.#checkOne(session)));
  }

  async #checkOne({ credentials, ends }: { credentials: Credentials; ends: Set<End> }): Promise<void> {
    try {
      await authenticate({ system: this.#system, ...credentials });
    } catch (error) {
      const over = overFor(error);
      if (over) for (const end of [...ends]) end(over);
    }
  }
}

/** Returns why a session is over. A short outage of the database does not end streams. */
export function overFor(error: unknown): AnyDomainError | undefined {
  if (error instanceof UnauthenticatedError)
    return new UnauthenticatedError('The access token has expired or was revoked.');
  return error instanceof NotFoundError ? error : undefined;
}

/** The request context of GraphQL, in addition to the domain's context. */
export interface CallContext extends DomainContext {
  readonly credentials: Credentials;
  /** Whether to return the cost without running the request (`X-Cost-Only`). */
  readonly costOnly: boolean;
  /** Why the executor runs the request, for callers who send `X-Explain`. */
  readonly plan?: { readonly compiled: false; readonly reason: string } | undefined;
  readonly transport: 'http' | 'websocket';
  /** Aborted when the caller disconnects. Undefined over WebSocket, which ends its subscriptions itself. */
  readonly gone?: ClientAbort;
  /** The media types that the caller takes over HTTP. */
  readonly accept?: string | undefined;
  /** For the access log. */
  readonly notes: CallNotes;
}
