import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RETURNED_WHEN,
  ValidationError,
} from '../domain/errors.ts';
import { DOMAIN_ERRORS } from '../http/error-catalogue.ts';
import { builder } from './builder.ts';

/** Errors that callers can expect, as types: the members of every `…Result` union beside its payload. */

type ExpectedError = ValidationError | NotFoundError | ConflictError | ForbiddenError;

// The code is text: a payload may have a `code` too, and fields of one name have one type in a union.
const ErrorInterface = builder.interfaceRef<ExpectedError>('Error').implement({
  description: 'Why a mutation was refused.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'All problems in one sentence each.' }),
    code: t.exposeString('code', {
      description: 'Never changes: VALIDATION, NOT_FOUND, CONFLICT or FORBIDDEN, as in docs/errors.md.',
    }),
    httpStatus: t.int({
      description: 'The status with which the REST interfaces answer the same.',
      resolve: ({ code }) => DOMAIN_ERRORS[code].status,
    }),
  }),
});

const Issue = builder.objectRef<{ path: string; message: string }>('ValidationIssue').implement({
  description: 'One refused value of the input.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'Where it stands, such as `contact.city` or `items[3].itemName`; empty for the whole input.',
    }),
    message: t.exposeString('message', { description: 'Why it is refused.' }),
  }),
});

builder.objectType(ValidationError, {
  name: 'ValidationError',
  description: RETURNED_WHEN.VALIDATION,
  interfaces: [ErrorInterface],
  fields: (t) => ({
    issues: t.field({
      type: [Issue],
      description: 'Every problem of the input.',
      resolve: (error) => [...error.issues],
    }),
  }),
});

builder.objectType(NotFoundError, {
  name: 'NotFoundError',
  description: RETURNED_WHEN.NOT_FOUND,
  interfaces: [ErrorInterface],
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: RETURNED_WHEN.CONFLICT,
  interfaces: [ErrorInterface],
});

builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: RETURNED_WHEN.FORBIDDEN,
  interfaces: [ErrorInterface],
});
