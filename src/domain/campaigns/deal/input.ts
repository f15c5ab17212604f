import { inputsOf } from '../../../resources/define/inputs.ts';
import { DEAL } from './definition.ts';

/** An empty array clears a list of a deal. */
export const { create: CreateDeal, update: UpdateDeal } = inputsOf(DEAL);
