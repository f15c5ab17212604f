import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../resources/define/input.ts';

/** GET returns more than is stored. A field that is sent back with the value that GET returned counts as unchanged. */
export const withoutUnchangedFields = <Body>(
  body: Body,
  answered: Readonly<Record<string, unknown>> | undefined,
): Body =>
  isRecord(body) && answered
    ? (Object.fromEntries(
        Object.entries(body).filter(
          ([name, value]) => !Object.hasOwn(answered, name) || !isDeepStrictEqual(value, answered[name]),
        ),
      ) as Body)
    : body;
