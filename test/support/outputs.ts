import type { DomainContext } from '../../src/domain/context.ts';
import { prepare } from '../../src/graphql/reading/operations.ts';
import { schema } from '../../src/graphql/schema.ts';

/** Rows have two outputs: text, and objects of which the executor makes the answer. */

/** Whether a query is answered by text. */
export const isAnsweredByText = (ctx: DomainContext, query: string, variables: object = {}): boolean =>
  !('reason' in prepare({ ctx, schema, query, operationName: undefined, variables: { ...variables } }));
