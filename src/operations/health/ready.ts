import type { System } from '../../domain/context.ts';
import { causeOf } from '../../platform/log/cause.ts';
import { noteCause } from '../../platform/log/outage-log.ts';
import { type Probe, probesOf } from './probes.ts';

const STOPPING = 'The service is stopping.';
const WAIT_TIMEOUT_MS = 2_000;

interface State {
  readonly probes: readonly (Omit<Probe, 'check' | 'maxAgeMs'> & {
    readonly failure: () => Promise<unknown>;
  })[];
  /** The last logged text, so that each change is logged once. */
  logged: string;
}

const states = new WeakMap<System['pool'], State>();

/** Whether the process can serve calls. The sentences contain no names of hosts or paths. */
interface Readiness {
  /** Why calls cannot be served now. Empty if they can. */
  readonly reasons: readonly string[];
  /** Dependencies that are unavailable, but that only some calls need. */
  readonly away: readonly string[];
  /** For operators: the checks and their failures. */
  readonly checks: readonly Check[];
}

interface Check {
  readonly name: string;
  /** `unknown` for all checks that need the database while it is unavailable. */
  readonly status: 'ok' | 'failing' | 'unknown';
  readonly reason?: string;
  readonly cause?: string;
}

export async function readiness({ system }: { system: System }): Promise<Readiness> {
  if (system.stopping?.aborted) return { reasons: [STOPPING], away: [], checks: [] };
  const state = states.get(system.pool) ?? stateOf(system);
  states.set(system.pool, state);
  const failures = await Promise.all(state.probes.map(({ failure }) => failure()));
  const isDatabaseAway = failures[0] !== undefined;
  const checks = state.probes.map(({ name, reason }, index): Check => {
    const err = failures[index];
    if (index > 0 && isDatabaseAway) return { name, status: 'unknown' };
    return err === undefined
      ? { name, status: 'ok' }
      : { name, status: 'failing', reason, cause: causeOf(err) };
  });
  const failed = state.probes.flatMap((probe, index) =>
    checks[index]?.status === 'failing' ? [{ ...probe, err: failures[index] }] : [],
  );
  const reasonsOf = (shared: boolean, which = failed) =>
    which.flatMap(({ reason, isShared = false }) => (isShared === shared ? [reason] : []));
  const [reasons, away] = [reasonsOf(false), reasonsOf(true)];
  const unlogged = failed.filter(({ isLogged }) => !isLogged);
  // Numbers in a cause change all the time, so they are ignored.
  const summary = unlogged.map(({ name, err }) => `${name}: ${causeOf(err)}`.replace(/\d+/g, '')).join('; ');
  if (summary !== state.logged) {
    const err = unlogged[0]?.err;
    const cause = unlogged.map((one) => `${one.name}: ${causeOf(one.err)}`).join('; ');
    if (unlogged.length > 0) noteCause(system.log, causeOf(err));
    if (reasons.length > 0) system.log.error({ reasons: [...reasons, ...away], cause, err }, 'not ready');
    else if (summary) system.log.error({ away, cause, err }, 'ready, but for a part');
    else system.log.info('ready again');
  }
  state.logged = summary;
  return { reasons, away, checks };
}

const EVERY_MS = 10_000;

/** Checks regularly, so that the log and the metrics show problems even if no one requests /readyz. */
export function watchReadiness(system: System): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = readiness({ system });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function stateOf(system: System): State {
  return {
    probes: probesOf(system).map((probe) => ({ ...probe, failure: remembered(system, probe) })),
    logged: '',
  };
}

/**
 * Returns a function for the error of the probe, undefined if it succeeds. Concurrent calls share one
 * result, which is cached for a while.
 */
function remembered(system: System, { check, maxAgeMs }: Probe): () => Promise<unknown> {
  let last: { answer: Promise<unknown>; until: number } | undefined;
  let running = false;
  return () => {
    if (last && (running || last.until > performance.now())) return last.answer;
    running = true;
    const answer = failureOf(check(system)).finally(() => {
      running = false;
    });
    last = { answer, until: performance.now() + maxAgeMs };
    return answer;
  };
}

async function failureOf(checked: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${WAIT_TIMEOUT_MS} ms`)), WAIT_TIMEOUT_MS);
  });
  try {
    await Promise.race([checked, late]);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    clearTimeout(timer);
  }
}
