import type { FastifyReply, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import type { Session } from '../../domain/identity/session/session.ts';
import { isFromDashboard } from './same-origin.ts';

type Settings = Pick<System, 'publicUrls' | 'config'>;

const isSecure = ({ publicUrls }: Settings): boolean => publicUrls[0]?.startsWith('https:') === true;

/** With the prefix, no page of a neighbouring host can set or overwrite it; browsers demand https for that. */
const nameOf = (settings: Settings): string =>
  isSecure(settings) ? '__Host-flightline_session' : 'flightline_session';

/** No script can read the cookie, and no other site's page can make a browser send it. */
const attributesOf = (settings: Settings): string =>
  `Path=/; HttpOnly; SameSite=Strict${isSecure(settings) ? '; Secure' : ''}`;

/** The token of the caller's session; undefined for requests that the dashboard did not make. */
export function sessionToken(settings: Settings, request: FastifyRequest): string | undefined {
  if (!settings.config.dashboard || !isFromDashboard(settings, request)) return undefined;
  const name = nameOf(settings);
  const pair = (request.headers.cookie ?? '').split(/;\s*/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) || undefined;
}

export function keepSession(settings: Settings, reply: FastifyReply, session: Session): FastifyReply {
  const { token, lifetimeS } = session;
  const cookie = `${nameOf(settings)}=${token}; Max-Age=${lifetimeS}; ${attributesOf(settings)}`;
  return reply.header('set-cookie', cookie);
}

export function dropSession(settings: Settings, reply: FastifyReply): FastifyReply {
  return reply.header('set-cookie', `${nameOf(settings)}=; Max-Age=0; ${attributesOf(settings)}`);
}
