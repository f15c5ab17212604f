import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '../domain/errors.ts';
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
  description: 'Returned when values of the input are refused; nothing was stored.',
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
  description: 'Returned when the caller’s seat has no such resource.',
  fields: (t) => ({ message: t.exposeString('message', { description: 'What was not found.' }) }),
});

builder.objectType(ConflictError, {
  name: 'ConflictError',
  description: 'Returned when the resource changed after it was read, or another call changes it now.',
  fields: (t) => ({ message: t.exposeString('message', { description: 'What the call collided with.' }) }),
});

builder.objectType(ForbiddenError, {
  name: 'ForbiddenError',
  description: 'Returned when the caller’s role does not allow the operation.',
  fields: (t) => ({ message: t.exposeString('message', { description: 'What is not allowed.' }) }),
});
