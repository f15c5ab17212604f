import { builder } from './builder.ts';

export const NativeStatus = builder.enumType('NativeStatus', {
  description: 'Whether an object of the native interface is in use.',
  values: {
    ACTIVE: { description: 'In use.' },
    PAUSED: { description: 'Halted.' },
    DELETED: { description: 'Deleted for good, and kept.' },
  } as const,
});

export const NativeFilter = builder.inputType('NativeFilter', {
  description: 'Which objects of the native interface; without a status, those that are not deleted.',
  fields: (t) => ({ status: t.field({ type: NativeStatus, description: 'With this status.' }) }),
});
