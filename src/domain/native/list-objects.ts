import { isCanceled } from '../../db/errors.ts';
import { longQuery } from '../../db/long-query.ts';
import type { DomainContext } from '../context.ts';
import { ValidationError } from '../errors.ts';
import { Problems } from '../input.ts';
import {
  integerParameter,
  integersParameter,
  MAX_ROWS,
  oneOfParameter,
  type Parameters,
  pageParameters,
} from '../parameters.ts';
import { isId } from '../rows.ts';
import { checkFeature } from './access.ts';
import { HugeRequestError } from './errors.ts';
import type { NativeObject, NativeRow } from './object.ts';
import { visibleAdvertiserIds } from './references.ts';

/** Rows of a list when `mr` is not given (RULINGS N2). */
const DEFAULT_ROWS = 100;

/** A checked list; `mr` is what its answer costs at most. */
interface ObjectList {
  readonly si: number;
  readonly mr: number;
  readonly advertiserId: number | undefined;
  readonly status: string | undefined;
  /** Columns and the ids they may have. */
  readonly parents: readonly { column: string; ids: readonly number[] }[];
}

/**
 * Checks the parameters of a list: `advertiserId`, or in its place the ids of parents (each repeatable),
 * `status`, `si` and `mr`. Without `status`, deleted objects are left out.
 */
export async function parseObjectList<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  parameters: Parameters;
}): Promise<ObjectList> {
  const { ctx, object, parameters } = options;
  checkFeature(ctx, object.name);
  const problems = new Problems();
  const page = pageParameters(problems, parameters, DEFAULT_ROWS);
  const status = oneOfParameter(problems, parameters, {
    name: 'status',
    values: ['ACTIVE', 'PAUSED', 'DELETED'],
  });
  const parents = Object.entries(object.parents).flatMap(([name, column]) => {
    const ids = integersParameter(problems, parameters, { name, most: MAX_ROWS });
    return ids ? [{ column, ids: ids.filter(isId) }] : [];
  });
  const advertiserId = integerParameter(problems, parameters, {
    name: 'advertiserId',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  });
  if (advertiserId === undefined && parents.length === 0 && !problems.has('advertiserId'))
    problems.add('advertiserId', 'is required');
  problems.throwIfAny();
  if (advertiserId !== undefined && !(await visibleAdvertiserIds(ctx, [advertiserId])).has(advertiserId))
    throw new ValidationError([{ path: 'advertiserId', message: `There is no advertiser ${advertiserId}` }]);
  return { ...page, advertiserId, status, parents };
}

/** One page in the order of ids. Throws HugeRequestError when it takes, or is sure to take, longer than the limit. */
export async function listObjects<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  list: ObjectList;
}): Promise<Row[]> {
  const { ctx, object, list } = options;
  const values: unknown[] = [ctx.seatId, list.si, list.mr];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    'seat_id = $1',
    list.status ? `status = ${bind(list.status)}` : "status <> 'DELETED'",
    ...(list.advertiserId === undefined ? [] : [`advertiser_id = ${bind(list.advertiserId)}`]),
    ...list.parents.map(({ column, ids }) => `${column} = ANY(${bind(ids)}::int[])`),
  ];
  const columns = Object.entries(object.columns).map(([field, column]) => `"${column}" AS "${field}"`);
  const text = `SELECT ${columns.join(', ')} FROM "${object.table}"
                WHERE ${conditions.join(' AND ')} ORDER BY id OFFSET $2 LIMIT $3`;
  return await withTimeLimit<Row & object>(ctx, text, values);
}

/**
 * A unit of the planner's cost takes several times as long even with all data in memory: what is over the
 * limit by this measure is far over it (RULINGS N3a).
 */
const FASTEST_UNIT_MS = 0.001;

async function withTimeLimit<Row extends object>(
  ctx: DomainContext,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const seconds = ctx.config.nativeTimeoutS;
  const client = await ctx.pool.connect();
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = '${seconds}s'`);
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    const cost: number = rows[0]['QUERY PLAN'][0].Plan['Total Cost'];
    if (cost * FASTEST_UNIT_MS > seconds * 1000) throw HugeRequestError.expected(seconds);
    return (await longQuery<Row>(client, { text, values, ms: (seconds + 5) * 1000 })).rows;
  } catch (error) {
    throw isCanceled(error) ? new HugeRequestError(seconds) : error;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
