import { listOf } from '../../../resources/filter/list.ts';
import { AD } from './definition.ts';

export const AD_LIST = listOf(AD);
