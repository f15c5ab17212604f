import { isObjectType } from 'graphql';
import { partOf } from '../../../platform/text/typed.ts';
import type { Value } from '../../../resources/read/plan.ts';
import { nodeId, nodeIds, nodeTypes } from '../../parts/node-types.ts';
import { NotCompilableError } from '../not-compilable.ts';
import { argumentsOf, type Field, type Nodes, type Variables } from '../walk.ts';
import { planRow } from './plan-row.ts';
import type { Planning } from './planning.ts';

/** Plans `node` and `nodes`. The plan depends on the types of the IDs, which `shape.ts` distinguishes. */
export function planNodes(planning: Planning, field: Field, nodes: Nodes): Value {
  const { schema, variables } = planning.reading;
  const read = argumentsOf(field, nodes);
  const idsOf = (variables: Variables) => {
    const given = read(variables);
    const ids = partOf(given, 'ids');
    return Array.isArray(ids) ? nodeIds(ids) : [nodeId(String(partOf(given, 'id')), 'id')];
  };
  const names = new Set(idsOf(variables).map(({ name }) => name));
  const of = [...names]
    .filter((name) => nodeTypes.has(name))
    .map((name) => {
      const resource = planning.resource(name);
      const type = schema.getType(name);
      if (!resource || !isObjectType(type)) throw new NotCompilableError(`node ${name}`);
      return { resource, members: planRow(planning, resource, type, nodes) };
    });
  const keysOf = (variables: Variables) =>
    idsOf(variables).map(({ name, key }) => nodeTypes.get(name)?.idIn?.(key) ?? 0);
  if (field.name === 'node') {
    const [one] = of;
    if (!one) return { is: 'text', text: 'null' };
    const argument = planning.argument((variables) => keysOf(variables)[0]);
    return { is: 'one', rows: { resource: one.resource, column: 'id', argument }, members: one.members };
  }
  const types = planning.argument((variables) => idsOf(variables).map(({ name }) => name));
  return { is: 'nodes', types, ids: planning.argument(keysOf), of };
}
