import type { Refusal } from '../../http/faults.ts';
import { isRecord } from '../../resources/define/input.ts';
import type { Body, Divergence } from './divergence.ts';

/** A copy of `errors.validationErrors` under a second name. */
export const validationMessages: Divergence = {
  name: 'errors.validationMessages',
  differs: 'A refusal has the list `errors.validationErrors` under the name `errors.validationMessages` too.',
  sentBy: 'Clients that read their problems there, such as the Java client.',
  example: {
    documented: '{"errors": {"httpStatusCode": 400, "message": null, "validationErrors": [ … ]}}',
    observed:
      '{"errors": {"httpStatusCode": 400, "message": null, "validationErrors": [ … ], "validationMessages": [ … ]}}',
  },
  refusals: {
    traffic: ({ errors, ...body }) =>
      isRecord(errors)
        ? { ...body, errors: { ...errors, validationMessages: errors.validationErrors } }
        : { ...body, errors },
  },
};

/** The status and the message where these clients read them from a refusal of the traffic interface. */
export const reportingErrors: Divergence = {
  name: 'Refusals of the reporting interface with errors',
  differs:
    'A refusal of the reporting interface has `errors: {httpStatusCode, message}` in addition to its own fields. Without a token whose client is known, and at the signed URL of a report, it has the documented fields only.',
  sentBy: 'Clients that read every refusal from `errors`, such as the Java client and a Python client.',
  example: {
    documented: '{"errorCode": "E0006", "responseCode": 422, "message": "…"}',
    observed:
      '{"errorCode": "E0006", "responseCode": 422, "message": "…", "errors": {"httpStatusCode": 422, "message": "…"}}',
  },
  refusals: {
    reporting: (body) => ({ ...body, errors: { httpStatusCode: body.responseCode, message: body.message } }),
  },
};

const WINDOWS = {
  MINUTE: { propertyName: 'RPM', unit: 'Minute' },
  HOUR: { propertyName: 'RPH', unit: 'Hour' },
  DAY: { propertyName: 'RPD', unit: 'Day' },
} as const;

/** Adds the message at the top of a 429, in the wording that these clients compare with. */
function onTop(body: Body, refusal: Refusal): Body {
  if (refusal.code !== 'RATE_LIMITED') return body;
  const [, window = 'MINUTE'] = /_PER_(MINUTE|HOUR|DAY)$/.exec(refusal.limit) ?? [];
  const { propertyName, unit } = WINDOWS[window as keyof typeof WINDOWS];
  const message = `Requests Per ${unit} (${propertyName}) limit reached. Please try again later.`;
  return { ...body, response: null, errors: null, validationMessages: [{ message, propertyName }] };
}

export const rateLimited: Divergence = {
  name: '429 with validationMessages on top',
  differs:
    'A 429 has `errors: null` and the list `validationMessages` on top, whose `propertyName` is `RPM`, `RPH` or `RPD` for the limit per minute, hour or day. `Retry-After` stays. A 429 of the reporting interface has both in addition to its own fields.',
  sentBy: 'The Python clients, which compare the message before they wait.',
  example: {
    documented:
      '{"response": null, "errors": {"httpStatusCode": 429, "message": null, "validationErrors": [{"message": "…", "propertyName": "GET_PER_MINUTE"}]}}',
    observed:
      '{"response": null, "errors": null, "validationMessages": [{"message": "Requests Per Minute (RPM) limit reached. Please try again later.", "propertyName": "RPM"}]}',
  },
  refusals: { traffic: onTop, reporting: onTop },
};
