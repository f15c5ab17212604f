import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tokenEndpointAt } from '../../domain/access/identity/assertions/token-endpoint.ts';
import type { System } from '../../domain/context.ts';
import type { Fault } from '../../domain/sandbox/faults/fault.ts';
import { findFault } from '../../domain/sandbox/faults/find-fault.ts';
import { type HttpInterface, interfaceOf } from '../interface.ts';
import { holdAnswer, loseAnswer, resetConnection, truncateAnswer } from './break-answer.ts';
import { clientOfAssertion, clientOfToken } from './caller.ts';
import { gatewayPage, refusalWith } from './refusals.ts';
import { isRepetition, keepBody, repeatCall } from './repeat-call.ts';
import { readBody } from './watch-body.ts';

const HEADER = 'x-flightline-fault';
const APPLIED = 'x-flightline-fault-applied';
/** Clients authenticate there with the body. */
const isForTokens = ({ routeOptions }: FastifyRequest): boolean =>
  /^\/identity\//.test(routeOptions.url ?? '') || tokenEndpointAt(routeOptions.url ?? '') !== undefined;
/**
 * These faults end the call before anything else reads the body, which `sandbox certify` needs to recognise
 * the retry.
 */
const ENDS_CALL = /^(status|timeout|reset)$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that applies to the call. */
    fault: Fault | undefined;
    /** The client that had been authenticated when faults were looked up. */
    provenClient: string | undefined;
  }
}

/** Makes calls fail on purpose in a sandbox. Outside a sandbox, the header is ignored. */
export function failOnPurpose(
  app: FastifyInstance,
  { system, interfaces }: { system: System; interfaces: readonly HttpInterface[] },
): void {
  if (!system.sandbox) return;
  app.addHook('onRequest', async (request, reply) => {
    if (isRepetition(request) || isForTokens(request) || !mayMeet(request)) return;
    request.provenClient = await clientOfToken(system, request);
    return await meet(request, reply);
  });
  keepBody(app, (request) => isForTokens(request) || request.fault?.kind === 'duplicate');
  app.addHook('preHandler', async (request, reply) => {
    if (isRepetition(request)) return;
    if (isForTokens(request) && mayMeet(request)) {
      request.provenClient =
        (await clientOfToken(system, request)) ?? (await clientOfAssertion(system, request));
      const answered = await meet(request, reply);
      if (answered) return answered;
    }
    if (request.fault?.kind === 'duplicate') await repeatCall(app, request);
  });

  const mayMeet = ({ headers }: FastifyRequest): boolean =>
    headers[HEADER] !== undefined || (system.sandbox?.faults.length ?? 0) > 0;

  /** @returns the reply if the fault answers the call */
  async function meet(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const { provenClient: clientId } = request;
    const path = request.url.split('?', 1)[0] ?? '/';
    const call = { clientId, address: request.ip, path, requested: request.headers[HEADER]?.toString() };
    const fault = await findFault({ system, call });
    if (!fault) return undefined;
    request.fault = fault;
    reply.header(APPLIED, fault.text);
    system.log.info(
      { requestId: request.id, client: clientId, path, fault: fault.text },
      'a call met a fault',
    );
    if (ENDS_CALL.test(fault.kind)) await readBody(request);
    switch (fault.kind) {
      case 'status':
        return refuse(fault.status, interfaceOf(interfaces, path).name, request, reply);
      case 'slow':
        await sleep(fault.ms);
        return undefined;
      case 'timeout':
        holdAnswer(request, reply);
        return reply;
      case 'reset':
        resetConnection(request, reply);
        return reply;
      case 'truncate':
        truncateAnswer(request, reply);
        return undefined;
      case 'lose-answer':
        loseAnswer(request, reply);
        return undefined;
      case 'duplicate':
        return undefined;
    }
  }
}

function refuse(status: number, name: string, { method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalWith(status, { name, method });
  if (refusal) throw refusal;
  return reply.code(status).type('text/html').send(gatewayPage(status));
}
