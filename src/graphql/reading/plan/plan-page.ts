import type { GraphQLObjectType } from 'graphql';
import type { DomainContext } from '../../../domain/context.ts';
import type { Relation, Resource } from '../../../resources/define/resource.ts';
import { predicatesIn } from '../../../resources/filter/conditions.ts';
import type { Member, Rows, Value } from '../../../resources/read/plan.ts';
import { isRanked } from '../../delivery/order.ts';
import { readRanked } from '../../delivery/read-ranked.ts';
import type { ListArguments, ReadConnection } from '../../parts/connection-types.ts';
import { readList } from '../../parts/read-list.ts';
import { ID_KEY } from '../deferred-field.ts';
import { deferredJson } from '../marks.ts';
import { NotCompilableError } from '../not-compilable.ts';
import { argumentsOf, type Field, type Nodes, objectType, type Variables } from '../walk.ts';
import type { PageParts } from './page-form.ts';
import { pageParts } from './page-parts.ts';
import type { Planning } from './planning.ts';

/** Plans a connection: one page of a resource's rows, or of those that belong to a row. */
export function planPage(options: {
  planning: Planning;
  of: ReadConnection;
  resource: Resource;
  field: Field;
  nodes: Nodes;
  /** How the rows belong to the current row. At the root, they are those of the seat. */
  relation?: Relation;
  /** Set if the owners are known, so that the rows of each can be ranked beforehand. */
  ranksOwned?: true;
  /** Plans the rows of the page, whose relations can be pages again. */
  row: (planning: Planning, resource: Resource, type: GraphQLObjectType, nodes: Nodes) => Member[];
}): Value {
  const { planning, of, resource, field, nodes, relation, ranksOwned, row } = options;
  const { ctx, reading, walk, pages } = planning;
  const given = argumentsOf(field, nodes);
  const read = (variables: Variables) => given(variables) as ListArguments;
  const ranked = isRanked(of, read(reading.variables));
  if (ranked && relation && !ranksOwned) {
    if (planning.output === 'text') throw new NotCompilableError('an order by delivery');
    readRanked(of, read(reading.variables), ctx.now());
    return { is: 'expression', sql: (row) => deferredJson(RANKED, ID_KEY(row)) };
  }
  let isCounted = false;
  const list = (ctx: DomainContext, variables: Variables): PageParts =>
    ranked
      ? { ...readRanked(of, read(variables), ctx.now()), owner: relation?.column, isCounted }
      : readList(of, read(variables), ctx);
  const { order, limit, conditions, position, backward, ranking } = list(ctx, reading.variables);
  const index = pages.push(list) - 1;
  const parts = pageParts({
    ...{ planning, walk, type: objectType(field), nodes },
    row: (type, nodes) => row(planning, resource, type, nodes),
  });
  // The ranking statement counts derived values.
  isCounted =
    ranked &&
    parts.some(({ is }) => is === 'total') &&
    predicatesIn(conditions).some(({ isDerived }) => isDerived);
  return {
    is: 'page',
    rows: rowsOf(resource, relation),
    page: {
      ...{ index, limit, order, backward, hasPosition: position !== undefined },
      conditions: isCounted ? [] : conditions,
      ...(ranked && { givenIds: ranking?.by === 'column' ? 'with columns' : 'with values' }),
      ...(isCounted && { isCounted }),
    },
    parts,
  };
}

/** Used instead of a field number if the page's resolver ranks the rows of its owners. */
const RANKED = -1;

function rowsOf(resource: Resource, relation: Relation | undefined): Rows {
  if (!relation) return { resource };
  const { column, ownerType, ownerName, rule } = relation;
  if (rule) return { resource, rule };
  return {
    ...{ resource, column, ownerColumn: 'id' },
    ...(ownerType !== undefined && { ownerType }),
    ...(ownerName !== undefined && { ownerName }),
  };
}
