import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
  OperationTypeNode,
} from 'graphql';
import { checkReadable } from '../../domain/access/readable.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { Call } from '../../resources/define/expression.ts';
import { isSmall, maxBytes } from '../../resources/read/bound.ts';
import { type Compiled, compile } from '../../resources/read/compile.ts';
import type { Plan } from '../../resources/read/plan.ts';
import { type Prepared as PreparedStatement, prepared } from '../../resources/read/read.ts';
import { checkDocument, whenForgotten } from '../server/documents/documents.ts';
import { isSchemaHidden } from '../server/documents/introspection.ts';
import { variablesRefusal } from '../server/documents/variable-limits.ts';
import { priced } from '../server/price/cost.ts';
import { pointsOfReads, type Reads } from '../server/price/reads.ts';
import type { OpenField } from './deferred-field.ts';
import { NotCompilableError } from './not-compilable.ts';
import { withMatchingPlan } from './plan/page-form.ts';
import { planQuery } from './plan/plan.ts';
import { PlanCache, type PlansOf, plansOfOperation } from './plan-cache.ts';
import type { PageRequest, ReadPlan } from './read-plan.ts';
import { pricedTextsOf, shapesOf } from './shape.ts';

/** The statement that answers a request. */
export interface Prepared {
  /** The name of the operation. */
  readonly name: string | undefined;
  readonly cost: number;
  /** The part of the cost that does not depend on how full pages are. */
  readonly leastCost: number;
  /** The part of the cost that pays for reading, because the seat has many rows. */
  readonly readCost: number;
  readonly statement: PreparedStatement;
  readonly values: Values;
}

type Values = Pick<Call, 'arguments'> & {
  readonly pages: readonly PageRequest[];
  readonly deferred: readonly OpenField[];
};

/** A request that the executor answers, and why. */
export interface Fallback {
  readonly reason: string;
}

type Variables = Readonly<Record<string, unknown>>;

interface Operation {
  readonly name: string | undefined;
  readonly coerce: (given: Variables) => Variables | undefined;
  readonly shapeOf: (variables: Variables) => string;
  readonly plans: PlansOf;
  readonly plan: (ctx: DomainContext, variables: Variables) => Planned | Fallback;
}

interface Planned {
  readonly pricesOf: (variables: Variables) => Prices;
  readonly statement: PreparedStatement;
  readonly restricted: ReadPlan['restricted'];
  readonly valuesOf: (ctx: DomainContext, variables: Variables) => Values;
}

interface Prices {
  readonly cost: number;
  readonly leastCost: number;
  readonly reads: Reads;
}

const operations = new WeakMap<DocumentNode, Map<string, Operation | Fallback>>();
/** The maximum number of operations that are cached for a document. */
export const operationCache = (document: DocumentNode): number => operations.get(document)?.size ?? 0;
/** A plan takes about twice the bytes of its texts, so that all of them take some 32 MiB at most. */
export const planCache = new PlanCache<Planned | Fallback>({ entries: 10_000, bytes: 16 * 2 ** 20 });

whenForgotten((document) => {
  for (const operation of operations.get(document)?.values() ?? [])
    if ('plans' in operation) planCache.forget(operation.plans);
});

interface Request {
  readonly ctx: DomainContext;
  readonly schema: GraphQLSchema;
  readonly query: string;
  readonly operationName: string | undefined;
  readonly variables: Variables;
}

/** The statement that answers a query; what cannot be compiled, or is refused, is left to the executor. */
export const prepare = (request: Request): Prepared | Fallback =>
  prepareBy(request, (operation, variables) => operation.plan(request.ctx, variables));

/** The same for a query that was planned before; undefined for any other. */
export function prepareIfPlanned(request: Request): Prepared | Fallback | undefined {
  const prepared = prepareBy(request, () => UNPLANNED);
  return prepared === UNPLANNED ? undefined : prepared;
}

const UNPLANNED: Fallback = { reason: 'not planned yet' };

function prepareBy(
  request: Request,
  plan: (operation: Operation, variables: Variables) => Planned | Fallback,
): Prepared | Fallback {
  const { ctx, schema, query, operationName = '', variables: given } = request;
  try {
    const { document, errors } = checkDocument({
      schema,
      source: query,
      isSchemaHidden: isSchemaHidden(ctx),
    });
    if (!document || errors.length > 0) return { reason: 'invalid' };
    // Callers can send any number of names that the document does not have. Do not cache those.
    if (!getOperationAST(document, operationName === '' ? null : operationName))
      return { reason: 'no operation' };
    const known = operations.get(document) ?? new Map<string, Operation | Fallback>();
    operations.set(document, known);
    let operation = known.get(operationName);
    if (!operation) {
      operation = operationOf(schema, document, operationName);
      known.set(operationName, operation);
    }
    if ('reason' in operation) return operation;
    const variables = operation.coerce(given);
    if (!variables) return { reason: 'variables' };
    const { plans } = operation;
    return withMatchingPlan(operation.shapeOf(variables), (key) => {
      let planned = planCache.get(plans, key);
      if (!planned) {
        planned = plan(operation, variables);
        if (planned === UNPLANNED) return planned;
        const text = 'reason' in planned ? planned.reason : planned.statement.text;
        planCache.keep(plans, key, { plan: planned, text });
      }
      if ('reason' in planned) return planned;
      for (const resource of planned.restricted) checkReadable(ctx, resource);
      const { cost, leastCost, reads } = planned.pricesOf(variables);
      const readCost = pointsOfReads(reads, ctx);
      return {
        name: operation.name,
        cost: cost + readCost,
        leastCost,
        readCost,
        statement: planned.statement,
        values: planned.valuesOf(ctx, variables),
      };
    });
  } catch (error) {
    // The executor reports refusals, with their paths and messages.
    if (error instanceof GraphQLError || isDomainError(error)) return { reason: 'refused' };
    throw error;
  }
}

/** Calls of one shape mostly have the same price. Texts of other lengths, or other time zones, are priced anew. */
function pricesByTexts(
  textsOf: (variables: Variables) => string,
  pricesOf: (variables: Variables) => Prices,
): (variables: Variables) => Prices {
  let last: { readonly texts: string; readonly prices: Prices } | undefined;
  return (variables) => {
    const texts = textsOf(variables);
    if (last?.texts !== texts) last = { texts, prices: pricesOf(variables) };
    return last.prices;
  };
}

/**
 * The maximum size in bytes of a response. If one could be larger, the executor counts the bytes while it builds the
 * response.
 */
export const MAX_BYTES = 32 * 2 ** 20;

function compiledWithin(plan: Plan): Compiled {
  if (maxBytes(plan) > MAX_BYTES) throw new NotCompilableError('the answer may exceed 32 MiB');
  return compile(plan);
}

function operationOf(schema: GraphQLSchema, document: DocumentNode, name: string): Operation | Fallback {
  const operation = getOperationAST(document, name === '' ? null : name);
  if (operation?.operation !== OperationTypeNode.QUERY)
    return { reason: operation?.operation ?? 'no operation' };
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  const definitions = operation.variableDefinitions ?? [];
  // A request is prepared again if it had to wait for its turn.
  const coerced = new WeakMap<Variables, { readonly values: Variables | undefined }>();
  // The executor reports what is wrong. Without the limit, each error would contain the whole value again.
  const coerce = (given: Variables): Variables | undefined =>
    variablesRefusal({ document, operation }, given)
      ? undefined
      : getVariableValues(schema, definitions, given, { maxErrors: 1, hideSuggestions: true }).coerced;
  const textsOf = pricedTextsOf(schema, operation);
  const pricesOf = (variables: Variables): Prices => {
    const prices = priced({ schema, document, operationName: name === '' ? null : name, variables });
    return { cost: prices.cost, leastCost: prices.least(), reads: prices.reads() };
  };
  return {
    name: operation.name?.value,
    coerce: (given) => {
      const known = coerced.get(given) ?? { values: coerce(given) };
      coerced.set(given, known);
      return known.values;
    },
    shapeOf: shapesOf(schema, document.definitions, operation),
    plans: plansOfOperation(),
    plan: (ctx, variables) => {
      try {
        const { plan, argumentsOf, pagesOf, deferredOf, restricted } = planQuery(
          ctx,
          { schema, fragments, variables },
          operation,
        );
        return {
          pricesOf: pricesByTexts(textsOf, pricesOf),
          statement: prepared(compiledWithin(plan), { isSmall: isSmall(plan) }),
          restricted,
          valuesOf: (ctx, variables) => ({
            arguments: argumentsOf(variables),
            pages: pagesOf(ctx, variables),
            deferred: deferredOf(variables),
          }),
        };
      } catch (error) {
        if (error instanceof NotCompilableError) return { reason: error.message };
        throw error;
      }
    },
  };
}
