import { type FieldNode, GraphQLError, type GraphQLObjectType } from 'graphql';
import { checkReadable } from '../../../domain/access/readable.ts';
import type { DomainContext } from '../../../domain/context.ts';
import { isDomainError } from '../../../domain/errors.ts';
import type { Resource } from '../../../resources/define/resource.ts';
import type { Member, Value } from '../../../resources/read/plan.ts';
import { resourceOf } from '../../../resources/read/registry.ts';
import type { OpenField } from '../deferred-field.ts';
import { refusalJson } from '../marks.ts';
import { NO_IDS, type RequestedIds } from '../read-plan.ts';
import type { Reading } from '../selection.ts';
import { isValue, valueName } from '../value-names.ts';
import { type Field, MAX_FIELDS, type Nodes, typeName, type Variables, Walk } from '../walk.ts';
import type { PageParts } from './page-form.ts';

/** The output of a plan: text that is sent to the caller, or objects from which the executor builds the result. */
export type Output = 'text' | 'objects';

/** The state while a plan is built: the document, and functions that read the values of each call. */
export class Planning {
  readonly output: Output;
  readonly arguments: ((variables: Variables, ids: RequestedIds) => unknown)[] = [];
  readonly pages: ((ctx: DomainContext, variables: Variables) => PageParts)[] = [];
  readonly deferred: ((variables: Variables) => OpenField)[] = [];
  /** Resources that not every caller can read. */
  readonly restricted = new Set<Resource>();
  /** Errors of single fields. A plan with any can only be used for its own call. */
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

  /** The context of the call that the plan is built for. */
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
    const resource = resourceOf(name);
    if (!resource) return undefined;
    if (resource.feature || resource.isForAdmins) this.restricted.add(resource);
    if (this.output === 'objects') checkReadable(this.ctx, resource);
    return resource;
  }

  /** Plans a field. For the executor, a refusal becomes an error at the field's path. */
  orRefusal(plan: () => Value): Value {
    if (this.output === 'text') return plan();
    try {
      return this.attempt(plan);
    } catch (error) {
      if (!(error instanceof GraphQLError || isDomainError(error))) throw error;
      return { is: 'text', text: refusalJson(this.refusals.push(error) - 1) };
    }
  }

  /** Plans the fields of a selection in order; `answer` plans those other than `__typename`. */
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

  /** The same for a row that is returned to the executor, which resolves `__typename` itself. */
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

  /** Adds a function that reads a value of each call, checks it with this call's values, and returns its number. */
  argument(read: (variables: Variables, ids: RequestedIds) => unknown): number {
    read(this.#reading.variables, NO_IDS);
    return this.arguments.push(read) - 1;
  }

  /** Plans a part. If it cannot be compiled, everything that was added is removed. */
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

  /**
   * The functions that read the values of later calls are cached and refer to this object, so it must not refer to the
   * first call.
   */
  forgetCall(): void {
    this.#ctx = undefined;
    this.#reading = { ...this.#reading, variables: {} };
    this.#walk = new Walk(this.#reading, 0);
  }
}
