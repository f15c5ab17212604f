/** What browsers and people take for one double-click. */
const DOUBLE_CLICK_MS = 500;

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/**
 * Keeps a write from being sent twice. The second click of a double-click comes before React has drawn the button as
 * disabled, or after a quick answer; a retry after a lost answer carries the same `Idempotency-Key`.
 */
export function newWriteGuard(now: () => number = () => performance.now()) {
  let isUnderWay = false;
  let doneAt = Number.NEGATIVE_INFINITY;
  let done: string | undefined;
  let kept: { readonly text: string; readonly key: string } | undefined;
  return {
    /** Undefined for a call that repeats one under way, or one that was carried out a moment ago. */
    async once<Answer>(
      variables: unknown,
      run: () => Promise<Answer | undefined>,
    ): Promise<Answer | undefined> {
      const text = JSON.stringify(variables);
      if (isUnderWay || (text === done && now() - doneAt < DOUBLE_CLICK_MS)) return undefined;
      isUnderWay = true;
      done = text;
      try {
        return await run();
      } finally {
        isUnderWay = false;
      }
    },
    /** The same for the same variables until the service has answered. */
    keyOf(variables: unknown): string {
      const text = JSON.stringify(variables);
      if (kept?.text !== text) kept = { text, key: newKey() };
      return kept.key;
    },
    /** What was refused can be sent again at once. */
    answered(isDone: boolean): void {
      kept = undefined;
      if (isDone) doneAt = now();
    },
  };
}
