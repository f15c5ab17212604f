import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { Report } from '../../../platform/database/generated/prisma/client.ts';
import { constantTimeEqual } from '../../../platform/keys/crypto.ts';
import { integer } from '../../../resources/define/fields.ts';
import { defineInput, Problems } from '../../../resources/define/input.ts';
import { byId } from '../../../resources/define/rows.ts';
import type { DomainContext, System } from '../../context.ts';
import { linkSignatures } from '../report/link.ts';
import { parseReport } from '../report/payload/parse.ts';
import { reportPeriod } from '../report/plan.ts';
import { change } from './change.ts';
import type { SavedReport } from './find.ts';

/** The longest time that one link serves the reports of a schedule. */
export const MAX_LINK_DAYS = 90;
export const DEFAULT_LINK_DAYS = 30;
const DAY_MS = 86_400_000;

export const LinkInput = defineInput({ fields: z.object({ days: integer(1, MAX_LINK_DAYS) }), readOnly: [] });

/**
 * Makes a link that serves the newest report of the schedule to whoever has it. An earlier link of the saved report ends.
 * Throws NotFoundError, ValidationError.
 */
export async function linkSavedReport(options: { ctx: DomainContext; id: number; days?: unknown }) {
  const { ctx, id } = options;
  return change({ ctx, id }, ({ now, actor }) => {
    const problems = new Problems();
    const input = { days: options.days ?? DEFAULT_LINK_DAYS };
    const { days } = problems.complete(problems.parse(ctx, LinkInput, input), LinkInput);
    // In whole seconds, as the link has it.
    const until = Math.floor(now().getTime() / 1000) * 1000 + days * DAY_MS;
    return { linkKey: randomUUID(), linkUntil: new Date(until), linkUserId: actor.userId };
  });
}

/** Ends the link of a saved report at once. Throws NotFoundError. */
export const unlinkSavedReport = (options: { ctx: DomainContext; id: number }) =>
  change(options, () => ({ linkKey: null, linkUntil: null, linkUserId: null }));

type Linked = Pick<SavedReport, 'id' | 'linkKey' | 'linkUntil'>;

/** Returns the absolute, signed URL of a saved report that has a link which has not expired, or null. */
export function savedReportUrl(system: System, saved: Linked): string | null {
  const { linkKey, linkUntil } = saved;
  if (linkKey === null || linkUntil === null || linkUntil <= system.now()) return null;
  const { publicUrls, config } = system;
  const url = new URL(`${publicUrls[0]}${config.reportingPrefix}/extreport/saved/${saved.id}/download`);
  url.searchParams.set('signature', linkSignatures(system.masterKey, textOf(saved))[0]);
  return url.href;
}

/** The key is new with each link, so that a signature says which of them it is. */
const textOf = ({ id, linkKey, linkUntil }: Linked): string =>
  `saved\n${id}\n${linkKey}\n${linkUntil?.getTime()}`;

/** The report that a link leads to. */
export interface LinkedReport {
  readonly customerReportId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly numRows: number;
  /** Both included, in the time zone of the report; null for all time. */
  readonly days: { readonly first: string; readonly last: string } | null;
  /** When the link ends. */
  readonly until: Date | null;
}

/** What a link leads to: a report, or why there is none. */
type Led = LinkedReport | { readonly why: 'invalid' | 'unfinished' | 'failed' | 'several-seats' };

/**
 * Returns the newest report of the schedule for a signed URL. A link ends with the membership of the user who made it.
 * It never leads to a report of several seats, since members of one see the link.
 */
export async function followLink(
  system: System,
  link: { readonly id: number; readonly signature: unknown },
): Promise<Led> {
  const saved = await system.db.savedReport.findUnique({ where: byId(link.id) });
  if (!saved || savedReportUrl(system, saved) === null || typeof link.signature !== 'string')
    return { why: 'invalid' };
  const { signature } = link;
  const due = linkSignatures(system.masterKey, textOf(saved));
  if (!due.some((one) => constantTimeEqual(signature, one))) return { why: 'invalid' };
  const { seatId, linkUserId, lastReport, name } = saved;
  const userId = linkUserId ?? 0;
  if (!(await system.db.seatMember.findUnique({ where: { userId_seatId: { userId, seatId } } })))
    return { why: 'invalid' };
  if (lastReport === null) return { why: 'unfinished' };
  const report = await system.db.report.findUnique({ where: { customerReportId: lastReport } });
  if (!report || report.seatId !== seatId || report.status === 'FAILED') return { why: 'failed' };
  if (report.seatIds.some((id) => id !== seatId)) return { why: 'several-seats' };
  if (report.status !== 'SUCCESS') return { why: 'unfinished' };
  const { createdAt, numRows } = report;
  return {
    ...{ customerReportId: lastReport, name, createdAt, numRows: Number(numRows) },
    ...{ days: daysOf(report), until: saved.linkUntil },
  };
}

function daysOf({ payload, createdAt }: Pick<Report, 'payload' | 'createdAt'>): LinkedReport['days'] {
  const spec = parseReport(payload);
  const { first, last } = reportPeriod(spec, createdAt);
  if (!first || !last) return null;
  const dayOf = (at: Date) =>
    Temporal.Instant.fromEpochMilliseconds(at.getTime())
      .toZonedDateTimeISO(spec.zone)
      .toPlainDate()
      .toString();
  return { first: dayOf(first), last: dayOf(last) };
}

/** The condition on reports whose files a link may still serve. */
export async function linkedReports(system: System): Promise<string[]> {
  const linked = await system.db.savedReport.findMany({
    where: { linkUntil: { gt: system.now() }, lastReport: { not: null } },
    select: { lastReport: true },
  });
  return linked.flatMap(({ lastReport }) => lastReport ?? []);
}
