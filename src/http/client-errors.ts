import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { System } from '../domain/context.ts';
import { HttpFault, type HttpFaultCode } from './faults.ts';
import { type HttpInterface, interfaceOf } from './interface.ts';

type ParserError = Error & { code?: string; rawPacket?: unknown };

const CODES: Readonly<Record<string, HttpFaultCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
const REQUEST_LINE = /^[A-Z]+ (\S{1,16384})(\S*)/;

/** Answers what the HTTP parser refuses before any route, in the envelope of the path's interface (RULINGS G6). */
export function answerClientErrors(options: { system: System; interfaces: readonly HttpInterface[] }) {
  const { system, interfaces } = options;
  return (error: ParserError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0);
    const line = REQUEST_LINE.exec(packet.subarray(0, 20_000).toString('latin1'));
    const target = line?.[1] ?? unfinishedTarget(socket) ?? '/';
    const code = line?.[2] ? 'URI_TOO_LONG' : (CODES[error.code ?? ''] ?? 'BAD_REQUEST');
    const {
      status,
      headers = {},
      body,
    } = interfaceOf(interfaces, target).refuse(new HttpFault(code), system.now());
    const text = JSON.stringify(body);
    const head = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
      connection: 'close',
      'x-request-id': randomUUID(),
      ...headers,
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`);
  };
}

/** The target of a request whose head has arrived but whose body has not. */
function unfinishedTarget(socket: Socket): string | undefined {
  const { parser } = socket as Socket & { parser?: { incoming?: { url?: string } | null } };
  return parser?.incoming?.url;
}
