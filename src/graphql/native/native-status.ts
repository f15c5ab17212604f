import { enumOf } from '../parts/enums.ts';

export const NativeStatus = enumOf({
  name: 'NativeStatus',
  description: 'The possible states of an object of the native interface.',
  values: {
    ACTIVE: { description: 'The object is active.' },
    PAUSED: { description: 'The object is paused.' },
    DELETED: { description: 'The object is deleted for good. It is kept for reports.' },
  },
});
