import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLResolveInfo,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { checkReadable } from '../../domain/access/readable.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isDomainError } from '../../domain/errors.ts';
import { Turns } from '../../platform/process/turns.ts';
import { isSmall, MAX_NODES, maxBytes } from '../../resources/read/bound.ts';
import { compile, compileSize } from '../../resources/read/compile.ts';
import type { Member } from '../../resources/read/plan.ts';
import { type Prepared, prepared } from '../../resources/read/read.ts';
import { MAX_BYTES } from './operations.ts';
import { withMatchingPlan } from './plan/page-form.ts';
import { planned } from './plan/plan.ts';
import { Planning } from './plan/planning.ts';
import { PlanCache, type PlansOf, plansOfOperation } from './plan-cache.ts';
import type { PageRequest, ReadPlan, RequestedIds } from './read-plan.ts';
import { readingOf } from './selection.ts';
import { shapesOf } from './shape.ts';

interface ObjectsPlan extends Pick<ReadPlan, 'argumentsOf' | 'pagesOf' | 'deferredOf' | 'restricted'> {
  readonly statement: Prepared;
  /** Computes the size of a result that may be too large. */
  readonly size: Prepared | undefined;
  /** The maximum size in bytes of a result with one row that is requested by ID, and of each further one. */
  readonly maxBytes: { readonly first: number; readonly further: number };
  readonly refusals: readonly Error[];
}

/** A read for the executor, with the values of its call. */
export interface ObjectsRead extends Pick<ObjectsPlan, 'statement' | 'size' | 'refusals' | 'deferredOf'> {
  readonly arguments: readonly unknown[];
  readonly pages: readonly PageRequest[];
}

interface ObjectsRequest {
  readonly ctx: DomainContext;
  readonly info: GraphQLResolveInfo;
  /** The rows that are requested by ID. */
  readonly ids?: RequestedIds;
}

/**
 * A place where an operation selects a field. A node in a fragment can be in several, and others can select the same
 * field.
 */
interface Place {
  readonly operation: OperationDefinitionNode;
  readonly nodes: readonly FieldNode[];
  readonly plans: PlansOf;
  readonly shapeOf: (variables: Readonly<Record<string, unknown>>) => string;
}

/** A request rarely asks for more rows by ID. */
const MAX_IDS = 1_000;

/** By the first node of the field. Nodes belong to cached documents, so an entry disappears with its document. */
const places = new WeakMap<FieldNode, Place[]>();
export const objectPlanCache = new PlanCache<ObjectsPlan>({ entries: 10_000, bytes: 16 * 2 ** 20 });

interface PlannedRequest extends ObjectsRequest {
  /** Distinguishes plans of the same field. */
  readonly variant: string;
  readonly members: (planning: Planning) => Member[];
}

/** Of a document with a thousand fields, each is planned. In between, other requests run. */
const planningTurns = new Turns<number>();

/**
 * Returns the read of a field's selection. It is planned once for each shape of the variables that it depends on, seats
 * taking turns. A plan with a refused field is used for its own call only.
 */
export async function objectsRead(request: PlannedRequest): Promise<ObjectsRead> {
  const { ctx, info, variant } = request;
  const { plans, shapeOf } = placeOf(info);
  const shape = `${variant} ${shapeOf(info.variableValues)}`;
  const cached = withMatchingPlan(shape, (key) => cachedRead(request, plans, key));
  if (cached) return cached;
  await planningTurns.take(ctx.seatId);
  return withMatchingPlan(
    shape,
    (key) => cachedRead(request, plans, key) ?? plannedRead(request, plans, key),
  );
}

function cachedRead(request: ObjectsRequest, plans: PlansOf, key: string): ObjectsRead | undefined {
  const cached = objectPlanCache.get(plans, key);
  return cached && ofCached(cached, request);
}

function plannedRead(request: PlannedRequest, plans: PlansOf, key: string): ObjectsRead {
  const { ctx, info, members } = request;
  const planning = new Planning(ctx, readingOf(info), 'objects');
  const { refusals } = planning;
  const { plan, ...rest } = planned(planning, members(planning));
  const first = maxBytes(plan, 1);
  const made: ObjectsPlan = {
    ...rest,
    statement: prepared(compile(plan), { isSmall: isSmall(plan) }),
    size: maxBytes(plan, MAX_IDS) > MAX_BYTES ? prepared(compileSize(plan)) : undefined,
    maxBytes: { first, further: maxBytes(plan, 2) - first },
    refusals,
  };
  if (refusals.length === 0) objectPlanCache.keep(plans, key, { plan: made, text: made.statement.text });
  return withValues(made, request);
}

function withValues(plan: ObjectsPlan, { ctx, info, ids }: ObjectsRequest): ObjectsRead {
  const { variableValues: variables } = info;
  const count = ids?.ids.length ?? MAX_NODES;
  const isMeasured = plan.maxBytes.first + (count - 1) * plan.maxBytes.further > MAX_BYTES;
  return {
    ...plan,
    size: isMeasured ? plan.size : undefined,
    arguments: plan.argumentsOf(variables, ids),
    pages: plan.pagesOf(ctx, variables),
  };
}

/** Reads with a cached plan. Returns undefined if the plan contains something that this caller is refused. */
function ofCached(plan: ObjectsPlan, request: ObjectsRequest): ObjectsRead | undefined {
  try {
    for (const resource of plan.restricted) checkReadable(request.ctx, resource);
    return withValues(plan, request);
  } catch (error) {
    if (error instanceof GraphQLError || isDomainError(error)) return undefined;
    throw error;
  }
}

function placeOf({ schema, operation, fragments, fieldNodes, parentType }: GraphQLResolveInfo): Place {
  const [first] = fieldNodes;
  if (!first) throw new Error('A field without nodes.');
  const ofNode = places.get(first) ?? [];
  if (ofNode.length === 0) places.set(first, ofNode);
  const known = ofNode.find(
    ({ operation: of, nodes }) =>
      of === operation &&
      nodes.length === fieldNodes.length &&
      nodes.every((node, index) => node === fieldNodes[index]),
  );
  if (known) return known;
  const definitions = [operation, ...Object.values(fragments)];
  // A mutation's input does not affect the plan of its payload.
  const parts =
    parentType === schema.getMutationType()
      ? fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? [])
      : fieldNodes;
  const variables = variablesIn(parts, fragments);
  const made = {
    operation,
    nodes: fieldNodes,
    plans: plansOfOperation(),
    shapeOf: shapesOf(schema, definitions, withOnly(operation, variables)),
  };
  ofNode.push(made);
  return made;
}

const withOnly = (
  operation: OperationDefinitionNode,
  names: ReadonlySet<string>,
): OperationDefinitionNode => ({
  ...operation,
  variableDefinitions: (operation.variableDefinitions ?? []).filter(({ variable }) =>
    names.has(variable.name.value),
  ),
});

function variablesIn(
  parts: readonly (FieldNode | SelectionSetNode)[],
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const entered = new Set<string>();
  const enter = (part: FieldNode | SelectionSetNode): void => {
    visit(part, {
      Variable: ({ name }) => void names.add(name.value),
      FragmentSpread: ({ name }) => {
        const fragment = fragments[name.value];
        if (!fragment || entered.has(name.value)) return;
        entered.add(name.value);
        enter(fragment.selectionSet);
      },
    });
  };
  for (const part of parts) enter(part);
  return names;
}
