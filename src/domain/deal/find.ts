import { listOf } from '../resource/list.ts';
import { DEAL } from './definition.ts';

export const DEAL_LIST = listOf(DEAL);
