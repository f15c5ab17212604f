import { headersOf, type Refusal, statusOf } from '../../http/faults.ts';
import { type Answer, below, type HttpInterface } from '../../http/interface.ts';

/** Requests that are refused before a document runs are answered with a GraphQL result without data. */
function refuse(refusal: Refusal): Answer {
  return {
    status: statusOf(refusal),
    headers: headersOf(refusal),
    body: { errors: [{ message: refusal.message, extensions: { code: refusal.code } }] },
  };
}

export const graphqlInterface: HttpInterface = { name: 'graphql', owns: below('/graphql'), refuse };
