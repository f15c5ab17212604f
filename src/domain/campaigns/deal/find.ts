import { listOf } from '../../../resources/filter/list.ts';
import { DEAL } from './definition.ts';

export const DEAL_LIST = listOf(DEAL);
