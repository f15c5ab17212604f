import type { Refusal } from '../../http/faults.ts';
import type { Answer, HttpInterface } from '../../http/interface.ts';
import { describeRefusal } from '../intake/fault.ts';

/** RULINGS C1. */
function refuse(refusal: Refusal): Answer {
  const { status, headers, message } = describeRefusal(refusal);
  return { status, headers, body: { message } };
}

/** Only the root: unknown paths belong to no interface. */
export const attributionInterface: HttpInterface = {
  name: 'attribution',
  owns: (path) => path === '/',
  refuse,
};
