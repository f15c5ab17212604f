import { NAME_LENGTH } from '../../domain/events/conversion/fields.ts';
import type { Refusal } from '../../http/faults.ts';
import type { Answer, HttpInterface } from '../../http/interface.ts';
import { describeRefusal } from '../intake/fault.ts';

const MAX_NAMES = 10;

/** The documented body only contains the message, so a header names the parameters. */
function refuse(refusal: Refusal): Answer {
  const { status, headers, message, errors } = describeRefusal(refusal);
  const names = [...new Set(errors.map(({ field }) => field.slice(0, NAME_LENGTH)))].filter(Boolean);
  return {
    status,
    headers:
      names.length === 0
        ? headers
        : { ...headers, 'x-invalid-parameter': names.slice(0, MAX_NAMES).map(headerText).join(', ') },
    body: { message },
  };
}

/** Undocumented parameter names can contain any character. */
const headerText = (name: string): string => encodeURIComponent(name.toWellFormed());

/** Only matches the root: unknown paths belong to no interface. */
export const attributionInterface: HttpInterface = {
  name: 'attribution',
  owns: (path) => path === '/',
  refuse,
};
