import { id } from '../../../resources/define/fields.ts';
import { inputsOf } from '../../../resources/define/inputs.ts';
import { SEGMENT } from './definition.ts';

/** A segment selects events of a pixel by `ec`, `el` and `ea`. */
export const { create: CreateSegment, update: UpdateSegment } = inputsOf(SEGMENT, {
  more: { pixelId: id('Pixel').describe('The pixel whose events the segment selects. Immutable.') },
});
