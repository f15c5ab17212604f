const LIFETIME_S = 600;

/** The header and claims of a client assertion, signed with HMAC-SHA256. */
export async function signAssertion(options: {
  clientId: string;
  clientSecret: string;
  /** The token endpoint with `?realm=<realm>`. */
  audience: string;
  /** Milliseconds since the epoch. */
  now: number;
}): Promise<string> {
  const { clientId, clientSecret, audience, now } = options;
  const iat = Math.floor(now / 1000);
  const claims = {
    aud: audience,
    iss: clientId,
    sub: clientId,
    iat,
    exp: iat + LIFETIME_S,
    jti: crypto.randomUUID(),
  };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(clientSecret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytes(text));
  return `${text}.${base64url(new Uint8Array(signature))}`;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const encode = (value: unknown) => base64url(bytes(JSON.stringify(value)));

function base64url(data: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...data));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
