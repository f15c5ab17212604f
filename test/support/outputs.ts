import type { DomainContext } from '../../src/domain/context.ts';
import { prepare } from '../../src/graphql/reading/operations.ts';
import { schema } from '../../src/graphql/schema.ts';

/** Rows are read as text, which is the response, or as objects, from which the executor builds it. */

/** Whether a query is answered by text. */
export const isAnsweredByText = (ctx: DomainContext, query: string, variables: object = {}): boolean =>
  !('reason' in prepare({ ctx, schema, query, operationName: undefined, variables: { ...variables } }));
