import type { Refusal } from '../../http/faults.ts';
import type { Answer, HttpInterface } from '../../http/interface.ts';
import { describeRefusal } from '../intake/fault.ts';

/** RULINGS C1. */
function refuse(refusal: Refusal): Answer {
  const { status, headers, message } = describeRefusal(refusal);
  return { status, headers, body: { message } };
}

/** The root and nothing below it: unknown paths are nobody's. */
export const attributionInterface: HttpInterface = {
  name: 'attribution',
  owns: (path) => path === '/',
  refuse,
};
