import { inputsOf } from '../resource/inputs.ts';
import { DEAL } from './definition.ts';

/** Spec 2, "Deal"; RULINGS T14. An empty array clears. */
export const { create: CreateDeal, update: UpdateDeal } = inputsOf(DEAL);
