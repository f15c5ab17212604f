/** What can come in between a widget and its data; the states that people see are told apart by it. */
export type ProblemKind = 'offline' | 'signed-out' | 'forbidden' | 'quota' | 'unavailable' | 'refused';

/** A failed request. `message` is that of the service if it sent one. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: ProblemKind;
  /** Seconds until the service wants to be asked again; undefined where asking again does not help. */
  readonly retryAfterS: number | undefined;
  /** The same as a time, in milliseconds. */
  readonly retryAt: number | undefined;
  /** The service's words about values of an input that GraphQL does not take, by the paths of their fields. */
  readonly issues: ReadonlyMap<string, string>;

  constructor(
    kind: ProblemKind,
    message: string,
    retryAfterS?: number,
    issues?: ReadonlyMap<string, string>,
  ) {
    super(message);
    this.kind = kind;
    this.retryAfterS = retryAfterS;
    this.retryAt = retryAfterS === undefined ? undefined : Date.now() + retryAfterS * 1000;
    this.issues = issues ?? new Map();
  }
}

const KINDS: Readonly<Record<number, ProblemKind>> = {
  401: 'signed-out',
  403: 'forbidden',
  429: 'quota',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** GraphQL says it in `errors`, the session's routes in `message`. */
interface Said {
  readonly message?: string;
  readonly errors?: readonly { readonly message: string }[];
}

/** A refusal by its HTTP status, in the words that its body has for it. */
export async function problemOf(response: Response): Promise<Problem> {
  const { errors, message } = (await response.json().catch(() => ({}))) as Said;
  const kind = KINDS[response.status] ?? 'refused';
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterS = Number.isFinite(seconds) ? seconds : kind === 'unavailable' ? 1 : undefined;
  const text = errors?.[0]?.message ?? message ?? `HTTP ${response.status}`;
  return new Problem(kind, text, retryAfterS, issuesIn(errors));
}

/** GraphQL names the place of a value that a scalar does not take in the message alone. */
const AT_INPUT = /at "input\.(.+?)"; (.+)$/s;

function issuesIn(errors: Said['errors'] = []): ReadonlyMap<string, string> {
  return new Map(
    errors.flatMap(({ message }) => {
      const [, path, words] = AT_INPUT.exec(message) ?? [];
      return path && words ? [[path, words] as const] : [];
    }),
  );
}

const UNREACHABLE = 'The service cannot be reached.';
const OFFLINE = `You are offline. ${UNREACHABLE}`;
const LATE = 'The service did not answer in time.';

/** `fetch` gives no reason if the service cannot be reached. */
export async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (init.signal?.aborted && !isLate) throw error;
    throw new Problem('offline', isLate ? LATE : navigator.onLine ? UNREACHABLE : OFFLINE, 2);
  }
}
