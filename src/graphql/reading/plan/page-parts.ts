import type { GraphQLObjectType } from 'graphql';
import { isKeyOf } from '../../../platform/text/typed.ts';
import type { EdgePart, InfoPart, Member, PagePart } from '../../../resources/read/plan.ts';
import { NotCompilableError } from '../not-compilable.ts';
import { valueName } from '../value-names.ts';
import { type Nodes, objectType, typeName, type Walk } from '../walk.ts';
import type { Planning } from './planning.ts';

const INFO = {
  hasNextPage: 'next',
  hasPreviousPage: 'previous',
  startCursor: 'start',
  endCursor: 'end',
} as const;

/** Returns the parts of a connection that a query selects. */
export function pageParts(options: {
  planning: Pick<Planning, 'output'>;
  walk: Walk;
  type: GraphQLObjectType;
  nodes: Nodes;
  row: (type: GraphQLObjectType, nodes: Nodes) => Member[];
}): PagePart[] {
  const { planning, walk, type, nodes, row } = options;
  const isText = planning.output === 'text';
  /** For the executor, parts with the same value under several names are read once. */
  const once = <Part extends { readonly name: string }>(parts: Part[]): Part[] =>
    isText ? parts : [...new Map(parts.map((part) => [part.name, part])).values()];

  function edge(type: GraphQLObjectType, nodes: Nodes): EdgePart[] {
    const parts = walk.parts<EdgePart>(type, nodes, (name, field, nodes) => {
      if (!field) return { name, is: 'text', text: typeName(type) };
      if (field.name === 'cursor') return { name: isText ? name : valueName(field.name), is: 'cursor' };
      return { name, is: 'node', members: row(objectType(field), nodes) };
    });
    return once(parts);
  }

  function info(type: GraphQLObjectType, nodes: Nodes): InfoPart[] {
    const parts = walk.parts<InfoPart>(type, nodes, (name, field) => {
      if (!field) return { name, is: 'text', text: typeName(type) };
      if (!isKeyOf(INFO, field.name)) throw new NotCompilableError(`${type.name}.${field.name}`);
      // All connections share this type, so the executor finds its parts by field name.
      return { name: isText ? name : field.name, is: INFO[field.name] };
    });
    return once(parts);
  }

  const parts = walk.parts<PagePart>(type, nodes, (name, field, nodes) => {
    if (!field) return { name, is: 'text', text: typeName(type) };
    if (field.name === 'nodes') return { name, is: 'nodes', members: row(objectType(field), nodes) };
    if (field.name === 'edges') return { name, is: 'edges', parts: edge(objectType(field), nodes) };
    if (field.name === 'pageInfo') return { name, is: 'info', parts: info(objectType(field), nodes) };
    if (field.name === 'totalCount') return { name: isText ? name : valueName(field.name), is: 'total' };
    throw new NotCompilableError(`${type.name}.${field.name}`);
  });
  return once(parts);
}
