import type { PoolClient } from 'pg';
import { connectForStatement } from '../../../platform/database/connection/client.ts';
import { longQuery } from '../../../platform/database/connection/long-query.ts';
import { isCanceled } from '../../../platform/database/errors.ts';
import { Problems } from '../../../resources/define/input.ts';
import {
  integerParameter,
  integersParameter,
  MAX_ROWS,
  oneOfParameter,
  type Parameters,
  pageParameters,
} from '../../../resources/define/parameters.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { Predicate } from '../../../resources/filter/conditions.ts';
import { BY_ID } from '../../../resources/filter/keyset.ts';
import { JsonText } from '../../../resources/read/answer.ts';
import { compileRows } from '../../../resources/read/compile.ts';
import { restMembers } from '../../../resources/read/rest.ts';
import { rewriteStored } from '../../../resources/read/statement/stored-json.ts';
import { statementFor } from '../../../resources/read/statement-cache.ts';
import type { DomainContext } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import { checkFeature } from './access.ts';
import { HugeRequestError } from './errors.ts';
import type { NativeObject, NativeRow } from './object.ts';
import { visibleAdvertiserIds } from './references.ts';

/** The number of rows of a list without `mr`. */
const DEFAULT_ROWS = 100;

/** The checked parameters of a list. `mr` is the maximum number of rows, which the call is charged for. */
interface ObjectList {
  readonly si: number;
  readonly mr: number;
  readonly advertiserId: number | undefined;
  readonly status: string | undefined;
  /** Columns and the IDs that they may have. */
  readonly parents: readonly { column: string; ids: readonly number[] }[];
}

/**
 * Checks the parameters of a list: `advertiserId`, or instead of it the IDs of parents (each repeatable), `status`,
 * `si` and `mr`. Without `status`, deleted objects are left out. Throws ValidationError.
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
    const ids = integersParameter(problems, parameters, { name, max: MAX_ROWS });
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

/**
 * Returns one page by ID, read by one statement, and its number of rows. Throws HugeRequestError when the read takes
 * longer than the limit, or is certain to.
 */
export async function listObjects<Row extends NativeRow>(options: {
  ctx: DomainContext;
  object: NativeObject<Row>;
  list: ObjectList;
}): Promise<{ text: JsonText; count: number }> {
  const { ctx, object, list } = options;
  const { resource } = object;
  const conditions = conditionsOf(list);
  const shape = conditions.map(({ column, operator }) => `${column} ${operator}`);
  const statement = statementFor(`objects ${resource.name} ${list.mr} ${shape}`, () =>
    compileRows('rest', {
      is: 'rows',
      rows: { resource },
      page: {
        ...{ index: 0, limit: list.mr, order: BY_ID, backward: false, conditions },
        ...{ hasPosition: false, skips: true },
      },
      members: restMembers(resource),
    }),
  );
  const page = { values: conditions.map(({ value }) => value), position: undefined, skip: list.si };
  const values = statement.bind({ ctx, arguments: [], pages: [page] });
  const [answer] = await withTimeLimit<{ data: string; count: number }>(ctx, statement.text, values);
  const { data, count } = answer ?? { data: '[]', count: 0 };
  return { text: new JsonText(rewriteStored(data)), count };
}

const conditionsOf = ({ status, advertiserId, parents }: ObjectList): Predicate[] => [
  status === undefined ? predicate('status', 'not', 'DELETED') : predicate('status', 'eq', status),
  ...(advertiserId === undefined ? [] : [predicate('advertiserId', 'eq', advertiserId)]),
  ...parents.map(({ column, ids }) => predicate(column, 'in', ids)),
];

const predicate = (column: string, operator: Predicate['operator'], value: unknown): Predicate => ({
  ...{ column, operator, value },
  nullable: false,
});

/**
 * A unit of the planner's cost takes several times as long even if all data is in memory, so a read that exceeds the
 * limit by this estimate would exceed it by far.
 */
const FASTEST_UNIT_MS = 0.001;

/** A read that the planner expects to take more runs as one of few. Most pages cost a hundredth of it. */
const LONG_COST = 10_000;

async function withTimeLimit<Row extends object>(
  ctx: DomainContext,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const seconds = ctx.config.nativeTimeoutS;
  const read = async (client: PoolClient) =>
    (await longQuery<Row>(client, { text, values, ms: clientLimitMs(seconds) })).rows;
  const rows = await withinLimit(ctx, { isLong: false }, async (client) => {
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
    const cost: number = rows[0]['QUERY PLAN'][0].Plan['Total Cost'];
    if (cost * FASTEST_UNIT_MS > seconds * 1000) throw HugeRequestError.expected(seconds);
    return cost > LONG_COST ? undefined : await read(client);
  });
  return rows ?? (await withinLimit(ctx, { isLong: true }, read));
}

/** The client waits longer than the server, which cancels the statement. */
const clientLimitMs = (seconds: number) => (seconds + 5) * 1000;

async function withinLimit<T>(
  { pool, config: { nativeTimeoutS: seconds } }: DomainContext,
  { isLong }: { isLong: boolean },
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connectForStatement(pool, { limitMs: clientLimitMs(seconds), isLong });
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = '${seconds}s'`);
    return await work(client);
  } catch (error) {
    throw isCanceled(error) ? new HugeRequestError(seconds) : error;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
