import type { FastifyRequest } from 'fastify';
import type { WireProfile } from '../../domain/access/identity/wire-profile.ts';
import type { IgnoredIds } from '../../domain/reporting/report/payload/ignored-ids.ts';

/** The path at which a value of a translated body was sent. */
export interface SentPath {
  readonly path: string;
  /** Replaces the domain's message about the translated value. */
  readonly reason?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** IDs without data: those that a request left out, or that its report was made without. */
    ignoredIds: IgnoredIds | undefined;
    wire: WireProfile | undefined;
    /** By path of the translated body. */
    sentPaths: Map<string, SentPath> | undefined;
  }
}

/**
 * Stores the wire profile of a request's client, so that an error about its token has the wording of that profile too.
 */
export function setWireProfile(request: FastifyRequest, wire: WireProfile | undefined): void {
  request.wire = wire;
}

export const isObserved = ({ wire }: FastifyRequest): boolean => wire === 'observed';
