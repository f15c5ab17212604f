import { listOf } from '../../../resources/filter/list.ts';
import { LINE } from './definition.ts';

export const LINE_LIST = listOf(LINE);
