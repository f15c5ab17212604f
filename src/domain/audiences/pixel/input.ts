import { inputsOf } from '../../../resources/define/inputs.ts';
import { PIXEL } from './definition.ts';

/** The traffic interface calls a pixel a beacon. */
export const { create: CreatePixel, update: UpdatePixel } = inputsOf(PIXEL, { keepsUnknown: true });
