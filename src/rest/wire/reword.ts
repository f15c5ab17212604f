import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../domain/input.ts';
import type { Refusal } from '../../http/faults.ts';
import type { WireInterface } from './divergence.ts';
import { DIVERGENCES } from './divergences.ts';
import { isObserved } from './noted.ts';

/** Rewords the refusals of an interface for clients of the observed profile. */
export function rewordRefusals(name: WireInterface) {
  const rewordings = DIVERGENCES.flatMap(({ refusals }) => refusals?.[name] ?? []);
  return (request: FastifyRequest, body: unknown, refusal: Refusal): unknown =>
    isObserved(request) && isRecord(body)
      ? rewordings.reduce((reworded, reword) => reword(reworded, refusal), body)
      : body;
}
