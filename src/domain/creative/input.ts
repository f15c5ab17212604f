import { inputsOf } from '../resource/inputs.ts';
import { CREATIVE } from './definition.ts';

/** What an ad shows (RULINGS T6). */
export const { create: CreateCreative, update: UpdateCreative } = inputsOf(CREATIVE);
