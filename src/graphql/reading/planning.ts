import type { FieldNode, GraphQLObjectType } from 'graphql';
import type { DomainContext } from '../../domain/context.ts';
import type { Feature, Resource } from '../../domain/resource/definition.ts';
import type { Member, Value } from '../../domain/resource/plan.ts';
import { RESOURCES } from '../../domain/resource/resources.ts';
import type { OpenField } from './deferred-field.ts';
import type { AskedPage } from './read-plan.ts';
import type { Reading } from './selection.ts';
import { type Field, type Nodes, typeName, type Variables, Walk } from './walk.ts';

/** A plan while it is made: where its document is read, and what will read the values of each call. */
export class Planning {
  readonly arguments: ((variables: Variables) => unknown)[] = [];
  readonly pages: ((ctx: DomainContext, variables: Variables) => AskedPage)[] = [];
  readonly deferred: ((variables: Variables) => OpenField)[] = [];
  readonly features = new Set<Feature>();
  #ctx: DomainContext | undefined;
  #reading: Reading;
  #walk: Walk;

  constructor(ctx: DomainContext, reading: Reading) {
    this.#ctx = ctx;
    this.#reading = reading;
    this.#walk = new Walk(reading);
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
    if (resource?.feature) this.features.add(resource.feature);
    return resource;
  }

  /** The fields of a selection, in their order; `answer` makes those that are not `__typename`. */
  members(
    type: GraphQLObjectType,
    nodes: readonly Pick<FieldNode, 'selectionSet'>[],
    answer: (field: Field, nodes: Nodes, name: string) => Value,
  ): Member[] {
    return this.#walk.parts(type, nodes, (name, field, nodes) => ({
      name,
      value: field ? answer(field, nodes, name) : { is: 'text', text: typeName(type) },
    }));
  }

  /** Notes what reads a value of each call, which this call’s must have; returns its number. */
  argument(read: (variables: Variables) => unknown): number {
    read(this.#reading.variables);
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
    this.#walk = new Walk(this.#reading);
  }
}
