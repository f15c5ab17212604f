import type { AnyErrorCode } from '../../http/error-catalogue.ts';
import { headersOf, type Refusal, statusOf } from '../../http/faults.ts';
import { type Answer, type HttpInterface, pathsUnder } from '../../http/interface.ts';

/** Returns the response to a request that is refused before a document runs: a GraphQL result without data. */
function refuse(refusal: Refusal): Answer {
  return {
    status: statusOf(refusal),
    headers: headersOf(refusal),
    body: { errors: [{ message: refusal.message, extensions: { code: codeOf(refusal) } }] },
  };
}

/** Other interfaces limit calls; GraphQL limits points, so the code differs. */
const codeOf = ({ code }: Refusal): AnyErrorCode => (code === 'RATE_LIMITED' ? 'COST_LIMIT_EXCEEDED' : code);

export const graphqlInterface: HttpInterface = { name: 'graphql', owns: pathsUnder('/graphql'), refuse };
