import { listOf } from '../resource/list.ts';
import { LINE } from './definition.ts';

export const LINE_LIST = listOf(LINE);
