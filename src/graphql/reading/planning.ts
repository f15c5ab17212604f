import { type FieldNode, GraphQLError, type GraphQLObjectType } from 'graphql';
import { checkReadable } from '../../domain/access/readable.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isDomainError } from '../../domain/errors.ts';
import { RESOURCES } from '../../domain/resources.ts';
import type { Resource } from '../../resources/define/definition.ts';
import type { Member, Value } from '../../resources/read/plan.ts';
import type { OpenField } from './deferred-field.ts';
import { refusalJson } from './marks.ts';
import { NO_IDS, type PageRequest, type RequestedIds } from './read-plan.ts';
import type { Reading } from './selection.ts';
import { isValue, valueName } from './value-names.ts';
import { type Field, MAX_FIELDS, type Nodes, typeName, type Variables, Walk } from './walk.ts';

/** What a plan is for: text that goes to the caller as it is, or objects of which the executor makes the answer. */
export type Output = 'text' | 'objects';

/** A plan while it is made: where its document is read, and what will read the values of each call. */
export class Planning {
  readonly output: Output;
  readonly arguments: ((variables: Variables, ids: RequestedIds) => unknown)[] = [];
  readonly pages: ((ctx: DomainContext, variables: Variables) => PageRequest)[] = [];
  readonly deferred: ((variables: Variables) => OpenField)[] = [];
  /** What not every caller may read. */
  readonly restricted = new Set<Resource>();
  /** Errors of single fields; a plan that has any is good for its own call alone. */
  readonly refusals: Error[] = [];
  #ctx: DomainContext | undefined;
  #reading: Reading;
  #walk: Walk;

  constructor(ctx: DomainContext, reading: Reading, output: Output) {
    this.output = output;
    this.#ctx = ctx;
    this.#reading = reading;
    this.#walk = new Walk(reading, output === 'text' ? MAX_FIELDS : Number.POSITIVE_INFINITY);
  }

  /** Of the call that the plan is made for. */
  get ctx(): DomainContext {
    if (!this.#ctx) throw new Error('The plan is made already.');
    return this.#ctx;
  }

  get reading(): Reading {
    return this.#reading;
  }

  get walk(): Walk {
    return this.#walk;
  }

  resource(name: string): Resource | undefined {
    const resource = RESOURCES.get(name);
    if (!resource) return undefined;
    if (resource.feature || resource.isForAdmins) this.restricted.add(resource);
    if (this.output === 'objects') checkReadable(this.ctx, resource);
    return resource;
  }

  /** Plans a field; where the executor answers, one that is refused is an error at its path. */
  orRefusal(plan: () => Value): Value {
    if (this.output === 'text') return plan();
    try {
      return this.attempt(plan);
    } catch (error) {
      if (!(error instanceof GraphQLError || isDomainError(error))) throw error;
      return { is: 'text', text: refusalJson(this.refusals.push(error) - 1) };
    }
  }

  /** The fields of a selection, in their order; `answer` makes those that are not `__typename`. */
  members(
    type: GraphQLObjectType,
    nodes: readonly Pick<FieldNode, 'selectionSet'>[],
    answer: (field: Field, nodes: Nodes) => Value,
  ): Member[] {
    return this.#walk.parts(type, nodes, (name, field, nodes) => ({
      name,
      value: field ? answer(field, nodes) : { is: 'text', text: typeName(type) },
    }));
  }

  /** The same of a row for the executor, which answers `__typename` itself. */
  objectMembers(
    resource: Resource,
    type: GraphQLObjectType,
    nodes: readonly Pick<FieldNode, 'selectionSet'>[],
    answer: (field: Field, nodes: Nodes) => Value,
  ): Member[] {
    const members = new Map<string, Member>();
    this.#walk.parts(type, nodes, (given, field, nodes) => {
      if (!field) return;
      const name = isValue(resource, field.name) ? valueName(field.name) : given;
      if (!members.has(name)) members.set(name, { name, value: answer(field, nodes) });
    });
    return [...members.values()];
  }

  /** Notes what reads a value of each call, which this call’s must have; returns its number. */
  argument(read: (variables: Variables, ids: RequestedIds) => unknown): number {
    read(this.#reading.variables, NO_IDS);
    return this.arguments.push(read) - 1;
  }

  /** Plans a part; nothing is kept of one that cannot be compiled. */
  attempt<Part>(plan: () => Part): Part {
    const lists = [this.arguments, this.pages, this.deferred];
    const lengths = lists.map(({ length }) => length);
    try {
      return plan();
    } catch (error) {
      for (const [index, list] of lists.entries()) list.length = lengths[index] ?? 0;
      throw error;
    }
  }

  /** What reads the values of other calls is kept, and keeps this object: it must not keep the first call too. */
  forgetCall(): void {
    this.#ctx = undefined;
    this.#reading = { ...this.#reading, variables: {} };
    this.#walk = new Walk(this.#reading, 0);
  }
}
