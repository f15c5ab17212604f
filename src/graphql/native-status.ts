import { builder } from './builder.ts';

export const NativeStatus = builder.enumType('NativeStatus', {
  description: 'Whether an object of the native interface is in use.',
  values: {
    ACTIVE: { description: 'In use.' },
    PAUSED: { description: 'Halted.' },
    DELETED: { description: 'Deleted for good, and kept.' },
  } as const,
});
