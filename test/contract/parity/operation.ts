import { expect } from 'vitest';
import type { Reply } from '../../support/app.ts';
import type { Caller } from '../../support/caller.ts';
import { inGraphqlNames, inGraphqlWords } from '../../support/graphql-names.ts';

/** One operation behind both faces. */
export interface Operation {
  /** `createDeal` */
  readonly mutation: string;
  /** Fields of the input that GraphQL has in addition to REST's body: the id of an update. */
  readonly key?: object;
  rest(body: object): Promise<Reply>;
}

interface Refusal {
  readonly path: string;
  readonly message: string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What GraphQL says to the input: nothing when it succeeds, else its issues or one message. */
async function graphqlSays(caller: Caller, { mutation, key = {} }: Operation, input: object) {
  const data = await caller.graphql(
    `mutation ($input: ${capital(mutation)}Input!) { result: ${mutation}(input: $input) {
      __typename
      ... on ValidationError { issues { path message } }
      ... on NotFoundError { message } ... on ConflictError { message } ... on ForbiddenError { message }
    } }`,
    { input: inGraphqlNames(`${capital(mutation)}Input`, { ...key, ...input }) },
  );
  const { __typename, issues, message } = data.result;
  return __typename.endsWith('Payload') ? 'accepted' : (issues ?? message);
}

async function restSays({ rest }: Operation, body: object): Promise<'accepted' | Refusal[] | string> {
  const { body: answer } = await rest(body);
  if (answer.errors === null) return 'accepted';
  const { message, validationErrors } = answer.errors;
  return (
    message ??
    validationErrors.map((issue: { propertyName: string; message: string }) => ({
      path: issue.propertyName,
      message: issue.message,
    }))
  );
}

/** Both faces accept the input, or refuse it in the same words, but for names of fields. */
export async function expectSameAnswer(
  caller: Caller,
  operation: Operation,
  input: object,
): Promise<unknown> {
  const [rest, graphql] = [await restSays(operation, input), await graphqlSays(caller, operation, input)];
  expect(graphql).toEqual(inGraphqlWords(`${capital(operation.mutation)}Input`, rest));
  return rest;
}
