import { inputsOf } from '../../../resources/define/inputs.ts';
import { DEAL } from './definition.ts';

/** An empty array clears a deal's list. */
export const { create: CreateDeal, update: UpdateDeal } = inputsOf(DEAL);
