import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TOKEN_ENDPOINTS } from '../../domain/access/identity/assertions/token-endpoint.ts';
import { authenticate } from '../../domain/access/identity/authenticate.ts';
import { OAuthError } from '../../domain/access/identity/oauth-error.ts';
import { introspect } from '../../domain/access/identity/tokens/introspect.ts';
import { issueToken } from '../../domain/access/identity/tokens/issue-token.ts';
import { revokeToken } from '../../domain/access/identity/tokens/revoke-token.ts';
import { publishedKeys } from '../../domain/access/identity/tokens/signing-keys.ts';
import type { System } from '../../domain/context.ts';
import { SMALL_BODY } from '../../http/connections/bodies.ts';
import { trackMethods } from '../../http/server.ts';
import { sendOAuthError } from './envelope.ts';
import { bearerOf, wireToForm } from './wire.ts';

const BASE = '/identity/oauth2';
const FORM = 'application/x-www-form-urlencoded';

/** The token service: paths under /identity/oauth2, and the token endpoint of the observed profile. */
export async function identityRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler(sendOAuthError(system));
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  for (const endpoint of TOKEN_ENDPOINTS) {
    const { path, wire } = endpoint;
    app.post(path, { bodyLimit: SMALL_BODY, config: wire === 'observed' ? { wire } : {} }, ({ body }) =>
      issueToken({ system, form: wireToForm(body), endpoint }),
    );
  }

  // Runs before the body is read.
  const onRequest = async ({ headers, id }: FastifyRequest): Promise<void> => {
    const token = bearerOf(headers.authorization);
    await authenticate({ system, token, scope: 'introspect', requestId: id });
  };
  app.post(`${BASE}/introspect`, { bodyLimit: SMALL_BODY, onRequest }, async ({ body }) => {
    const token = wireToForm(body).get('token');
    if (!token) throw new OAuthError('invalid_request', 'token is required');
    return introspect({ system, token });
  });

  app.post(`${BASE}/revoke`, { bodyLimit: SMALL_BODY }, async ({ body, headers, id }, reply) => {
    const bearer = bearerOf(headers.authorization);
    await revokeToken({ system, form: wireToForm(body), bearer, requestId: id });
    return reply.send();
  });

  app.get(`${BASE}/jwks`, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    const keys = await publishedKeys(system);
    return { keys: keys.map((key) => key.publicJwk) };
  });

  refuseOthers();
}
