import type { Refusal } from '../../http/faults.ts';
import { type Answer, below, type HttpInterface } from '../../http/interface.ts';
import { describeRefusal } from './fault.ts';

function refuse(refusal: Refusal): Answer {
  const { status, headers, message, errors } = describeRefusal(refusal);
  return { status, headers, body: { success: false, message, errors } };
}

export const intakeInterface: HttpInterface = { name: 'intake', owns: below('/v1/pixels'), refuse };
