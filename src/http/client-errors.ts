import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { System } from '../domain/context.ts';
import { corsHeaders } from './cors.ts';
import { HttpFault, type HttpFaultCode } from './faults.ts';
import { type HttpInterface, interfaceOf } from './interface.ts';
import { securityHeaders } from './security-headers.ts';

type ParserError = Error & { code?: string; rawPacket?: unknown };

const CODES: Readonly<Record<string, HttpFaultCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
const ORIGIN = /\r\norigin:[ \t]*([\x21-\x7e]{1,300})[ \t]*\r\n/i;
/** Methods are case-sensitive, and those in lower case are none that HTTP knows. */
const REQUEST_LINE = /^[A-Za-z]+ (\S{1,16384})(\S*)/;

/**
 * Sends the errors of the HTTP parser, which occur before any route, in the envelope of the path's
 * interface.
 */
export function answerClientErrors(options: { system: System; interfaces: readonly HttpInterface[] }) {
  const refuseOnSocket = refusalWriter(options);
  return (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0);
    const head = packet.subarray(0, 20_000).toString('latin1');
    const line = REQUEST_LINE.exec(head);
    const unfinished = unfinishedRequest(socket);
    const target = line?.[1] ?? unfinished?.url ?? '/';
    const origin = unfinished?.headers?.origin ?? ORIGIN.exec(head)?.[1];
    refuseOnSocket(socket, { fault: new HttpFault(codeOf(error, line)), target, origin });
  };
}

/** Makes the function that writes a refusal to a socket that Node has no response for, and closes it. */
export function refusalWriter(options: { system: System; interfaces: readonly HttpInterface[] }) {
  const { system, interfaces } = options;
  const baseHeaders = securityHeaders(system);
  return (
    socket: Duplex,
    { fault, target, origin }: { fault: HttpFault; target: string; origin: string | undefined },
  ): void => {
    const { status, headers = {}, body } = interfaceOf(interfaces, target).refuse(fault, system.now());
    const text = JSON.stringify(body);
    const answered = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      connection: 'close',
      'x-request-id': randomUUID(),
      ...baseHeaders,
      ...corsHeaders(system.config, origin),
      ...headers,
    };
    const lines = Object.entries(answered).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
  };
}

/** Without a request line it is not HTTP, whatever the parser took for a method. */
function codeOf({ code = '' }: ParserError, line: RegExpExecArray | null): HttpFaultCode {
  if (line?.[2]) return 'URI_TOO_LONG';
  if (line && code === 'HPE_INVALID_METHOD') return 'NOT_IMPLEMENTED';
  return CODES[code] ?? 'BAD_REQUEST';
}

/** Returns a request whose headers have arrived, but not its body. */
function unfinishedRequest(socket: Socket): Partial<IncomingMessage> | undefined {
  const { parser } = socket as Socket & { parser?: { incoming?: IncomingMessage | null } };
  return parser?.incoming ?? undefined;
}
