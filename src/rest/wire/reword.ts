import type { FastifyRequest } from 'fastify';
import type { Refusal } from '../../http/faults.ts';
import { isRecord } from '../../resources/define/input.ts';
import type { Body, WireInterface } from './divergence.ts';
import { DIVERGENCES } from './divergences.ts';
import { isObserved, type SentPath } from './request-state.ts';

/** Rewords the errors of an interface for clients of the observed profile. */
export function rewordRefusals(name: WireInterface) {
  const reworded = rewording(name);
  return (request: FastifyRequest, body: unknown, refusal: Refusal): unknown =>
    isObserved(request) && isRecord(body) ? reworded(withSentPaths(body, request.sentPaths), refusal) : body;
}

/** Returns a function that converts the documented body of an error. */
export function rewording(name: WireInterface): (body: Body, refusal: Refusal) => Body {
  const rewordings = DIVERGENCES.flatMap(({ refusals }) => refusals?.[name] ?? []);
  return (body, refusal) => rewordings.reduce((reworded, reword) => reword(reworded, refusal), body);
}

/** Replaces the paths of problems by those that the client sent. */
function withSentPaths(body: Body, sent: ReadonlyMap<string, SentPath> | undefined): Body {
  const { errors } = body;
  if (!sent || !isRecord(errors) || !Array.isArray(errors.validationErrors)) return body;
  const validationErrors = errors.validationErrors.map(
    (problem: { propertyName: string; message: string }) => {
      const { propertyName, message } = problem;
      const { path, reason } = sentPath(propertyName, sent);
      const own = message.startsWith(propertyName) ? path + message.slice(propertyName.length) : message;
      return { ...problem, propertyName: path, message: reason === undefined ? own : `${path} ${reason}` };
    },
  );
  return { ...body, errors: { ...errors, validationErrors } };
}

/** Replaces the longest part of a path that was sent under another name. */
function sentPath(path: string, sent: ReadonlyMap<string, SentPath>): SentPath {
  for (
    let end = path.length;
    end > 0;
    end = Math.max(path.lastIndexOf('.', end - 1), path.lastIndexOf('[', end - 1))
  ) {
    const observed = sent.get(path.slice(0, end));
    if (observed !== undefined)
      return end === path.length ? observed : { path: observed.path + path.slice(end) };
  }
  return { path };
}
