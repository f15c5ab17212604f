import { inputsOf } from '../resource/inputs.ts';
import { CREATIVE } from './definition.ts';

/** What an ad shows. */
export const { create: CreateCreative, update: UpdateCreative } = inputsOf(CREATIVE);
