import { listOf } from '../resource/list.ts';
import { AD } from './definition.ts';

export const AD_LIST = listOf(AD);
