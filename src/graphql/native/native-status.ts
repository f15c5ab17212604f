import { builder } from '../builder.ts';

export const NativeStatus = builder.enumType('NativeStatus', {
  description: 'The possible states of an object of the native interface.',
  values: {
    ACTIVE: { description: 'The object is active.' },
    PAUSED: { description: 'The object is paused.' },
    DELETED: { description: 'The object is deleted for good. It is kept for reports.' },
  } as const,
});
