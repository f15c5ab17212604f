import type { GraphQLObjectType, OperationDefinitionNode } from 'graphql';
import { partOf } from '../../../platform/text/typed.ts';
import { byId } from '../../../resources/define/rows.ts';
import type { Member, Value } from '../../../resources/read/plan.ts';
import { rootRows } from '../../parts/root-rows.ts';
import { idArgument } from '../../parts/values/ids.ts';
import { selectionText } from '../selection.ts';
import { argumentsOf, type Field, type Nodes, objectType, typeName, type Variables } from '../walk.ts';
import { planRow } from './plan-row.ts';
import type { Planning } from './planning.ts';

/** A field under its name in the response. */
interface Selected {
  readonly name: string;
  readonly field: Field | undefined;
  readonly nodes: Nodes;
}

/**
 * Plans the fields of Query in their order. Aliases that follow each other and look up rows of a type with the same
 * selection are one part of the statement.
 */
export function planRoots(
  planning: Planning,
  type: GraphQLObjectType,
  operation: OperationDefinitionNode,
  planRoot: (field: Field, nodes: Nodes) => Value,
): Member[] {
  const fields = planning.walk.parts(type, [operation], (name, field, nodes) => ({ name, field, nodes }));
  return runsOf(fields).map((run): Member => {
    const [{ name, field, nodes }] = run;
    if (!field) return { name, value: { is: 'text', text: typeName(type) } };
    return { name, value: run.length > 1 ? planLookups(planning, run) : planRoot(field, nodes) };
  });
}

type Run<Item> = [Item, ...Item[]];

function runsOf(fields: readonly Selected[]): Run<Selected>[] {
  const runs: Run<Selected>[] = [];
  let previous: string | undefined;
  for (const one of fields) {
    const key = lookupOf(one);
    const run = runs.at(-1);
    if (run && key !== undefined && key === previous) run.push(one);
    else runs.push([one]);
    previous = key;
  }
  return runs;
}

/** What a field looks up, except for the ID. Undefined for other fields. */
function lookupOf({ field, nodes }: Selected): string | undefined {
  const selection = field && rootRows.has(field.name) ? selectionText(nodes) : undefined;
  return selection === undefined ? undefined : `${field?.name} ${selection}`;
}

function planLookups(planning: Planning, run: Run<Selected>): Value {
  const [{ field, nodes }] = run;
  const resource = field && planning.resource(rootRows.get(field.name) ?? '');
  if (!resource) throw new Error('Only rows of resources are looked up.');
  const reads = run.map(({ nodes }) => lookedUp(field, nodes));
  return {
    is: 'lookups',
    resource,
    names: run.map(({ name }) => name),
    ids: planning.argument((variables) => reads.map((read) => read(variables))),
    members: planRow(planning, resource, objectType(field), nodes),
  };
}

/** Returns a function that reads the ID of a row that a field looks up. */
export function lookedUp(field: Field, nodes: Nodes): (variables: Variables) => unknown {
  const read = argumentsOf(field, nodes);
  const type = rootRows.get(field.name) ?? '';
  return (variables) => byId(idArgument(type, String(partOf(read(variables), 'id')))).id;
}
