import type { OperationDefinitionNode } from 'graphql';
import type { DomainContext } from '../../../domain/context.ts';
import type { Member, Value } from '../../../resources/read/plan.ts';
import { connectionTypes } from '../../parts/connection-types.ts';
import { rootRows } from '../../parts/root-rows.ts';
import { NotCompilableError } from '../not-compilable.ts';
import { NO_IDS, type ReadPlan } from '../read-plan.ts';
import type { Reading } from '../selection.ts';
import { type Field, type Nodes, objectType, type Variables } from '../walk.ts';
import { formsOf, PlanMismatchError } from './page-form.ts';
import { lookedUp, planRoots } from './plan-lookups.ts';
import { planNodes } from './plan-nodes.ts';
import { planPage } from './plan-page.ts';
import { planRow } from './plan-row.ts';
import { Planning } from './planning.ts';

/** Returns the plan of a query. Throws NotCompilableError for what only the executor can answer, including refusals. */
export function planQuery(
  ctx: DomainContext,
  reading: Reading,
  operation: OperationDefinitionNode,
): ReadPlan {
  const type = reading.schema.getQueryType();
  if (!type) throw new NotCompilableError('no queries');
  const planning = new Planning(ctx, reading, 'text');
  return planned(
    planning,
    planRoots(planning, type, operation, (field, nodes) => planRoot(planning, field, nodes)),
  );
}

/** Returns the plan for this call and others with the same shape. */
export function planned(planning: Planning, members: readonly Member[]): ReadPlan {
  const pagesOf = (ctx: DomainContext, variables: Variables) =>
    planning.pages.map((read) => read(ctx, variables));
  const forms = formsOf(pagesOf(planning.ctx, planning.reading.variables));
  planning.forgetCall();
  return {
    plan: { format: 'graphql', members },
    argumentsOf: (variables, ids = NO_IDS) => planning.arguments.map((read) => read(variables, ids)),
    pagesOf: (ctx, variables) => {
      const pages = pagesOf(ctx, variables);
      const own = formsOf(pages);
      if (own !== forms) throw new PlanMismatchError(own);
      return pages;
    },
    deferredOf: (variables) => planning.deferred.map((read) => read(variables)),
    restricted: planning.restricted,
  };
}

export function planRoot(planning: Planning, field: Field, nodes: Nodes): Value {
  const row = rootRows.get(field.name);
  const resource = row === undefined ? undefined : planning.resource(row);
  if (resource) {
    const argument = planning.argument(lookedUp(field, nodes));
    return {
      is: 'one',
      rows: { resource, column: 'id', argument },
      members: planRow(planning, resource, objectType(field), nodes),
    };
  }
  if (field.name === 'node' || field.name === 'nodes') return planNodes(planning, field, nodes);
  if (field.name === 'rateLimit')
    return {
      is: 'object',
      members: planning.members(objectType(field), nodes, ({ name }) => ({
        is: 'given',
        text: ({ given }) => given?.(name) ?? 'null',
      })),
    };
  const of = connectionTypes.get(objectType(field).name);
  const root = of?.roots.has(field.name) ? planning.resource(of.name) : undefined;
  if (!of || !root) throw new NotCompilableError(`Query.${field.name}`);
  return planPage({ planning, of, resource: root, field, nodes, row: planRow });
}
