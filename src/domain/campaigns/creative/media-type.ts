import { defineEnum } from '../../../resources/define/enum-type.ts';

export const MEDIA_TYPE = defineEnum('MediaType', 'The kinds of media that an ad can show.', {
  DISPLAY: 'An image or a banner.',
  VIDEO: 'A video.',
  NATIVE: 'Text and images that follow the design of the page.',
});
