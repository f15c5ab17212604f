import { createHmac } from 'node:crypto';
import type { Report } from '../../../platform/database/generated/prisma/client.ts';
import { constantTimeEqual, derivedKeys } from '../../../platform/keys/crypto.ts';
import type { System } from '../../context.ts';

/** How long a report can be downloaded after it was created. */
export const LINK_LIFE_MS = 24 * 3_600_000;

export const isExpired = (system: Pick<System, 'now'>, report: Pick<Report, 'createdAt'>): boolean =>
  system.now().getTime() >= report.createdAt.getTime() + LINK_LIFE_MS;

type LinkVerdict = { ok: true; spreadsheetSafe: boolean } | { ok: false; why: 'tampered' | 'expired' };

/** Returns the absolute, signed download URL of a report that succeeded, or null. */
export function reportUrl(
  system: System,
  report: Report,
  { spreadsheetSafe = false }: { spreadsheetSafe?: boolean } = {},
): string | null {
  if (report.status !== 'SUCCESS') return null;
  const expires = String(Math.floor((report.createdAt.getTime() + LINK_LIFE_MS) / 1000));
  const link = { customerReportId: report.customerReportId, expires, spreadsheetSafe };
  // Concatenated as text, because the public URL may have a path in front of the service's own.
  const { publicUrls, config } = system;
  const path = `${config.reportingPrefix}/extreport/${report.customerReportId}/download`;
  const url = new URL(`${publicUrls[0]}${path}`);
  url.searchParams.set('expires', expires);
  if (spreadsheetSafe) url.searchParams.set('spreadsheet', '1');
  url.searchParams.set('signature', signatures(system.masterKey, link)[0]);
  return url.href;
}

/**
 * Checks whether this service signed a URL and whether it has expired. A URL that was changed in any way is refused.
 */
export function checkLink(
  system: System,
  link: { customerReportId: string; query: Readonly<Record<string, unknown>> },
): LinkVerdict {
  const { expires, spreadsheet, signature } = link.query;
  if (typeof expires !== 'string' || typeof signature !== 'string') return { ok: false, why: 'tampered' };
  if (spreadsheet !== undefined && spreadsheet !== '1') return { ok: false, why: 'tampered' };
  const spreadsheetSafe = spreadsheet === '1';
  const { customerReportId } = link;
  const due = signatures(system.masterKey, { customerReportId, expires, spreadsheetSafe });
  if (!due.some((one) => constantTimeEqual(signature, one))) return { ok: false, why: 'tampered' };
  if (system.now().getTime() >= Number(expires) * 1000) return { ok: false, why: 'expired' };
  return { ok: true, spreadsheetSafe };
}

/** The first signature is that of new links. Those of earlier master keys are still accepted. */
function signatures(
  masterKey: Buffer,
  link: { customerReportId: string; expires: string; spreadsheetSafe: boolean },
): [string, ...string[]] {
  return linkSignatures(masterKey, `${link.customerReportId}\n${link.expires}\n${link.spreadsheetSafe}`);
}

/** Signs what a link is about. The first signature is that of new links. */
export function linkSignatures(masterKey: Buffer, text: string): [string, ...string[]] {
  const sign = (key: Buffer) => createHmac('sha256', key).update(text).digest('base64url');
  const [first, ...others] = derivedKeys(masterKey, 'report-link');
  return [sign(first), ...others.map(sign)];
}
