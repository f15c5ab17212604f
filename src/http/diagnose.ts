import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recorderOf } from '../domain/access/diagnostics/record.ts';
import { noteIgnoredFields, noteRefusedCall } from '../domain/access/diagnostics/refused-call.ts';
import type { System } from '../domain/context.ts';
import { isDomainError } from '../domain/errors.ts';
import { callerIfKnown } from './caller.ts';
import type { Refusal } from './faults.ts';

const routeOf = ({ method, routeOptions }: FastifyRequest): string => `${method} ${routeOptions.url ?? ''}`;

/** Records what is wrong with a refused call for the administrators of the client's seat. */
export function diagnoseRefusal(request: FastifyRequest, refusal: Refusal): void {
  const ctx = callerIfKnown(request);
  if (ctx && isDomainError(refusal)) {
    const params = (request.params ?? {}) as Record<string, string>;
    noteRefusedCall({ ctx, route: routeOf(request), params, error: refusal });
  }
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
