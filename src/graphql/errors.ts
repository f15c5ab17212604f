import {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RETURNED_WHEN,
  ValidationError,
} from '../domain/errors.ts';
import { builder } from './builder.ts';

/** Errors that callers can expect, as types: the members of every `…Result` union beside its payload. */

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
  fields: (t) => ({
    message: t.exposeString('message', { description: 'All problems in one sentence each.' }),
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
  fields: (t) => ({ message: t.exposeString('message', { description: 'What was not found.' }) }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: RETURNED_WHEN.CONFLICT,
  fields: (t) => ({ message: t.exposeString('message', { description: 'What the call collided with.' }) }),
});

builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: RETURNED_WHEN.FORBIDDEN,
  fields: (t) => ({ message: t.exposeString('message', { description: 'What is not allowed.' }) }),
});
