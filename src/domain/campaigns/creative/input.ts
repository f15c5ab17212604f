import { inputsOf } from '../../../resources/define/inputs.ts';
import { CREATIVE } from './definition.ts';

export const { create: CreateCreative, update: UpdateCreative } = inputsOf(CREATIVE);
