import type { Refusal } from '../../http/faults.ts';
import { type Answer, type HttpInterface, pathsUnder } from '../../http/interface.ts';
import { describeRefusal } from './fault.ts';

function refuse(refusal: Refusal): Answer {
  const { status, headers, message, errors } = describeRefusal(refusal);
  return { status, headers, body: { success: false, message, errors } };
}

export const intakeInterface: HttpInterface = { name: 'intake', owns: pathsUnder('/v1/pixels'), refuse };
