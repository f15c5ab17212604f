import { FlightlineError } from './errors.ts';
import type { components } from './generated/rest.ts';

type Payloads = components['schemas'];

/** The body of a delivery. `type` determines its `data`; `docs/webhooks.md` describes each field. */
export type WebhookPayload =
  | Payloads['WebhookReportFinished']
  | Payloads['WebhookReportFailed']
  | Payloads['WebhookLineStatus']
  | Payloads['WebhookLinePacing']
  | Payloads['WebhookBooksClosed']
  | Payloads['WebhookQuotaWarning']
  | Payloads['WebhookEventsRefused']
  | Payloads['WebhookPing'];

type HeaderValues = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const NAMES = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** Thrown when a request was not signed with the secret, or more than five minutes ago. */
export class WebhookSignatureError extends FlightlineError {
  override readonly name = 'WebhookSignatureError';
}

/**
 * Checks the signature of a delivery and returns its payload and its ID, which is the same when a delivery is
 * repeated. `body` is the body as it was received: parsing it first would change it.
 */
export async function verifyWebhook(options: {
  secret: string;
  headers: HeaderValues;
  body: string | Uint8Array;
}): Promise<{ id: string; payload: WebhookPayload }> {
  const { secret, headers, body } = options;
  // Loaded on first use, so that clients without webhooks do not need the package.
  const { Webhook, WebhookVerificationError } = await import('standardwebhooks');
  const signed = Object.fromEntries(NAMES.map((name) => [name, headerOf(headers, name)]));
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  try {
    const payload = new Webhook(secret).verify(text, signed) as WebhookPayload;
    return { id: signed['webhook-id'] ?? '', payload };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    throw new WebhookSignatureError(`The webhook cannot be verified: ${error.message}.`, { cause: error });
  }
}

/** Node writes the names of headers in lower case; others may not. */
function headerOf(headers: HeaderValues, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const [, value = ''] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value.join(' ');
}
