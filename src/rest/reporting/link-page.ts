import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkedReport } from '../../domain/reporting/saved-report/link.ts';

const STYLE = `:root { color-scheme: light dark }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; padding: 24px; box-sizing: border-box;
  font: 16px/1.6 system-ui, sans-serif; background: light-dark(#f5f6f9, #0d1016); color: light-dark(#161b26, #e7eaf0) }
main { max-width: 560px; padding: 28px 32px; border: 1px solid light-dark(#dfe3eb, #2a313d); border-radius: 10px;
  background: light-dark(#fff, #151920); overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25 }
p { margin: 0 0 12px }
p:last-child { margin: 0; color: light-dark(#566073, #9aa5b8); font-size: 14px }
a { display: inline-block; padding: 6px 16px; border-radius: 8px; background: light-dark(#2450d3, #8fb0ff);
  color: light-dark(#fff, #0c1222); font-weight: 600; text-decoration: none }`;

/** The page loads nothing and runs nothing; only its own style is applied. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

/**
 * Whether a person opens an address in a browser. All browsers accept XHTML then; Java's own client accepts HTML whatever it
 * reads, but not XHTML.
 */
export const isVisit = ({ method, headers: { accept = '', range } }: FastifyRequest): boolean =>
  method === 'GET' && range === undefined && /\btext\/html\b/i.test(accept) && /\bxhtml\+xml\b/i.test(accept);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (each) => ESCAPES[each] ?? each);

function send(
  reply: FastifyReply,
  { title, body }: { readonly title: string; readonly body: readonly string[] },
): FastifyReply {
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body.join('\n')}
</main></body>
</html>
`;
  return reply
    .header('content-security-policy', POLICY)
    .header('vary', 'accept')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Says why an address leads to no file, with the status and the words that programs get. */
export const sendRefusalPage = (reply: FastifyReply, message: string): FastifyReply =>
  send(reply, { title: 'There is no report here', body: [`<p>${escaped(message)}</p>`] });

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const COUNT = new Intl.NumberFormat('en');

const daysText = (days: LinkedReport['days']): string =>
  days === null ? 'All time' : DAY.formatRange(new Date(days.first), new Date(days.last));

/** Says which report an address serves, with the button that downloads it. */
export function sendReportPage(
  reply: FastifyReply,
  { name, days, numRows, createdAt, until }: LinkedReport,
  address: string,
): FastifyReply {
  const rows = numRows === 1 ? '1 row' : `${COUNT.format(numRows)} rows`;
  return send(reply, {
    title: name,
    body: [
      `<p>${escaped(daysText(days))} · ${rows}</p>`,
      `<p><a href="${escaped(address)}" download>Download CSV</a></p>`,
      `<p>Made on ${MOMENT.format(createdAt)} UTC. This address always has the newest report${
        until ? `, until ${MOMENT.format(until)} UTC` : ''
      }.</p>`,
    ],
  });
}
