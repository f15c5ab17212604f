import { builder } from './builder.ts';

/** Closed lists that more than one type shows. */

export const MediaType = builder.enumType('MediaType', {
  description: 'What kind of thing is shown.',
  values: {
    DISPLAY: { description: 'An image or a banner.' },
    VIDEO: { description: 'A video.' },
    NATIVE: { description: 'Text and image in the look of the page.' },
  } as const,
});

export const IN_USE = {
  ACTIVE: { description: 'It is in use.' },
  INACTIVE: { description: 'It is not in use.' },
} as const;
