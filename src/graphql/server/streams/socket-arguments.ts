import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import type { GraphQLParams, YogaServerInstance } from 'graphql-yoga';
import { authenticate } from '../../../domain/access/identity/authenticate.ts';
import type { System } from '../../../domain/context.ts';
import { UnavailableError } from '../../../domain/errors.ts';
import { type BodiesInFlight, ownerFor, SMALL_BODY } from '../../../http/connections/bodies.ts';
import { callsAtOnce } from '../../../http/connections/calls-at-once.ts';
import { noteKind } from '../call-notes.ts';
import { chargeIfInvalid, readDocument, readDocumentInTurn } from '../documents/invalid-requests.ts';
import { hasLongName, hasTooManyVariables, LONG_NAME, TOO_MANY_VARIABLES } from '../documents/parameters.ts';
import { graphqlFault } from '../fault.ts';
import { maskError } from '../mask.ts';
import { whileRead } from './bound-messages.ts';
import type { BoundedSocket } from './bounded-socket.ts';
import type { CallContext, Credentials } from './sessions.ts';
import type { SocketOperation } from './socket-operation.ts';

type Engine = Pick<
  ReturnType<YogaServerInstance<object, CallContext>['getEnveloped']>,
  'execute' | 'subscribe'
>;

/** Returns what executes the operation of a message. `socketArguments` stored it there. */
export const engineOf = ({ rootValue }: ExecutionArgs) => rootValue as Engine;

/** Makes the function that returns what graphql-ws executes for a message, or the errors that it sends. */
export function socketArguments({
  system,
  bodies,
  yoga,
  resolveDocument,
}: {
  readonly system: System;
  readonly bodies: BodiesInFlight;
  readonly yoga: Pick<YogaServerInstance<object, CallContext>, 'getEnveloped'>;
  /** Returns the registered document for the requested one, or throws. */
  readonly resolveDocument: (params: GraphQLParams) => string;
}) {
  const calls = callsAtOnce(system);
  return async function argumentsOf(
    operation: SocketOperation,
    {
      socket,
      credentials,
      params,
    }: { socket: BoundedSocket; credentials: Credentials; params: GraphQLParams },
  ): Promise<ExecutionArgs | readonly GraphQLError[]> {
    if (hasLongName(params.operationName)) return [graphqlFault('BAD_USER_INPUT', LONG_NAME)];
    if (hasTooManyVariables(params.variables)) return [graphqlFault('BAD_USER_INPUT', TOO_MANY_VARIABLES)];
    const ctx = await authenticate({ system, ...credentials, requestId: operation.requestId });
    operation.caller = ctx;
    // Also what is refused here, as without points, takes time.
    const refused = await orUnavailable(system, () => calls.turn(ctx));
    if (refused) return [refused];
    const { notes } = operation;
    if (notes.requestBytes > SMALL_BODY) {
      const end = await orUnavailable(system, async () =>
        bodies.hold(ownerFor(ctx.seatId), notes.requestBytes),
      );
      if (end instanceof GraphQLError) return [end];
      operation.onEnd(end);
    }
    const call: CallContext = { ...ctx, credentials, costOnly: false, transport: 'websocket', notes };
    const { schema, execute, subscribe, contextFactory } = yoga.getEnveloped({ ...call, params });
    const { operationName } = params;
    const source = resolveDocument(params);
    await readDocumentInTurn(call, { schema, source });
    const overHour = await chargeIfInvalid(call, { schema, source, operationName });
    if (overHour) return [overHour];
    const { document, errors } = readDocument(call, { schema, source });
    noteKind(notes, document, params);
    if (!document || errors.length > 0) return errors;
    const limited = <T>(work: () => T) => calls.run(ctx, work);
    return {
      schema,
      document,
      operationName,
      variableValues: params.variables,
      contextValue: await contextFactory(),
      rootValue: {
        execute: (args: ExecutionArgs) =>
          operation.run(async () => {
            const run = () => whileRead<ExecutionResult>(socket, limited, () => execute(args));
            const result = await orUnavailable(system, () => executed(system, run, args));
            return result instanceof GraphQLError ? { errors: [result] } : result;
          }),
        subscribe: (args: ExecutionArgs) => operation.run(() => subscribe(args)),
      },
    } as ExecutionArgs;
  };
}

/** Returns an error of the operation if too many calls wait: thrown, it would close the socket. */
async function orUnavailable<T>(system: System, work: () => Promise<T>): Promise<T | GraphQLError> {
  try {
    return await work();
  } catch (error) {
    const shown = error instanceof UnavailableError ? maskError(system, error) : error;
    if (shown instanceof GraphQLError) return shown;
    throw error;
  }
}

/** A WebSocket result has no header for the replica position, so a write waits for the replica itself. */
async function executed<T>(
  system: System,
  run: () => T,
  { document, operationName }: ExecutionArgs,
): Promise<Awaited<T>> {
  const result = await run();
  if (getOperationAST(document, operationName)?.operation === 'mutation') await system.replica?.catchUp();
  return result;
}
