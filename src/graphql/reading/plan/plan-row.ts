import type { GraphQLObjectType } from 'graphql';
import type { Relation, Resource } from '../../../resources/define/resource.ts';
import type { Member, Value } from '../../../resources/read/plan.ts';
import { connectionTypes } from '../../parts/connection-types.ts';
import { deferredOf } from '../deferred-field.ts';
import { NotCompilableError } from '../not-compilable.ts';
import { type Field, type Nodes, objectType, typeName } from '../walk.ts';
import { planDeferred } from './plan-deferred.ts';
import { planPage } from './plan-page.ts';
import type { Planning } from './planning.ts';

/** Plans the fields that a query selects of a row. */
export function planRow(
  planning: Planning,
  resource: Resource,
  type: GraphQLObjectType,
  nodes: Nodes,
): Member[] {
  const answer = (field: Field, nodes: Nodes) =>
    planning.orRefusal(() => planField(planning, resource, type, field, nodes));
  return planning.output === 'text'
    ? planning.members(type, nodes, answer)
    : planning.objectMembers(resource, type, nodes, answer);
}

function planField(
  planning: Planning,
  resource: Resource,
  type: GraphQLObjectType,
  field: Field,
  nodes: Nodes,
): Value {
  const { id, [field.name]: own } = resource.fields;
  if (field.name === 'databaseId' && id) return { is: 'field', field: { ...id, kind: 'integer' } };
  if (own?.object) return { is: 'json', field: own, parts: objectParts(planning, objectType(field), nodes) };
  const deferred = deferredOf(resource, field.name);
  if (deferred) return planDeferred(planning, deferred, field, nodes);
  if (own) return { is: 'field', field: own };
  const derived = resource.derived?.[field.name];
  if (derived) return { is: 'expression', sql: derived };
  const relation = resource.relations[field.name];
  if (relation) return planRelation(planning, relation, field, nodes);
  throw new NotCompilableError(`${type.name}.${field.name}`);
}

/** For the executor, which finds them by field name. */
function objectParts({ walk, output }: Planning, type: GraphQLObjectType, nodes: Nodes) {
  return walk.parts(type, nodes, (name, field) => ({
    name: output === 'objects' && field ? field.name : name,
    key: field ? field.name : { text: typeName(type) },
  }));
}

export function planRelation(
  planning: Planning,
  relation: Relation,
  field: Field,
  nodes: Nodes,
  options: { ranksOwned?: true } = {},
): Value {
  const resource = planning.resource(relation.resource);
  if (!resource) throw new NotCompilableError(relation.resource);
  const { to, column } = relation;
  if (to === 'pages') {
    const of = connectionTypes.get(objectType(field).name);
    if (!of) throw new NotCompilableError(objectType(field).name);
    return planPage({ planning, of, resource, field, nodes, relation, row: planRow, ...options });
  }
  const rows =
    to === 'one' ? { resource, column: 'id', ownerColumn: column } : { resource, column, ownerColumn: 'id' };
  const members = planRow(planning, resource, objectType(field), nodes);
  return { is: to === 'many' ? 'many' : 'one', rows, members };
}
