import { sign as cryptoSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { CompactEncrypt, exportJWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type TestClient, tokenFor } from '../../support/actors.ts';
import { assertionOf, audienceOf, base64url, hmac } from '../../support/assertion.ts';
import { testSystem } from '../../support/system.ts';
import { tokenForm, tokenService } from '../../support/token-service.ts';

const NOT_VALID = { error: 'invalid_client', error_description: 'JWT is has expired or is not valid' };
const FAILED = { error: 'invalid_client', error_description: 'Client authentication failed' };

const system = await testSystem();
const service = await tokenService(system);
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
let client: TestClient;
beforeAll(async () => {
  client = await createClient(system);
});

const seconds = () => Math.floor(Date.now() / 1000);
const claims = (changes: Record<string, unknown> = {}) => assertionOf({ ...client, claims: changes });
const header = (changes: Record<string, unknown> | string) => assertionOf({ ...client, header: changes });
const standardClaims = () => {
  const [, payload = ''] = claims().split('.');
  return Buffer.from(payload, 'base64url').toString();
};
/** Signed with a hash that the header names truly. */
const hashed = (alg: string, hash: string) => {
  const [head, payload] = header({ alg }).split('.');
  return `${head}.${payload}.${hmac(`${head}.${payload}`, client.clientSecret, hash)}`;
};
/** Signed by a key of the attacker that the header brings along. */
const rsaSigned = (head: Record<string, unknown>) => {
  const input = `${base64url(head)}.${base64url(standardClaims())}`;
  return `${input}.${cryptoSign('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`;
};
const withLastCharacter = (change: (code: number) => number) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const assertion = claims();
  return assertion.slice(0, -1) + alphabet[change(alphabet.indexOf(assertion.slice(-1)))];
};
const wrongKey = (head: Record<string, unknown>) =>
  assertionOf({ ...client, clientSecret: 'the attacker’s', header: head });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const jwe = (): Promise<string> =>
  new CompactEncrypt(Buffer.from(claims()))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' })
    .encrypt(rsa.publicKey);

type Attack = readonly [name: string, body: object, assertion: () => string | Promise<string>];

const HEADER_ATTACKS: Attack[] = [
  [
    'alg none without a signature',
    FAILED,
    () => `${header({ alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
  ],
  ['alg none with a signature', FAILED, () => header({ alg: 'none' })],
  ['alg None', FAILED, () => header({ alg: 'None' })],
  ['alg hs256', FAILED, () => header({ alg: 'hs256' })],
  ['alg HS384', FAILED, () => hashed('HS384', 'sha384')],
  ['alg HS512', FAILED, () => hashed('HS512', 'sha512')],
  ['alg RS256', FAILED, () => rsaSigned({ alg: 'RS256', typ: 'JWT' })],
  [
    'alg confusion: HS256 keyed with a public key',
    NOT_VALID,
    () => assertionOf({ ...client, clientSecret: publicPem }),
  ],
  ['alg missing', FAILED, () => header({ alg: undefined })],
  ['alg a list', FAILED, () => header({ alg: ['HS256'] })],
  ['typ of another kind', FAILED, () => header({ typ: 'at+jwt' })],
  [
    'embedded jwk (RSA)',
    FAILED,
    async () => rsaSigned({ alg: 'RS256', jwk: await exportJWK(rsa.publicKey) }),
  ],
  ['embedded jwk (oct)', NOT_VALID, () => wrongKey({ jwk: { kty: 'oct', k: base64url('the attacker’s') } })],
  ['jku', NOT_VALID, () => wrongKey({ jku: 'http://127.0.0.1:1/keys' })],
  ['x5u', NOT_VALID, () => wrongKey({ x5u: 'http://127.0.0.1:1/chain' })],
  [
    'kid traversal',
    NOT_VALID,
    () => assertionOf({ ...client, clientSecret: '', header: { kid: '../../../../dev/null' } }),
  ],
  ['kid SQL', NOT_VALID, () => wrongKey({ kid: "x' UNION SELECT 'the attacker’s' --" })],
  ['unknown crit', FAILED, () => header({ crit: ['exp'] })],
  ['empty crit', FAILED, () => header({ crit: [] })],
  ['b64 false', FAILED, () => header({ b64: false })],
  ['b64 false with crit', FAILED, () => header({ b64: false, crit: ['b64'] })],
  ['header null', FAILED, () => header('null')],
  ['header a list', FAILED, () => header('[]')],
  ['duplicate header key', FAILED, () => header('{"alg":"none","typ":"JWT","alg":"HS256"}')],
];

const SHAPE_ATTACKS: Attack[] = [
  ['JWE', FAILED, jwe],
  ['2 segments', FAILED, () => claims().split('.').slice(0, 2).join('.')],
  ['4 segments', FAILED, () => `${claims()}.AAAA`],
  ['empty signature', FAILED, () => `${claims().split('.').slice(0, 2).join('.')}.`],
  ['padded signature', FAILED, () => `${claims()}=`],
  ['trailing newline', FAILED, () => `${claims()}\n`],
  ['leading byte-order mark', FAILED, () => `\uFEFF${claims()}`],
  ['NUL character', FAILED, () => `${claims()}\0`],
  [
    'last signature character with a spare bit flipped',
    NOT_VALID,
    () => withLastCharacter((code) => code ^ 1),
  ],
  [
    'last signature character with a used bit flipped',
    NOT_VALID,
    () => withLastCharacter((code) => code ^ 32),
  ],
  ['truncated signature', NOT_VALID, () => claims().slice(0, -1)],
  ['over 8 KB', FAILED, () => claims({ padding: 'x'.repeat(8192) })],
  [
    'duplicate claim',
    FAILED,
    () => assertionOf({ ...client, claims: standardClaims().replace('{', '{"aud":"x",') }),
  ],
  [
    'duplicate claim by escape',
    FAILED,
    () => assertionOf({ ...client, claims: standardClaims().replace('{', '{"\\u0061ud":"x",') }),
  ],
  ['claims null', FAILED, () => assertionOf({ ...client, claims: 'null' })],
  ['claims not JSON', FAILED, () => assertionOf({ ...client, claims: 'exp=1' })],
  ['an access token as assertion', FAILED, () => tokenFor(system, client)],
];

const CLAIM_ATTACKS: Attack[] = [
  ['exp missing', FAILED, () => claims({ exp: undefined })],
  ['exp a string', FAILED, () => claims({ exp: `${seconds() + 600}` })],
  ['exp null', FAILED, () => claims({ exp: null })],
  ['exp past', NOT_VALID, () => claims({ exp: seconds() - 1, iat: seconds() - 600 })],
  ['exp 1e99', NOT_VALID, () => claims({ exp: 1e99 })],
  [
    'exp beyond any number',
    FAILED,
    () => assertionOf({ ...client, claims: standardClaims().replace(/"exp":\d+/, '"exp":1e999') }),
  ],
  ['exp − iat of 86,400', NOT_VALID, () => claims({ exp: seconds() + 86_390, iat: seconds() - 10 })],
  ['iat missing', FAILED, () => claims({ iat: undefined })],
  ['iat future', NOT_VALID, () => claims({ iat: seconds() + 120 })],
  ['iat a string', FAILED, () => claims({ iat: `${seconds()}` })],
  ['nbf in the future', NOT_VALID, () => claims({ nbf: seconds() + 300 })],
  ['nbf a string', FAILED, () => claims({ nbf: 'soon' })],
  ['iss ≠ sub', NOT_VALID, () => claims({ iss: randomUUID() })],
  ['sub missing', FAILED, () => claims({ sub: undefined })],
  ['iss a list', FAILED, () => claims({ iss: [client.clientId] })],
  ['unknown client', NOT_VALID, () => assertionOf({ ...client, clientId: randomUUID() })],
  ['client id with a NUL character', NOT_VALID, () => assertionOf({ ...client, clientId: 'a\0b' })],
  ['client id of 4 KB', NOT_VALID, () => assertionOf({ ...client, clientId: 'c'.repeat(2048) })],
  ['wrong secret', NOT_VALID, () => wrongKey({})],
  ['aud missing', FAILED, () => claims({ aud: undefined })],
  ['aud an array', NOT_VALID, () => claims({ aud: [audienceOf('dsp')] })],
  ['aud without realm', NOT_VALID, () => claims({ aud: audienceOf('dsp').split('?')[0] })],
  ['aud of another realm', NOT_VALID, () => claims({ aud: audienceOf('aaca') })],
  ['aud of another host', NOT_VALID, () => claims({ aud: audienceOf('dsp', 'https://evil.example') })],
  ['aud with more after the realm', NOT_VALID, () => claims({ aud: `${audienceOf('dsp')}&x=1` })],
  ['jti not a text', FAILED, () => claims({ jti: 7 })],
];

describe.each([
  ['the header', HEADER_ATTACKS],
  ['the shape', SHAPE_ATTACKS],
  ['the claims', CLAIM_ATTACKS],
])('attacks on %s of a client assertion', (_, attacks) => {
  // covers: 1.client-assertion-jwt.1, 1.client-assertion-jwt.2, 1.client-assertion-jwt.3, 1.client-assertion-jwt.4
  it.each(attacks)('%s', async (_name, body, assertion) => {
    const answer = await service.token(client, { client_assertion: await assertion() });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body });
  });
});

describe('harmless requests that look like an attack', () => {
  it.each<[string, () => string]>([
    ['exp − iat of 86,399', () => claims({ exp: seconds() + 86_389, iat: seconds() - 10 })],
    ['kid traversal under a right signature', () => header({ kid: '../../dev/null' })],
    ['jku, x5u and jwk under a right signature', () => header({ jku: 'x', x5u: 'y', jwk: {} })],
    ['typ in lower case', () => header({ typ: 'jwt' })],
    ['nbf in the past', () => claims({ nbf: seconds() - 1 })],
  ])('%s is accepted', async (_, assertion) => {
    expect((await service.token(client, { client_assertion: assertion() })).status).toBe(200);
  });
});

describe('attacks on the request', () => {
  it('scope swap: a caught assertion gives no token for another scope', async () => {
    const form = tokenForm(system, client);
    expect((await service.post('access_token', form)).status).toBe(200);
    const swapped = await service.post('access_token', { ...form, scope: 'upload' });
    expect(swapped).toMatchObject({ status: 401, body: NOT_VALID });
  });

  it('realm swap: an assertion for one realm gives no token of another', async () => {
    const form = { ...tokenForm(system, client), realm: 'aaca', scope: 'upload' };
    expect(await service.post('access_token', form)).toMatchObject({ status: 401, body: NOT_VALID });
  });

  it.each(['grant_type', 'client_assertion', 'client_assertion_type', 'realm', 'scope', 'extra'])(
    'repeated parameter: %s',
    async (name) => {
      const form = { extra: '1', ...tokenForm(system, client) };
      const value = (form as Record<string, string>)[name] ?? '';
      const answer = await service.post('access_token', [...Object.entries(form), [name, value]]);
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    },
  );

  it('parameters in the query string do not count', async () => {
    const query = new URLSearchParams(tokenForm(system, client));
    const answer = await service.post(`access_token?${query}`, '');
    expect(answer).toMatchObject({ status: 400, body: { error_description: 'Grant type is not set' } });
  });

  it('a client assertion in the query string does not complete a body', async () => {
    const { client_assertion = '', ...form } = tokenForm(system, client);
    const answer = await service.post(`access_token?${new URLSearchParams({ client_assertion })}`, form);
    expect(answer).toMatchObject({ status: 401, body: FAILED });
  });

  it('malformed escapes are no server error', async () => {
    const answer = await service.post('access_token', 'grant_type=%zz&%ff=%&scope=%00');
    expect(answer).toMatchObject({ status: 400, body: { error_description: 'Grant type is not set' } });
  });
});
