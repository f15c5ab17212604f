import type { paths } from './generated/rest.ts';

/** What openapi.json says of the calls that `client.rest` can make. */

export type RestMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The interfaces of the same token; tokens, events and conversions have calls of their own. */
type Interface = `/traffic/${string}` | `/v3/rest/${string}` | `${string}/extreport${string}`;

interface JsonAnswer {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': unknown } } };
}

type Operation<M extends RestMethod, P> = P extends keyof paths
  ? Lowercase<M> extends keyof paths[P]
    ? paths[P][Lowercase<M>]
    : never
  : never;

/** The paths that have a method, `/traffic/deals/{id}` and the like. */
export type RestPath<M extends RestMethod> = {
  [P in keyof paths & Interface]: Operation<M, P> extends JsonAnswer ? P : never;
}[keyof paths & Interface];

export type RestAnswer<M extends RestMethod, P> =
  Operation<M, P> extends {
    responses: { 200: { content: { 'application/json': infer Answer } } };
  }
    ? Answer
    : never;

type Parameters<Op, Place extends string> = Op extends {
  parameters: { [Name in Place]: infer Given };
}
  ? { [Name in Place]: Given }
  : Op extends { parameters: { [Name in Place]?: infer Given } }
    ? { [Name in Place]?: Given }
    : unknown;

type BodyOf<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { readonly body: Body }
  : { readonly body?: undefined };

export type RestCall<M extends RestMethod, P> = Parameters<Operation<M, P>, 'path'> &
  Parameters<Operation<M, P>, 'query'> &
  BodyOf<Operation<M, P>> & {
    readonly signal?: AbortSignal;
    /** Of a write: sent again with the same body it answers the same. Made up unless given. */
    readonly idempotencyKey?: string;
  };

/** The call may be left out where nothing of it is required. */
export type RestArguments<M extends RestMethod, P> =
  Record<never, never> extends RestCall<M, P> ? [call?: RestCall<M, P>] : [call: RestCall<M, P>];

export interface AnyRestCall {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
}

/** A path with its parameters in place; what is undefined is left out, a list is repeated. */
export function urlOf(template: string, { path, query }: AnyRestCall): string {
  const values = { ...(path as Record<string, unknown> | undefined) };
  const filled = template.replace(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const search = new URLSearchParams(
    Object.entries({ ...(query as Record<string, unknown> | undefined) }).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
    ),
  );
  return search.size === 0 ? filled : `${filled}?${search}`;
}
