import type { FieldNode, GraphQLObjectType, GraphQLOutputType, OperationDefinitionNode } from 'graphql';
import { isObjectType } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import type { Feature, Relation, Resource } from '../../domain/resource/definition.ts';
import type { Member, Value } from '../../domain/resource/plan.ts';
import { RESOURCES } from '../../domain/resource/resources.ts';
import { byId } from '../../domain/rows.ts';
import { partOf } from '../../domain/typed.ts';
import { figuresAsked } from '../delivery/figures-asked.ts';
import { gapOf, gapSql, isGap, type OpenGap, questionIn } from '../delivery/gaps.ts';
import { readRanked } from '../delivery/read-ranked.ts';
import { type ConnectionType, connectionTypes, type ListArguments } from '../parts/connection-types.ts';
import { idArgument } from '../parts/ids.ts';
import { nodeId, nodeIds, nodeTypes } from '../parts/node.ts';
import { rootRows } from '../parts/one-by-id.ts';
import { readList } from '../parts/read-list.ts';
import { BESIDE, besideOf } from './beside.ts';
import { NotCompiled } from './not-compiled.ts';
import { hasCursor, pageParts } from './page-parts.ts';
import type { AskedPage, ReadPlan } from './read-plan.ts';
import type { Reading } from './selection.ts';
import { argumentsOf, type Field, type Nodes, objectType, typeName, type Variables, Walk } from './walk.ts';
import { readerOf, type Writer, writerOf } from './writer.ts';

/** The plan of a query. Throws NotCompiled for what only the executor can answer, refusals included. */
export function planQuery(
  ctx: DomainContext,
  reading: Reading,
  operation: OperationDefinitionNode,
): ReadPlan {
  return new Planner(ctx, reading).query(operation);
}

/** Whether rows are read for a field of the root; `rateLimit` and `__typename` are known without. */
const isRead = ({ is }: Value): boolean => is !== 'text' && is !== 'object';

class Planner {
  /** Those of the call that the plan is made for. */
  #ctx: DomainContext | undefined;
  #reading: Reading;
  readonly #arguments: ((variables: Variables) => unknown)[] = [];
  readonly #pages: ((ctx: DomainContext, variables: Variables) => AskedPage)[] = [];
  readonly #gaps: ((variables: Variables) => OpenGap)[] = [];
  readonly #features = new Set<Feature>();
  readonly #beside: { name: string; reason: string; nodes: Nodes }[] = [];
  #walk: Walk;

  constructor(ctx: DomainContext, reading: Reading) {
    this.#ctx = ctx;
    this.#reading = reading;
    this.#walk = new Walk(reading);
  }

  query(operation: OperationDefinitionNode): ReadPlan {
    const type = this.#reading.schema.getQueryType();
    if (!type) throw new NotCompiled('no queries');
    const members = this.#walk.parts<Member>(type, [operation], (name, field, nodes) => ({
      name,
      value: field ? this.#rootOrBeside(name, field, nodes) : { is: 'text', text: typeName(type) },
    }));
    const [left] = this.#beside;
    if (left && !members.some(({ value }) => isRead(value))) throw new NotCompiled(left.reason);
    const { fragments } = this.#reading;
    // What reads the values of other calls is kept, and keeps this object: it must not keep the first call too.
    this.#ctx = undefined;
    this.#reading = { ...this.#reading, variables: {} };
    this.#walk = new Walk(this.#reading);
    return {
      plan: { face: 'graphql', members },
      beside: left && besideOf(operation, fragments.values(), this.#beside),
      argumentsOf: (variables) => this.#arguments.map((read) => read(variables)),
      pagesOf: (ctx, variables) => this.#pages.map((read) => read(ctx, variables)),
      gapsOf: (variables) => this.#gaps.map((read) => read(variables)),
      features: this.#features,
    };
  }

  #resource(name: string): Resource | undefined {
    const resource = RESOURCES.get(name);
    if (resource?.feature) this.#features.add(resource.feature);
    return resource;
  }

  /** The fields of a selection, in their order; `answer` makes those that are not `__typename`. */
  #members(
    type: GraphQLObjectType,
    nodes: readonly Pick<FieldNode, 'selectionSet'>[],
    answer: (field: Field, nodes: Nodes) => Value,
  ): Member[] {
    return this.#walk.parts(type, nodes, (name, field, nodes) => ({
      name,
      value: field ? answer(field, nodes) : { is: 'text', text: typeName(type) },
    }));
  }

  /** What the statement cannot answer is left to the executor, without what was planned of it. */
  #rootOrBeside(name: string, field: Field, nodes: Nodes): Value {
    const lists = [this.#arguments, this.#pages, this.#gaps];
    const lengths = lists.map(({ length }) => length);
    try {
      return this.#root(field, nodes);
    } catch (error) {
      if (!(error instanceof NotCompiled)) throw error;
      for (const [index, list] of lists.entries()) list.length = lengths[index] ?? 0;
      this.#beside.push({ name, reason: error.message, nodes });
      return { is: 'text', text: BESIDE };
    }
  }

  #root(field: Field, nodes: Nodes): Value {
    const row = rootRows.get(field.name);
    const resource = row === undefined ? undefined : this.#resource(row);
    if (resource) {
      const read = argumentsOf(field, nodes);
      const argument = this.#arguments.push((variables) => {
        const id = String(partOf(read(variables), 'id'));
        return byId(idArgument(resource.name, id)).id;
      });
      this.#arguments[argument - 1]?.(this.#reading.variables);
      return {
        is: 'one',
        rows: { resource, column: 'id', argument: argument - 1 },
        members: this.#row(resource, objectType(field), nodes),
      };
    }
    if (field.name === 'node' || field.name === 'nodes') return this.#nodes(field, nodes);
    if (field.name === 'rateLimit')
      return {
        is: 'object',
        members: this.#members(objectType(field), nodes, ({ name }) => ({
          is: 'given',
          text: ({ given }) => given?.(name) ?? 'null',
        })),
      };
    const of = connectionTypes.get(objectType(field).name);
    const listed = of?.roots.has(field.name) ? this.#resource(of.name) : undefined;
    if (!of || !listed) throw new NotCompiled(`Query.${field.name}`);
    return this.#page({ of, resource: listed, field, nodes, owner: {} });
  }

  /** The plan depends on the types that the IDs name; `shape.ts` tells them apart. */
  #nodes(field: Field, nodes: Nodes): Value {
    const read = argumentsOf(field, nodes);
    const idsOf = (variables: Variables) => {
      const given = read(variables);
      const ids = partOf(given, 'ids');
      return Array.isArray(ids) ? nodeIds(ids) : [nodeId(String(partOf(given, 'id')), 'id')];
    };
    const names = new Set(idsOf(this.#reading.variables).map(({ name }) => name));
    const of = [...names]
      .filter((name) => nodeTypes.has(name))
      .map((name) => {
        const resource = this.#resource(name);
        const type = this.#reading.schema.getType(name);
        if (resource?.visible !== 'of the seat' || !isObjectType(type)) throw new NotCompiled(`node ${name}`);
        return { resource, members: this.#row(resource, type, nodes) };
      });
    const idIn = ({ name, key }: ReturnType<typeof nodeId>) => nodeTypes.get(name)?.idIn?.(key) ?? 0;
    if (field.name === 'node') {
      const [one] = of;
      if (!one) return { is: 'text', text: 'null' };
      const argument = this.#arguments.push((variables) => idsOf(variables).map(idIn)[0]) - 1;
      return { is: 'one', rows: { resource: one.resource, column: 'id', argument }, members: one.members };
    }
    const types = this.#arguments.push((variables) => idsOf(variables).map(({ name }) => name)) - 1;
    const ids = this.#arguments.push((variables) => idsOf(variables).map(idIn)) - 1;
    return { is: 'nodes', types, ids, of };
  }

  #row(resource: Resource, type: GraphQLObjectType, nodes: Nodes): Member[] {
    return this.#members(type, nodes, (field, nodes) => this.#field(resource, type, field, nodes));
  }

  #field(resource: Resource, type: GraphQLObjectType, field: Field, nodes: Nodes): Value {
    const { id, [field.name]: own } = resource.fields;
    if (field.name === 'databaseId' && id) return { is: 'field', field: { ...id, kind: 'integer' } };
    if (own?.object) return { is: 'json', field: own, parts: this.#objectParts(objectType(field), nodes) };
    // The database writes numbers and orders names otherwise.
    if (own?.kind === 'json') throw new NotCompiled(`${type.name}.${field.name}`);
    if (own) return { is: 'field', field: own };
    const derived = resource.derived?.[field.name];
    if (derived) return { is: 'expression', sql: derived };
    if (isGap(resource.name, field.name)) return this.#gap(resource, field, nodes);
    const relation = resource.relations[field.name];
    if (relation) return this.#relation(relation, field, nodes);
    throw new NotCompiled(`${type.name}.${field.name}`);
  }

  /** A field of delivery: its value is written once the rows are known. */
  #gap(resource: Resource, field: Field, nodes: Nodes): Value {
    const given = argumentsOf(field, nodes);
    const read = (variables: Variables) => given(variables) as Parameters<typeof gapOf>[2];
    const { variables } = this.#reading;
    const gap = gapOf(resource.name, field.name, read(variables));
    const { write, most } = this.#writer(field.type, nodes);
    const figures = figuresAsked(this.#reading, field.type, nodes);
    const question = (variables: Variables) => questionIn(field.name, read(variables));
    const open = (variables: Variables) => ({ gap, figures, question: question(variables), write });
    open(variables);
    const index = this.#gaps.push(open) - 1;
    return { is: 'expression', sql: gapSql(index, gap), most: gap.points * most };
  }

  #writer(type: GraphQLOutputType, nodes: Nodes): Writer {
    return writerOf(type, (object) =>
      this.#walk.parts(object, nodes, (name, field, below) => {
        if (!field) return { name, text: typeName(object) };
        const resolve = readerOf(field);
        if (!resolve) throw new NotCompiled(`${object.name}.${field.name}`);
        return { name, resolve, writer: this.#writer(field.type, below) };
      }),
    );
  }

  #objectParts(type: GraphQLObjectType, nodes: Nodes) {
    return this.#walk.parts(type, nodes, (name, field) => ({
      name,
      key: field ? field.name : { text: typeName(type) },
    }));
  }

  #relation(relation: Relation, field: Field, nodes: Nodes): Value {
    const resource = this.#resource(relation.resource);
    if (!resource) throw new NotCompiled(relation.resource);
    const { to, column } = relation;
    if (to === 'pages') {
      const of = connectionTypes.get(objectType(field).name);
      if (!of) throw new NotCompiled(objectType(field).name);
      return this.#page({ of, resource, field, nodes, owner: { column, ownerColumn: 'id' } });
    }
    const rows =
      to === 'one'
        ? { resource, column: 'id', ownerColumn: column }
        : { resource, column, ownerColumn: 'id' };
    const members = this.#row(resource, objectType(field), nodes);
    return { is: to === 'many' ? 'many' : 'one', rows, members };
  }

  #page(options: {
    of: ConnectionType;
    resource: Resource;
    field: Field;
    nodes: Nodes;
    owner: { column?: string; ownerColumn?: string };
  }): Value {
    const { of, resource, field, nodes, owner } = options;
    const given = argumentsOf(field, nodes);
    const read = (variables: Variables) => given(variables) as ListArguments;
    const asked = read(this.#reading.variables);
    const ranked = asked.orderBy?.delivery != null;
    if (ranked && (owner.column !== undefined || !of.find)) throw new NotCompiled('an order by delivery');
    const list = (ctx: DomainContext, variables: Variables) =>
      (ranked ? readRanked : readList)(ctx, of, read(variables));
    if (!this.#ctx) throw new Error('The plan is made already.');
    const { order, limit, conditions, position, backward } = list(this.#ctx, this.#reading.variables);
    const index = this.#pages.length;
    this.#pages.push(list);
    const parts = pageParts({
      ...{ walk: this.#walk, type: objectType(field), nodes },
      row: (type, nodes) => this.#row(resource, type, nodes),
    });
    if (ranked && parts.some(hasCursor)) throw new NotCompiled('a cursor of an order by delivery');
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
}
