import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { System } from '../../domain/context.ts';
import { closeOfBooks } from '../../domain/reporting/report/books/close-of-books.ts';
import { createReport } from '../../domain/reporting/report/create.ts';
import { getReport } from '../../domain/reporting/report/get.ts';
import { ignoredIdsOf } from '../../domain/reporting/report/payload/ignored-ids.ts';
import { takeReportCall } from '../../domain/reporting/report/quota.ts';
import { callerOf, setCaller } from '../../http/caller.ts';
import { isReplay, replayWrites } from '../../http/idempotency.ts';
import { acceptJson } from '../../http/json.ts';
import { exposePosition } from '../../http/position.ts';
import { refuseUnreadableQueries } from '../../http/query-encoding.ts';
import { trackMethods } from '../../http/server.ts';
import { ignoredFieldsHeader } from '../ignored-fields.ts';
import { signIn } from '../sign-in.ts';
import { translateObserved } from '../wire/translate.ts';
import { download, downloadLinked } from './download.ts';
import { createdToWire, reportToWire } from './wire.ts';

/** The reporting interface: three endpoints and the signed download, with the prefix of the operator and without. */
export async function reportingRoutes(app: FastifyInstance, options: { system: System }): Promise<void> {
  const { system } = options;
  const { refuseOthers } = trackMethods(app);
  acceptJson(app);
  refuseUnreadableQueries(app);
  replayWrites(app);
  exposePosition(app, { system });
  translateObserved(app, { system });

  const onRequest = async (request: FastifyRequest): Promise<void> => {
    setCaller(request, await signIn(system, request));
  };

  /** Runs before the body is read, because requests that are unreadable or refused count, too. A replay does not. */
  const countCreation = async (request: FastifyRequest): Promise<void> => {
    await onRequest(request);
    const ctx = callerOf(request);
    if (!(await isReplay(request, ctx))) await takeReportCall(ctx, 'REPORT_POST');
  };

  // Some clients add the prefix and some do not, so both are served.
  for (const base of new Set([`${system.config.reportingPrefix}/extreport`, '/extreport'])) mount(base);
  refuseOthers();

  function mount(base: string): void {
    app.post(base, { onRequest: countCreation }, async (request, reply) => {
      const ctx = callerOf(request);
      const report = await createReport({
        ctx,
        input: request.body,
        wire: ctx.actor.wire,
        isCounted: true,
        ...(request.ignoredIds && { ignoredIds: request.ignoredIds }),
      });
      reply.headers(ignoredFieldsHeader(ctx));
      return createdToWire(report);
    });
    app.get(`${base}/cob`, { onRequest }, async (request) => {
      const { advertiserId, day } = request.query as Record<string, unknown>;
      return closeOfBooks({ ctx: callerOf(request), advertiserId: textOf(advertiserId), day: textOf(day) });
    });
    app.get(`${base}/:customerReportId`, { onRequest }, async (request) => {
      const { customerReportId } = request.params as { customerReportId: string };
      await takeReportCall(callerOf(request), 'REPORT_GET');
      const report = await getReport({ ctx: callerOf(request), customerReportId });
      request.ignoredIds = ignoredIdsOf(report);
      return reportToWire(system, report);
    });
    app.route({
      method: ['GET', 'HEAD'],
      url: `${base}/:customerReportId/download`,
      handler: (request, reply) => download(system, request, reply),
    });
    app.route({
      method: ['GET', 'HEAD'],
      url: `${base}/saved/:savedReportId/download`,
      handler: (request, reply) => downloadLinked(system, request, reply),
    });
  }
}

/** Returns undefined for a repeated parameter, which is an array. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
