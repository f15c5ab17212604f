import type { GraphQLObjectType } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import { testsIn } from '../../domain/lists/conditions.ts';
import type { Resource } from '../../domain/resource/definition.ts';
import type { Member, Value } from '../../domain/resource/plan.ts';
import { isRanked } from '../delivery/order.ts';
import { readRanked } from '../delivery/read-ranked.ts';
import type { ListArguments, ReadConnection } from '../parts/connection-types.ts';
import { readList } from '../parts/read-list.ts';
import { NotCompiled } from './not-compiled.ts';
import { hasCursor, pageParts } from './page-parts.ts';
import type { Planning } from './planning.ts';
import { argumentsOf, type Field, type Nodes, objectType, type Variables } from './walk.ts';

/** A connection: one page of a resource's rows, or of those that belong to a row. */
export function planPage(options: {
  planning: Planning;
  of: ReadConnection;
  resource: Resource;
  field: Field;
  nodes: Nodes;
  owner: { column?: string; ownerColumn?: string; ownerType?: string };
  /** Plans the rows of the page, whose relations may be pages again. */
  row: (planning: Planning, resource: Resource, type: GraphQLObjectType, nodes: Nodes) => Member[];
}): Value {
  const { planning, of, resource, field, nodes, owner, row } = options;
  const { ctx, reading, walk, pages } = planning;
  const given = argumentsOf(field, nodes);
  const read = (variables: Variables) => given(variables) as ListArguments;
  const ranked = isRanked(of, read(reading.variables));
  if (ranked && (owner.column !== undefined || !of.find)) throw new NotCompiled('an order by delivery');
  const list = (ctx: DomainContext, variables: Variables) =>
    ranked ? readRanked(of, read(variables), ctx.now()) : readList(of, read(variables));
  const { order, limit, conditions, position, backward } = list(ctx, reading.variables);
  const index = pages.push(list) - 1;
  const parts = pageParts({
    ...{ walk, type: objectType(field), nodes },
    row: (type, nodes) => row(planning, resource, type, nodes),
  });
  if (ranked && parts.some(hasCursor)) throw new NotCompiled('a cursor of an order by delivery');
  if (ranked && testsIn(conditions).some(({ isDerived }) => isDerived))
    throw new NotCompiled('a filter by what is derived');
  return {
    is: 'page',
    rows: { resource, ...owner },
    page: {
      ...{ index, limit, order, backward, conditions, hasPosition: position !== undefined },
      ...(ranked && { listed: true }),
    },
    parts,
  };
}
