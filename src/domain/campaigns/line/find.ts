import { restListOf } from '../../../resources/filter/list.ts';
import { LINE } from './definition.ts';

export const LINE_LIST = restListOf(LINE);
