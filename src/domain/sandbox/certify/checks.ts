import { groupBy } from '../../../resources/filter/group-by.ts';
import { tokenEndpointAt } from '../../access/identity/assertions/token-endpoint.ts';
import { DOWNLOAD, type SandboxCall } from './calls.ts';

/** The result of a check of a client's calls. Without any evidence it fails and says how to provide some. */
export interface Verdict {
  readonly passed: boolean;
  readonly detail: string;
}

/** Polls of a report closer together than this are too frequent. */
const GENTLE_MS = 500;
/** Clocks and timers of clients are not exact. */
const TOLERANCE_MS = 50;
/** Matches the status of a report, but not the close of books. */
const REPORT = /\/extreport\/(?!cob\/?$)[^/]+\/?$/;

type Calls = readonly SandboxCall[];

/** The checks of `sandbox certify` by name, in the order of the report. */
export const CHECKS: Readonly<Record<string, (calls: Calls) => Verdict>> = {
  'renews tokens in time': renewsTokens,
  'retries with the same key': retriesWithKey,
  'honours Retry-After': honoursRetryAfter,
  'polls gently': pollsGently,
  'reads CSV as text': readsCsv,
  'survives a lost answer': survivesLostAnswer,
};

const passed = (detail: string): Verdict => ({ passed: true, detail });
const failed = (detail: string): Verdict => ({ passed: false, detail });
const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

const isWrite = ({ method }: SandboxCall): boolean => !['GET', 'HEAD', 'QUERY'].includes(method);
/** Identifies a request: two calls with the same result are the same request. */
const requestOf = ({ method, path, bodyHash }: SandboxCall): string => `${method} ${path} ${bodyHash}`;

/** Returns each call with the next one that has the same key. */
const withNext = (calls: Calls, keyOf: (call: SandboxCall) => string) =>
  [...groupBy(calls, keyOf).values()].flatMap((same) =>
    same.flatMap((call, at) => {
      const next = same[at + 1];
      return next ? [{ call, next }] : [];
    }),
  );

/** Whether the client cannot know that the call was carried out, or knows that it was not. */
const isFailure = ({ status }: SandboxCall): boolean => status === null || status === 429 || status >= 500;

function renewsTokens(calls: Calls): Verdict {
  const withToken = calls.filter(({ tokenExpiresAt }) => tokenExpiresAt !== null);
  const expiries = new Set(withToken.map(({ tokenExpiresAt }) => tokenExpiresAt?.getTime()));
  const expired = withToken.filter(
    ({ at, tokenExpiresAt }) => tokenExpiresAt !== null && at >= tokenExpiresAt,
  );
  const tokens = groupBy(expired, ({ tokenExpiresAt }) => String(tokenExpiresAt?.getTime()));
  const repeated = [...tokens.values()].flatMap((ofToken) => ofToken.slice(1));
  if (repeated.length > 0)
    return failed(
      `${count(repeated.length, 'more call')} with a token that had been refused as expired, the first at ${repeated[0]?.at.toISOString()}.`,
    );
  const [first] = expiries;
  const wentOn = withToken.some(
    ({ at, tokenExpiresAt }) =>
      tokenExpiresAt !== null && first !== undefined && at.getTime() >= first && at < tokenExpiresAt,
  );
  if (!wentOn)
    return failed(
      'Not seen: no call with a second token after the first one had expired. Advance the clock by an hour and go on.',
    );
  return passed(`Used ${count(expiries.size, 'token')}, and none again after it was refused as expired.`);
}

function retriesWithKey(calls: Calls): Verdict {
  const retries = withNext(calls, requestOf).filter(
    ({ call }) => isWrite(call) && isFailure(call) && !tokenEndpointAt(call.path),
  );
  const wrong = retries.filter(
    ({ call, next }) => call.idempotencyKey === null || call.idempotencyKey !== next.idempotencyKey,
  );
  const [first] = wrong;
  if (first)
    return failed(
      `${count(wrong.length, 'write was', 'writes were')} sent again without the Idempotency-Key of the first try: ${first.call.method} ${first.call.path}.`,
    );
  if (retries.length === 0)
    return failed('Not seen: no write was sent again after it failed. Try status=503;times=1 on a write.');
  return passed(`Sent ${count(retries.length, 'failed write')} again with the same Idempotency-Key.`);
}

function honoursRetryAfter(calls: Calls): Verdict {
  const waits = withNext(calls, ({ method, path }) => `${method} ${path}`).flatMap(({ call, next }) => {
    const { retryAfter, at } = call;
    return retryAfter === null ? [] : [{ call, retryAfter, waited: next.at.getTime() - at.getTime() }];
  });
  const early = waits.filter(({ retryAfter, waited }) => waited < retryAfter * 1000 - TOLERANCE_MS);
  const [first] = early;
  if (first)
    return failed(
      `${count(early.length, 'call')} too early: ${first.call.method} ${first.call.path} came after ${first.waited} ms, Retry-After was ${first.retryAfter} s.`,
    );
  if (waits.length === 0)
    return failed(
      'Not seen: no call was repeated after an answer with Retry-After. Try the fault 429;times=1.',
    );
  return passed(`Waited ${count(waits.length, 'time')} for as long as Retry-After said.`);
}

function pollsGently(calls: Calls): Verdict {
  const polls = calls.filter(({ method, path }) => method === 'GET' && REPORT.test(path));
  const gaps = withNext(polls, ({ path }) => path).map(
    ({ call, next }) => next.at.getTime() - call.at.getTime(),
  );
  const close = gaps.filter((gap) => gap < GENTLE_MS);
  if (close.length > 0)
    return failed(
      `${count(close.length, 'poll')} of a report within ${GENTLE_MS} ms of the one before; the closest after ${Math.min(...close)} ms.`,
    );
  if (polls.length === 0) return failed('Not seen: the client did not ask for the status of a report.');
  return passed(`Asked ${count(polls.length, 'time')} for reports, never twice within ${GENTLE_MS} ms.`);
}

function readsCsv(calls: Calls): Verdict {
  const downloads = calls.filter(({ path }) => DOWNLOAD.test(path));
  const wrong = downloads.filter(
    ({ accept }) => accept !== null && !/text\/(csv|\*|plain)|\*\/\*/.test(accept),
  );
  const whole = downloads.filter(({ status }) => status === 200 || status === 206);
  if (wrong.length > 0) return failed(`Asked for a report's file as ${wrong[0]?.accept}; it is text/csv.`);
  if (whole.length === 0)
    return failed('Not seen: no file of a report was downloaded to its end from the address in its status.');
  return passed(`Downloaded ${count(whole.length, 'file')} as text, to the end.`);
}

function survivesLostAnswer(calls: Calls): Verdict {
  const again = withNext(calls, requestOf).filter(
    ({ call }) => isWrite(call) && call.fault?.startsWith('lose-answer') && !tokenEndpointAt(call.path),
  );
  const doubled = again.find(({ next }) => !next.replayed && next.status !== null && next.status < 300);
  if (doubled)
    return failed(
      `${doubled.call.method} ${doubled.call.path} was carried out twice: the second try had not the Idempotency-Key of the first.`,
    );
  if (!again.some(({ next }) => next.replayed))
    return failed(
      'Not seen: no write whose answer got lost was sent again. Try the fault lose-answer;times=1 on a write.',
    );
  return passed(
    `Sent ${count(again.length, 'write')} again after a lost answer, and none was carried out twice.`,
  );
}
