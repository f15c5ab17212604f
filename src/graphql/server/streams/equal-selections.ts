import { createHash } from 'node:crypto';
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { CallContext } from './sessions.ts';

/** Streams with the same selection share one result per event in this process. */

/** Streams publish an event at about the same time; a later one executes its selection again. */
const RESULT_LIFE_MS = 2_000;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_RESULTS = 1_000;

interface Shared {
  readonly result: ExecutionResult;
  /** Whether the result depends on the caller, not only on the seat and the role. */
  readonly isPersonal: boolean;
}

interface Selection {
  readonly key: string;
  /** Identifies the caller. */
  readonly caller: string;
  readonly leave: () => void;
}

const open = new Map<string, number>();
const running = new Map<string, Promise<Shared>>();
const results = new LRUCache<string, Shared>({ max: MAX_RESULTS, maxSize: MAX_BYTES, ttl: RESULT_LIFE_MS });

/** Registers a stream until `leave` is called. */
export function openSelection(args: ExecutionArgs & { readonly contextValue: CallContext }): Selection {
  const { document, operationName, variableValues, contextValue } = args;
  const { seatId, seat, actor } = contextValue;
  const parts = [
    document.loc?.source.body,
    operationName,
    variableValues,
    seatId,
    seat,
    actor.role,
    actor.wire,
  ];
  const key = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  open.set(key, (open.get(key) ?? 0) + 1);
  let isOpen = true;
  const leave = () => {
    if (!isOpen) return;
    isOpen = false;
    const left = (open.get(key) ?? 1) - 1;
    if (left > 0) open.set(key, left);
    else open.delete(key);
  };
  return { key, caller: JSON.stringify([actor.userId, actor.clientId, actor.seatIds]), leave };
}

/** Returns the result for an event: that of another stream with the same selection, or a new one. */
export async function resultOf(options: {
  selection: Selection;
  event: unknown;
  ctx: CallContext;
  execute: (ctx: CallContext) => Promise<ExecutionResult>;
}): Promise<ExecutionResult> {
  const { selection, event, ctx, execute } = options;
  const id = idOf(event);
  if (id === undefined || (open.get(selection.key) ?? 0) < 2) return execute(ctx);
  const ofAll = `${id} ${selection.key}`;
  const own = `${ofAll} ${selection.caller}`;
  const known = results.get(ofAll) ?? running.get(ofAll);
  const shared = await (known ?? run(ofAll, { ctx, execute }));
  if (!shared.isPersonal) return shared.result;
  if (!known) return keep(own, shared).result;
  return (await (results.get(own) ?? running.get(own) ?? run(own, { ctx, execute }))).result;
}

function run(
  key: string,
  { ctx, execute }: { ctx: CallContext; execute: (ctx: CallContext) => Promise<ExecutionResult> },
): Promise<Shared> {
  const { actor, isRead } = observed(ctx.actor);
  // The result is shared, so it must not be aborted when one stream's caller disconnects.
  const { gone: _, ...rest } = ctx;
  const made = execute({ ...rest, actor }).then((result) => keep(key, { result, isPersonal: isRead() }));
  running.set(key, made);
  const forget = () => running.delete(key);
  made.then(forget, forget);
  return made;
}

function keep(key: string, shared: Shared): Shared {
  const { result } = shared;
  const text = JSON.stringify(result);
  // Over SSE it is not serialized again.
  if (!result.errors) Object.defineProperty(result, 'stringify', { value: () => text, configurable: true });
  results.set(key, shared, { size: text.length });
  return shared;
}

/** Records whether anything of the caller is read except the role. Results are separate per role anyway. */
function observed(actor: CallContext['actor']): { actor: CallContext['actor']; isRead: () => boolean } {
  let isRead = false;
  const note = <T>(value: T): T => {
    isRead = true;
    return value;
  };
  return {
    isRead: () => isRead,
    actor: {
      role: actor.role,
      wire: actor.wire,
      get userId() {
        return note(actor.userId);
      },
      get clientId() {
        return note(actor.clientId);
      },
      get seatIds() {
        return note(actor.seatIds);
      },
    },
  };
}

const ids = new WeakMap<object, number>();
let lastId = 0;

/** Streams of the same source get the same object, which identifies the event. */
function idOf(event: unknown): number | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  const known = ids.get(event);
  if (known !== undefined) return known;
  lastId += 1;
  ids.set(event, lastId);
  return lastId;
}
