/** What goes wrong with a call: before it is carried out, on the way back, or by a network that repeats it. */
export type FaultKind =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'timeout' | 'reset' | 'truncate' | 'duplicate' | 'lose-answer' };

export type Fault = FaultKind & {
  /** How many calls of one client to one path are affected; undefined for all. */
  readonly times: number | undefined;
  /** The text that was parsed. */
  readonly text: string;
};

const MAX_SLOW_MS = 60_000;
const MAX_TIMES = 1000;
const PLAIN = ['timeout', 'reset', 'truncate', 'duplicate', 'lose-answer'] as const;

export const FAULT_SYNTAX = `must be a status such as status=503 or 429, slow=2000 (milliseconds, at most ${MAX_SLOW_MS}), ${PLAIN.join(', ')}; then ;times=2 for the first two calls only`;

/** Parses `status=503;times=2`, `429`, `slow=2000` or `lose-answer`; undefined for anything else. */
export function parseFault(text: string): Fault | undefined {
  const [what = '', count, ...rest] = text.split(';').map((part) => part.trim());
  const kind = kindOf(what);
  const times = count === undefined ? undefined : numberOf(/^times=(\d{1,4})$/.exec(count)?.[1]);
  if (!kind || rest.length > 0) return undefined;
  if (count !== undefined && !(times && times <= MAX_TIMES)) return undefined;
  return { ...kind, times, text: count === undefined ? what : `${what};${count}` };
}

function kindOf(what: string): FaultKind | undefined {
  const status = numberOf(/^(?:status=)?(\d{3})$/.exec(what)?.[1]);
  if (status !== undefined) return status >= 400 && status <= 599 ? { kind: 'status', status } : undefined;
  const ms = numberOf(/^slow=(\d{1,5})$/.exec(what)?.[1]);
  if (ms !== undefined) return ms <= MAX_SLOW_MS ? { kind: 'slow', ms } : undefined;
  const kind = PLAIN.find((name) => name === what);
  return kind && { kind };
}

const numberOf = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);
