import { pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { openReportFile, type ReportFile } from '../../domain/reporting/report/download.ts';
import { checkLink } from '../../domain/reporting/report/link.ts';
import { followLink } from '../../domain/reporting/saved-report/link.ts';
import { matchesETag } from '../../http/conditional.ts';
import { PRIVATE } from '../../http/security-headers.ts';
import { DownloadsAtOnce } from './downloads-at-once.ts';
import { type ReportingAnswer, reportingError } from './envelope.ts';
import { attachmentOf } from './file-name.ts';
import { isVisit, sendRefusalPage, sendReportPage } from './link-page.ts';
import { parseRange } from './range.ts';

export const TAMPERED = reportingError({
  status: 403,
  errorCode: 'E0047',
  message: 'The URL was not signed by this service.',
});
export const EXPIRED = reportingError({
  status: 410,
  errorCode: 'E0006',
  message: 'The report expired 24 hours after it was created. Create it again.',
});

/** Why the link of a saved report leads to no file. */
export const UNLINKED = {
  invalid: reportingError({
    status: 403,
    errorCode: 'E0047',
    message: 'The link has expired, was withdrawn, or was not made by this service. Ask for a new one.',
  }),
  'several-seats': reportingError({
    status: 403,
    errorCode: 'E0047',
    message: 'Links serve reports of one seat only. Remove the other seats from the filter of the report.',
  }),
  unfinished: reportingError({
    status: 503,
    errorCode: 'E0059',
    message:
      'No report has been made on a schedule yet. This address has the next one as soon as it is made.',
    headers: { 'retry-after': '60' },
  }),
  failed: reportingError({
    status: 410,
    errorCode: 'E0006',
    message: 'The last report of the schedule failed or was deleted. The link serves the next one.',
  }),
};

const downloads = new DownloadsAtOnce();

/** Serves the file of a signed URL, without an authorization header. Supports gzip, Range and ETag. */
export async function download(
  system: System,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { customerReportId } = request.params as { customerReportId: string };
  const verdict = checkLink(system, { customerReportId, query: request.query as Record<string, unknown> });
  if (!verdict.ok) return refuse(reply, verdict.why === 'expired' ? EXPIRED : TAMPERED);
  const file = await openReportFile(system, customerReportId);
  if (!file) return refuse(reply, EXPIRED);

  const { name } = request.query as { readonly name?: unknown };
  const disposition = attachmentOf(typeof name === 'string' ? name : '', `report-${customerReportId}`);
  // A URL signed for the object store is valid for one method and for the stored bytes only.
  if (request.method === 'GET' && !verdict.spreadsheetSafe) {
    const address = await file.link?.({ contentType: CSV, disposition });
    if (address) return reply.redirect(address, 302);
  }

  if (request.method === 'GET') downloads.begin({ customerReportId, seatId: file.seatId }, reply.raw);
  setHeaders(reply, disposition);
  if (verdict.spreadsheetSafe) return sendSafe(request, reply, file);
  return takesGzip(request) && request.headers.range === undefined
    ? sendGzip(request, reply, file)
    : sendPlain(request, reply, file);
}

/**
 * Serves the newest report of a schedule for the signed URL of the saved report, safe for spreadsheets. A browser gets a
 * page that says what it is; its button adds the parameter `download`.
 */
export async function downloadLinked(
  system: System,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { savedReportId } = request.params as { savedReportId: string };
  const { signature, download } = request.query as {
    readonly signature?: unknown;
    readonly download?: unknown;
  };
  const led = await followLink(system, { id: Number(savedReportId), signature });
  if ('why' in led) return refuseLinked(reply, UNLINKED[led.why]);
  const file = await openReportFile(system, led.customerReportId);
  if (!file) return refuseLinked(reply, UNLINKED.failed);
  if (download === undefined && isVisit(request))
    return sendReportPage(reply, led, `?signature=${encodeURIComponent(String(signature))}&download=1`);
  if (request.method === 'GET') downloads.begin({ ...led, seatId: file.seatId }, reply.raw);
  setHeaders(reply, attachmentOf(led.name, `report-${led.customerReportId}`));
  return sendSafe(request, reply, file);
}

/** Its length is unknown before the file is read, so HEAD answers without it. */
const sendSafe = ({ method }: FastifyRequest, reply: FastifyReply, file: ReportFile): FastifyReply =>
  method === 'HEAD' ? reply.send() : reply.send(file.readSafe());

const CSV = 'text/csv; charset=utf-8';

function setHeaders(reply: FastifyReply, disposition: string): void {
  reply.headers({
    'content-type': CSV,
    'content-disposition': disposition,
    'cache-control': `${PRIVATE}, no-transform`,
    vary: 'accept-encoding',
  });
}

function sendPlain(request: FastifyRequest, reply: FastifyReply, file: ReportFile): FastifyReply {
  const tag = `"${file.tag}"`;
  reply.headers({ etag: tag, 'accept-ranges': 'bytes' });
  if (matchesETag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  const { range: requested, 'if-range': condition } = request.headers;
  const range = condition === undefined || condition === tag ? parseRange(requested, file.bytes) : null;
  if (range === 'unsatisfiable') {
    return refuse(reply.header('content-range', `bytes */${file.bytes}`), UNSATISFIABLE);
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.bytes}`);
  reply.header('content-length', end - start + 1);
  return request.method === 'HEAD' ? reply.send() : reply.send(file.read({ start, end }));
}

export const UNSATISFIABLE = reportingError({
  status: 416,
  errorCode: 'E0078',
  message: 'The range begins after the end of the report.',
});

function sendGzip(request: FastifyRequest, reply: FastifyReply, file: ReportFile): FastifyReply {
  // The bytes differ from the plain file's, so the ETag does too.
  const tag = `"${file.tag}-gzip"`;
  reply.headers({ etag: tag, 'content-encoding': 'gzip' });
  if (matchesETag(request.headers['if-none-match'], tag))
    return reply.removeHeader('content-encoding').code(304).send();
  if (request.method === 'HEAD') return reply.send();
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  // A failed read ends the response early, which a client detects.
  pipeline(file.read(), gzip, () => {});
  return reply.send(gzip);
}

function refuse(reply: FastifyReply, { status, headers = {}, body }: ReportingAnswer): FastifyReply {
  return reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);
}

/** People who open the link of a saved report in a browser are told on a page, programs in the envelope. */
function refuseLinked(reply: FastifyReply, answer: ReportingAnswer): FastifyReply {
  if (!isVisit(reply.request)) return refuse(reply, answer);
  return sendRefusalPage(reply.code(answer.status).headers(answer.headers ?? {}), answer.message);
}

function takesGzip(request: FastifyRequest): boolean {
  const codings = String(request.headers['accept-encoding'] ?? '').split(',');
  return codings.some(
    (coding) => /^\s*(gzip|\*)\s*(;|$)/i.test(coding) && !/;\s*q=0(\.0*)?\s*$/i.test(coding),
  );
}
