import { z } from 'zod';
import type { ResourceContext } from '../context.ts';
import { valuesOf } from '../define/enum-type.ts';
import { MAX_ID, text } from '../define/fields.ts';
import { defineInput, Problems } from '../define/input.ts';
import type { Conditions } from './conditions.ts';
import type { Order } from './keyset.ts';
import { type ListDefinition, SQL_TYPES } from './list-fields.ts';

/**
 * The list parameters of REST. They come from the query string, so all values are strings. `status` and `offset` are
 * not documented: the interface removes them unless the client has a wire profile that knows them.
 */
export interface ListParameters {
  readonly query?: string | undefined;
  readonly page?: string | undefined;
  readonly limit?: string | undefined;
  readonly sort?: string | undefined;
  readonly dir?: string | undefined;
  readonly status?: string | undefined;
  /** How many rows to skip, in place of `page`. */
  readonly offset?: string | undefined;
}

const NAMES = ['query', 'page', 'limit', 'sort', 'dir', 'status', 'offset'] as const;

export const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 25;

const count = (max: number, message: string, min = 1) =>
  z
    .string(`must be ${message}`)
    .regex(/^\d{1,10}$/, `must be ${message}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be ${message}`)
    .optional();

/** The parameters of each list, whose `sort` accepts the fields of the list. Created once. */
const known = new WeakMap<ListDefinition, ReturnType<typeof defineParameters>>();

function parametersOf(list: ListDefinition) {
  const made = known.get(list) ?? defineParameters(list);
  known.set(list, made);
  return made;
}

function defineParameters({ fields }: ListDefinition) {
  const names = Object.keys(fields);
  const { status } = fields;
  return defineInput({
    fields: z.object({
      query: z.union([z.literal(''), text(255)], 'must be text of at most 255 characters').optional(),
      page: count(MAX_ID, 'a page number from 1'),
      limit: count(MAX_LIMIT, `a number from 1 to ${MAX_LIMIT}`),
      sort: z
        .string(`must be one of ${names.join(', ')}`)
        .refine((name) => names.includes(name), `must be one of ${names.join(', ')}`)
        .optional(),
      dir: z
        .string('must be ASC or DESC')
        .transform((value) => value.toLowerCase())
        .pipe(z.enum(['asc', 'desc'], 'must be ASC or DESC'))
        .optional(),
      status: statusesOf(status?.enumType ? valuesOf(status.enumType) : []).optional(),
      offset: count(MAX_ID, 'a number from 0', 0),
    }),
    readOnly: [],
  });
}

/** One or several, separated by commas. Without known values, the parameter has no effect. */
function statusesOf(known: readonly string[]) {
  const message = `must be one of ${known.join(', ')}, or several separated by commas`;
  return z
    .string(message)
    .transform((value) => [...new Set(value.toUpperCase().split(',', known.length + 1))])
    .refine((values) => known.length === 0 || values.every((value) => known.includes(value)), message);
}

/**
 * Converts list parameters to the arguments of a query. `sort` accepts any field of the list, and ties are
 * broken by ID. A page after the last one is empty.
 */
export function parseList(options: {
  ctx: ResourceContext;
  input: ListParameters;
  list: ListDefinition;
  problems?: Problems;
}) {
  const { ctx, input, list, problems = new Problems() } = options;
  const Parameters = parametersOf(list);
  const {
    query,
    page = 1,
    limit = DEFAULT_LIMIT,
    sort = 'id',
    dir = 'asc',
    status,
    offset = (page - 1) * limit,
  } = problems.parse(ctx, Parameters, Object.fromEntries(NAMES.map((name) => [name, input[name]])));
  problems.throwIfAny();
  const { column, kind } = list.fields[sort] ?? { column: 'id', kind: 'id' };
  const order: Order = { column, direction: dir, sqlType: SQL_TYPES[kind] };
  return { query, skip: Math.min(offset, MAX_ID), take: limit, order, conditions: withStatus(list, status) };
}

function withStatus({ fields }: ListDefinition, values: readonly string[] | undefined): Conditions {
  const { status } = fields;
  if (!status?.enumType || !values) return [];
  return [{ column: status.column, operator: 'in', value: values, nullable: false }];
}

const UNSORTED: ListDefinition = { fields: {} };

/** `page`, `limit` and `offset` of a list that has an order of its own. */
export function parsePage(options: { ctx: ResourceContext; input: ListParameters }) {
  const { page, limit, offset } = options.input;
  const { skip, take } = parseList({ ctx: options.ctx, input: { page, limit, offset }, list: UNSORTED });
  return { skip, take };
}

/** Returns the ID in a list parameter such as `accountId`. Undefined if it was not sent, or was rejected. */
export function idParameter(problems: Problems, name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value) && Number(value) > 0) return Number(value);
  problems.add(name, 'must be an integer ID');
  return undefined;
}
