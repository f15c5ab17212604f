import { DOMAIN_ERRORS, GRAPHQL_ERRORS, HTTP_FAULTS } from '../../../src/http/error-catalogue.ts';
import type { Answer } from '../guards/estate.ts';
import type { Guarded } from '../guards/guarded.ts';
import { randomFrom } from './random.ts';
import { type Fuzzed, fuzzedRequest, type Seat } from './requests.ts';

export interface Outcome {
  readonly requests: number;
  /** How many of them were accepted. */
  readonly accepted: number;
  /** `graphql 200 accepted` and how often. */
  readonly answers: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** Answers that no request may get, each with what was sent. */
  readonly faults: readonly string[];
}

const AT_ONCE = 4;
/** Calls in a row without a valid token; spoiled headers make two or three. */
const MAX_REFUSED = 8;

/** Sends generated requests, the same ones for the same seed. */
export async function fuzz(options: { guarded: Guarded; seed: number; requests: number }): Promise<Outcome> {
  const { guarded, seed, requests } = options;
  const random = randomFrom(seed);
  const seats = { good: await guarded.estate(), victim: await guarded.estate() };
  const answers: Record<string, number> = {};
  const faults: string[] = [];
  let accepted = 0;
  let slowestMs = 0;
  let left = requests;
  // A request may revoke its own client: later requests would test nothing but that.
  const refused = { good: 0, victim: 0 };
  const renew = async (seat: Seat): Promise<void> => {
    refused[seat] = 0;
    seats[seat] = await guarded.estate();
  };
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const request = fuzzedRequest(random, seats);
      const before = performance.now();
      const answer = await request.send();
      const ms = performance.now() - before;
      slowestMs = Math.max(slowestMs, ms);
      const fault = faultOf(answer, ms) ?? (request.what === 'graphql' ? unknownCode(answer) : undefined);
      if (fault) faults.push(`${fault}: ${textOf(request)}\n  → ${answer.text.slice(0, 300)}`);
      refused[request.to] = answer.status === 401 ? refused[request.to] + 1 : 0;
      if (refused[request.to] === MAX_REFUSED) await renew(request.to);
      const good = isAccepted(answer);
      if (good) accepted += 1;
      const key = `${request.what} ${answer.status}${good ? '' : ' refused'}`;
      answers[key] = (answers[key] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { requests, accepted, answers, slowestMs, faults };
}

const textOf = ({ description }: Fuzzed): string => (JSON.stringify(description) ?? '').slice(0, 1500);

/** Longest that an answer may take. */
const WAIT_TIMEOUT_MS = 5_000;

/** No 5xx but the documented ones: `mismatched bid channel` and 503 under overload. */
function faultOf({ status, text }: Answer, ms: number): string | undefined {
  if (ms > WAIT_TIMEOUT_MS) return `${Math.round(ms)} ms`;
  if (status >= 500 && status !== 503 && !text.includes('mismatched bid channel')) return `HTTP ${status}`;
  // A field that failed unexpectedly is an error in a response with status 200.
  return /"code":"INTERNAL/.test(text) ? 'internal error' : undefined;
}

const CODES = { ...DOMAIN_ERRORS, ...HTTP_FAULTS, ...GRAPHQL_ERRORS };

/** Each error of GraphQL has a code of the catalogue. */
function unknownCode({ text }: Answer): string | undefined {
  const { errors = [] } = JSON.parse(text) as { errors?: { extensions?: { code?: string } }[] };
  const codes = errors.map(({ extensions }) => String(extensions?.code));
  const unknown = codes.filter((code) => !Object.hasOwn(CODES, code));
  return unknown.length > 0 ? `code ${unknown.join()}` : undefined;
}

function isAccepted({ status, text }: Answer): boolean {
  if (status >= 400) return false;
  return !/"errors":\[\{|"__typename":"\w+Error"/.test(text);
}
