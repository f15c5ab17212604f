import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../domain/access/identity/session/session.ts';
import type { System } from '../../domain/context.ts';
import { isFromDashboard } from './same-origin.ts';

type Settings = Pick<System, 'publicUrls' | 'config'>;

const isSecure = ({ publicUrls }: Settings): boolean => publicUrls[0]?.startsWith('https:') === true;

/**
 * With the prefix, no page of a neighbouring host can set or overwrite the cookie. Browsers require https
 * for it.
 */
const nameOf = (settings: Settings, name: string): string => (isSecure(settings) ? `__Host-${name}` : name);

/** No script can read the cookie, and browsers do not send it for pages of other sites. */
const attributesOf = (settings: Settings): string =>
  `Path=/; HttpOnly; SameSite=Strict${isSecure(settings) ? '; Secure' : ''}`;

export function cookieOf(
  settings: Settings,
  { name, value, lifetimeS }: { name: string; value: string; lifetimeS: number },
): string {
  return `${nameOf(settings, name)}=${value}; Max-Age=${lifetimeS}; ${attributesOf(settings)}`;
}

export function cookieIn(
  settings: Settings,
  request: Pick<FastifyRequest, 'headers'>,
  name: string,
): string | undefined {
  const start = `${nameOf(settings, name)}=`;
  const pair = (request.headers.cookie ?? '').split(/;\s*/).find((text) => text.startsWith(start));
  return pair?.slice(start.length) || undefined;
}

const SESSION = 'flightline_session';

/** Returns the token of the caller's session. Undefined for requests that the dashboard did not send. */
export function sessionToken(
  settings: Settings,
  request: Pick<FastifyRequest, 'headers'>,
): string | undefined {
  if (!settings.config.dashboard || !isFromDashboard(settings, request)) return undefined;
  return cookieIn(settings, request, SESSION);
}

export function setSessionCookie(settings: Settings, reply: FastifyReply, session: Session): FastifyReply {
  const { token: value, lifetimeS } = session;
  return reply.header('set-cookie', cookieOf(settings, { name: SESSION, value, lifetimeS }));
}

export function clearSessionCookie(settings: Settings, reply: FastifyReply): FastifyReply {
  return reply.header('set-cookie', cookieOf(settings, { name: SESSION, value: '', lifetimeS: 0 }));
}
