import { recordOrEmpty } from '../../../platform/text/typed.ts';
import { nameProblem } from '../../../resources/define/fields.ts';
import { Problems } from '../../../resources/define/input.ts';
import { ValidationError } from '../../errors.ts';
import { parseReport } from '../report/payload/parse.ts';
import { understoodPayload } from '../report/payload/payload.ts';

const MAX_NAME = 255;

export interface Sent {
  readonly name?: unknown;
  readonly report?: unknown;
}

/** Returns the valid fields of a saved report. Throws ValidationError with all problems. */
export function checkSaved(sent: Sent): { name?: string; payload?: object } {
  const problems = new Problems();
  const name = typeof sent.name === 'string' ? sent.name.trim() : undefined;
  const problem = name === undefined ? undefined : nameProblem(name, MAX_NAME);
  if (problem) problems.add('name', problem);
  for (const field of ['name', 'report'] as const)
    if (sent[field] === null) problems.add(field, 'must not be null');
  if (sent.report != null) checkPayload(problems, sent.report);
  problems.throwIfAny();
  return {
    ...(name !== undefined && { name }),
    ...(sent.report != null && { payload: recordOrEmpty(understoodPayload(sent.report)) }),
  };
}

function checkPayload(problems: Problems, report: unknown): void {
  try {
    parseReport(report);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const { path, message } of error.reported) problems.addWorded(`report.${path}`, `report.${message}`);
    problems.addUnlisted(error.more);
  }
}
