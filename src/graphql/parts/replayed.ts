import type { GraphQLResolveInfo } from 'graphql';
import {
  answerLost,
  noteOutcomes,
  type Outcome,
  type WrittenError,
} from '../../domain/access/idempotency/carried-out.ts';
import type { DomainContext } from '../../domain/context.ts';
import { isDomainError } from '../../domain/errors.ts';
import { changesOfRequest } from '../../domain/notifications/history/of-request.ts';
import type { Recorded } from '../account/field-change.ts';
import { revived } from '../expected-errors.ts';

/**
 * Reads rows that a mutation wrote. If a request was carried out before and its response was too large to be stored, it
 * is not run again: the rows that it wrote are read with the current selection.
 */
export interface Reload<Payload> {
  readonly resource: string;
  readonly read: (
    call: { ctx: DomainContext; info: GraphQLResolveInfo },
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, Payload>>;
}

type Item<Payload> = (Payload & Recorded) | Error;

export async function runOrReplay<Payload extends object>(options: {
  request: DomainContext;
  info: GraphQLResolveInfo;
  reload: Reload<Payload> | undefined;
  /** Returns the ID of what an item wrote. */
  idOf: (item: Payload) => number | undefined;
  run: () => Promise<readonly Item<Payload>[]>;
}): Promise<readonly Item<Payload>[]> {
  const { request, info, reload, idOf, run } = options;
  const field = String(info.path.key);
  if (request.replayed) {
    const outcomes = request.replayed.fields[field];
    if (!outcomes || !reload) throw answerLost();
    return readAnew({ request, info, reload, outcomes });
  }
  if (!request.heldKey) return run();
  try {
    const items = await run();
    const outcomes = items.map((item) => outcomeOf(item, idOf));
    noteOutcomes(
      request.heldKey,
      field,
      reload && outcomes.every((one) => one !== undefined) ? outcomes : undefined,
    );
    return items;
  } catch (error) {
    if (error instanceof Error) {
      const outcome = outcomeOf<Payload>(error, idOf);
      noteOutcomes(request.heldKey, field, outcome && [outcome]);
    }
    throw error;
  }
}

function outcomeOf<Payload extends object>(
  item: Item<Payload>,
  idOf: (item: Payload) => number | undefined,
): Outcome | undefined {
  if (item instanceof Error) return isDomainError(item) ? { error: storable(item) } : undefined;
  const id = idOf(item);
  return id === undefined ? undefined : { id, changes: item.changes.length };
}

const storable = (error: WrittenError & Error): WrittenError => ({
  code: error.code,
  message: error.message,
  ...(error.issues && { issues: error.issues }),
});

async function readAnew<Payload extends object>(options: {
  request: DomainContext;
  info: GraphQLResolveInfo;
  reload: Reload<Payload>;
  outcomes: readonly Outcome[];
}): Promise<readonly Item<Payload>[]> {
  const { request: ctx, info, reload, outcomes } = options;
  const ids = [...new Set(outcomes.flatMap((outcome) => ('id' in outcome ? [outcome.id] : [])))];
  const [rows, changes] = await Promise.all([
    reload.read({ ctx, info }, ids),
    changesOfRequest({ ctx, resource: reload.resource, ids, requestId: ctx.replayed?.requestId ?? '' }),
  ]);
  return outcomes.map((outcome) => {
    if ('error' in outcome) return revived(outcome.error);
    const row = rows.get(outcome.id);
    if (!row) return answerLost();
    return { ...row, changes: changes.get(outcome.id)?.splice(0, outcome.changes) ?? [] };
  });
}
