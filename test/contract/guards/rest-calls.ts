import { readFileSync } from 'node:fs';
import { inRestNames } from '../../support/graphql-names.ts';
import { anEvent } from '../../support/traffic/intake.ts';
import type { Answer, Estate, Member } from './estate.ts';
import { type Id, type Ids, inputOf } from './inputs.ts';
import { inputTypeOf } from './places.ts';
import type { RestRow } from './rest-rows.ts';
import { kindOf } from './slots.ts';

export interface RestCall {
  readonly path: Record<string, Id>;
  readonly query: Record<string, Id>;
  /** A text is a form. */
  readonly body: unknown;
  /** Path and query are escaped already. */
  readonly raw?: true;
}

/** Sends a call of the route, `GET /traffic/ads/:id`. */
export function send(
  member: Member,
  route: string,
  call: RestCall,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method = '', url = ''] = route.split(' ');
  const written = (value: Id) => (call.raw ? String(value) : encodeURIComponent(value));
  const target = url.replace(/:(\w+)/g, (_all, name: string) => written(call.path[name] ?? ''));
  const query = Object.entries(call.query)
    .map(([name, value]) => `${name}=${written(value)}`)
    .join('&');
  const form = typeof call.body === 'string';
  return member.send(method as 'GET', query ? `${target}?${query}` : target, {
    ...(call.body !== undefined && { body: call.body }),
    headers: { ...(form && { 'content-type': 'application/x-www-form-urlencoded' }), ...headers },
  });
}

const openapi = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));

/** Names of the query parameters of a route, as the document gives them. */
export function queryNames(route: string): string[] {
  const [method = '', url = ''] = route.split(' ');
  const path = url.replace(/:(\w+)/g, '{$1}');
  const operation =
    openapi.paths[path]?.[method.toLowerCase()] ?? openapi.paths[`${path}/`]?.[method.toLowerCase()];
  const parameters: { in: string; name: string; $ref?: string }[] = operation?.parameters ?? [];
  return parameters
    .map((one) => (one.$ref ? openapi.components.parameters[one.$ref.split('/').pop() ?? ''] : one))
    .filter((one) => one.in === 'query')
    .map(({ name }) => name);
}

/** A call of a route as the seat itself would make it. */
export function callOf(route: string, row: RestRow, { ids, mark }: Pick<Estate, 'ids' | 'mark'>): RestCall {
  const [, url = ''] = route.split(' ');
  const params = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const path: Record<string, Id> = Object.fromEntries(
    params.map((name) => [name, ids[kindOf(route, name, row.id)]]),
  );
  const query: Record<string, Id> = Object.fromEntries(
    Object.entries(row.needs ?? {}).map(([name, need]) => [
      name,
      typeof need === 'string' ? ids[need] : need.text,
    ]),
  );
  return { path, query, body: bodyOf(route, row, ids, mark) };
}

function bodyOf(route: string, row: RestRow, ids: Ids, mark: string): unknown {
  if (route.startsWith('GET') || route.startsWith('DELETE')) return undefined;
  if (route === 'POST /') return `vmcid=${ids.Click}&id=order-2&dp=shop&.yp=${ids.Pixel}`;
  if (route === 'POST /v1/pixels/:pixelId/events') return [anEvent()];
  if (typeof row.graphql !== 'string') return undefined;
  const input = inputOf(row.graphql, ids, mark);
  if (!input) return undefined;
  const type = inputTypeOf(row.graphql);
  const sent: Partial<Record<string, unknown>> = type ? inRestNames(type.name, input) : input;
  const { id, lineId, ...rest } = sent;
  const inPath = [...route.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return {
    ...(id !== undefined && !inPath.includes('id') && { id }),
    ...(lineId !== undefined &&
      row.graphql !== 'updateTargeting' &&
      !inPath.includes('lineId') && { lineId }),
    ...rest,
  };
}
