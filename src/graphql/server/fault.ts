import { GraphQLError } from 'graphql';
import type { GraphqlErrorCode } from '../../http/error-catalogue.ts';

/** Returns a GraphQL error with a code of the catalogue. `http` is for errors before a document runs. */
export function graphqlFault(
  code: GraphqlErrorCode,
  message: string,
  extensions: {
    readonly argument?: string;
    /** When the stream continues. */
    readonly resetAt?: string;
    readonly http?: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
  } = {},
): GraphQLError {
  return new GraphQLError(message, { extensions: { code, ...extensions } });
}
