import type { SandboxCall } from './calls.ts';

/** What a check says of a client's calls. Without any evidence it has not passed, and says how to give some. */
export interface Verdict {
  readonly passed: boolean;
  readonly detail: string;
}

/** Two polls of a report that are closer than this are too close. */
const GENTLE_MS = 500;
/** Clocks and timers of clients are not exact. */
const TOLERANCE_MS = 50;
const REPORT = /\/extreport\/([^/]+)\/?$/;
const DOWNLOAD = /\/extreport\/[^/]+\/download$/;
const TOKEN_ENDPOINT = '/identity/oauth2/access_token';

type Calls = readonly SandboxCall[];

/** The checks of `sandbox certify`, by name, in the order in which they are reported. */
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

const isWrite = ({ method }: SandboxCall): boolean => method !== 'GET' && method !== 'HEAD';
/** The same request, whoever sends it again. */
const sameRequest = (a: SandboxCall, b: SandboxCall): boolean =>
  a.method === b.method && a.path === b.path && a.bodyHash === b.bodyHash;
/** The client cannot know whether it was carried out, or knows that it was not. */
const isFailure = ({ status }: SandboxCall): boolean => status === null || status === 429 || status >= 500;

function renewsTokens(calls: Calls): Verdict {
  const withToken = calls.filter(({ tokenExpiresAt }) => tokenExpiresAt !== null);
  const expiries = new Set(withToken.map(({ tokenExpiresAt }) => tokenExpiresAt?.getTime()));
  const expired = withToken.filter(
    ({ at, tokenExpiresAt }) => tokenExpiresAt !== null && at >= tokenExpiresAt,
  );
  const repeated = expired.filter(
    (call, index) =>
      expired.findIndex(
        ({ tokenExpiresAt }) => tokenExpiresAt?.getTime() === call.tokenExpiresAt?.getTime(),
      ) < index,
  );
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
  const retries = calls.flatMap((call, index) => {
    if (!isWrite(call) || !isFailure(call) || call.path === TOKEN_ENDPOINT) return [];
    const retry = calls.slice(index + 1).find((later) => sameRequest(call, later));
    return retry ? [{ call, retry }] : [];
  });
  const wrong = retries.filter(
    ({ call, retry }) => call.idempotencyKey === null || call.idempotencyKey !== retry.idempotencyKey,
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
  const waits = calls.flatMap((call, index) => {
    const { retryAfter, at, method, path } = call;
    if (retryAfter === null) return [];
    const next = calls.slice(index + 1).find((later) => later.method === method && later.path === path);
    return next ? [{ call, retryAfter, waited: next.at.getTime() - at.getTime() }] : [];
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
  const gaps = polls.flatMap((poll, index) => {
    const before = polls.slice(0, index).findLast(({ path }) => path === poll.path);
    return before ? [poll.at.getTime() - before.at.getTime()] : [];
  });
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
  const lost = calls.flatMap((call, index) =>
    isWrite(call) && call.fault?.startsWith('lose-answer') && call.path !== TOKEN_ENDPOINT
      ? [{ call, later: calls.slice(index + 1) }]
      : [],
  );
  const again = lost.flatMap(({ call, later }) => {
    const retry = later.find((one) => sameRequest(call, one));
    return retry ? [{ call, retry }] : [];
  });
  const doubled = again.find(({ retry }) => !retry.replayed && retry.status !== null && retry.status < 300);
  if (doubled)
    return failed(
      `${doubled.call.method} ${doubled.call.path} was carried out twice: the second try had not the Idempotency-Key of the first.`,
    );
  if (!again.some(({ retry }) => retry.replayed))
    return failed(
      'Not seen: no write whose answer got lost was sent again. Try the fault lose-answer;times=1 on a write.',
    );
  return passed(
    `Sent ${count(again.length, 'write')} again after a lost answer, and none was carried out twice.`,
  );
}
