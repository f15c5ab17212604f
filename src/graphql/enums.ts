import { builder } from './builder.ts';

/** Closed lists that several types use. */

export const MediaType = builder.enumType('MediaType', {
  description: 'The media types of lines and creatives.',
  values: {
    DISPLAY: { description: 'An image or banner.' },
    VIDEO: { description: 'A video.' },
    NATIVE: { description: 'Text and image in the style of the surrounding page.' },
  } as const,
});

export const IN_USE = {
  ACTIVE: { description: 'The resource is active.' },
  INACTIVE: { description: 'The resource is inactive.' },
} as const;
