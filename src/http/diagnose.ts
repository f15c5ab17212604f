import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recorderOf } from '../domain/access/diagnostics/record.ts';
import {
  noteIgnoredFields,
  noteProblem,
  noteRefusedCall,
} from '../domain/access/diagnostics/refused-call.ts';
import type { System } from '../domain/context.ts';
import { isDomainError } from '../domain/errors.ts';
import { callerIdsIfKnown, callerIfKnown } from './caller.ts';
import type { Refusal } from './faults.ts';

const routeOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? ''}`;

/** Records what is wrong with a refused call for the administrators of the client's seat. */
export function diagnoseRefusal(system: System, request: FastifyRequest, refusal: Refusal): void {
  const clientId = callerIdsIfKnown(request)?.client;
  if (clientId === undefined) return;
  const call = { system, clientId, route: routeOf(request) };
  if (isDomainError(refusal)) {
    const params = (request.params ?? {}) as Record<string, string>;
    noteRefusedCall({ ...call, params, error: refusal });
  } else if (refusal.status < 500)
    noteProblem({ ...call, kind: 'INVALID_REQUEST', message: refusal.explanation });
}

/** Records fields of accepted calls that had no effect. */
export function diagnoseCalls(app: FastifyInstance, system: System): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ctx = callerIfKnown(request);
    if (ctx && reply.statusCode < 300) noteIgnoredFields({ ctx, route: routeOf(request) });
    done();
  });
  app.addHook('onClose', () => recorderOf(system).store());
}
