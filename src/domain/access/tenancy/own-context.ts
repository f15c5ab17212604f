import { randomUUID } from 'node:crypto';
import type { DomainContext, System } from '../../context.ts';

/**
 * Returns the context for a change of a seat that no user requested. The history records user 0, and `operator` or
 * `service` as the client; no user or client has these IDs.
 */
export function ownContext(
  system: System,
  { seatId, by }: { seatId: number; by: 'operator' | 'service' },
): DomainContext {
  return {
    ...system,
    actor: { userId: 0, clientId: by, role: 'ADMIN', wire: 'documented', seatIds: [seatId] },
    seatId,
    seat: { legalComplianceCountry: null, readOnly: false },
    requestId: randomUUID(),
    validateOnly: false,
    ignoredFields: [],
    refusedFields: [],
  };
}
