import { ConflictError, RateLimitedError, RETURNED_WHEN, ValidationError } from '../domain/errors.ts';
import { DOMAIN_ERRORS } from '../http/error-catalogue.ts';
import { builder } from './builder.ts';
import { ERROR_TYPES, type ExpectedError } from './expected-errors.ts';
import { loadNode, Node } from './parts/node.ts';
import { issuesWithinRoom, withinRoom } from './server/refusal-size.ts';

/** The errors that callers can expect, as types: members of every `…Result` union next to its payload. */

const codes = ERROR_TYPES.map(({ code }) => `\`${code}\``);

// The code is a string rather than an enum: payloads can also have a `code`, and fields with the same name must have
// the same type in a union.
const ErrorInterface = builder.interfaceRef<ExpectedError>('Error').implement({
  description: 'An error that explains why a mutation was refused.',
  fields: (t) => ({
    message: t.string({
      description: 'A readable summary of all problems.',
      resolve: ({ message }, _args, ctx) => withinRoom(ctx, message),
    }),
    code: t.exposeString('code', {
      description: `A stable code: ${codes.slice(0, -1).join(', ')} or ${codes.at(-1)}.`,
    }),
    httpStatus: t.int({
      description: 'The HTTP status with which the REST interfaces answer the same error.',
      resolve: ({ code }) => DOMAIN_ERRORS[code].status,
    }),
  }),
});

const Issue = builder.objectRef<{ path: string; message: string }>('ValidationIssue').implement({
  description: 'A problem with one value of the input.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'The path of the value, such as `contact.city` or `items[3].itemName`. Empty if the problem concerns the whole input.',
    }),
    message: t.exposeString('message', { description: 'The reason why the value was refused.' }),
  }),
});

builder.objectType(ValidationError, {
  name: 'ValidationError',
  description: RETURNED_WHEN.VALIDATION,
  interfaces: [ErrorInterface],
  fields: (t) => ({
    issues: t.field({
      type: [Issue],
      description:
        'The problems of the input, at most 100. If there are more, the last one says how many. In a bulk call, at most 100 problems are listed for all inputs together.',
      resolve: ({ issues }, _args, ctx, info) => issuesWithinRoom(ctx, issues, info),
    }),
  }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: RETURNED_WHEN.CONFLICT,
  interfaces: [ErrorInterface],
  fields: (t) => ({
    current: t.field({
      type: Node,
      nullable: true,
      description:
        'The object as it stands, if it was changed after it was read. Null for other conflicts, or if it is gone.',
      resolve: ({ current }, _args, ctx, info) => (current ? loadNode(ctx, info, current) : null),
    }),
  }),
});

builder.objectType(RateLimitedError, {
  name: 'RateLimitedError',
  description: 'Returned when the caller has used up a quota of the operation.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    limit: t.exposeString('limit', {
      description: 'The name of the quota, such as `REPORT_POST_PER_MINUTE`.',
    }),
    retryAfter: t.exposeInt('retryAfterS', {
      description: 'The number of seconds until the same request can succeed.',
    }),
  }),
});

/** Errors with fields beyond those of the interface. The others have none. */
const WITH_FIELDS = new Set<unknown>([ValidationError, ConflictError, RateLimitedError]);

for (const { code, type } of ERROR_TYPES)
  if (!WITH_FIELDS.has(type))
    builder.objectType(type as new () => ExpectedError, {
      name: type.name,
      description: RETURNED_WHEN[code],
      interfaces: [ErrorInterface],
    });
