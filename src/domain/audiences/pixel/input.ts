import { inputsOf } from '../../../resources/define/inputs.ts';
import { PIXEL } from './definition.ts';

/** The traffic interface reads a pixel as a beacon lookup item. */
export const { create: CreatePixel, update: UpdatePixel } = inputsOf(PIXEL);
