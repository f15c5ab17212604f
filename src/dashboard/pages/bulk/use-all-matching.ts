import { useEffect, useRef, useState } from 'react';
import type { Problem } from '../../api/problem.ts';

/** Rows that match a filter, page after page. */
export type Load<Row> = (
  after: string | null,
  signal: AbortSignal,
) => Promise<{
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null | undefined };
}>;

/** More rows than these are changed in parts. */
export const MAX_SELECTED = 5000;

/** Reads all rows that match, and hands them on when it has them all. */
export function useAllMatching<Row>(load: Load<Row>, onLoaded: (rows: readonly Row[]) => void) {
  const [loaded, setLoaded] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const control = useRef<AbortController>(undefined);
  const stop = () => control.current?.abort();
  useEffect(() => () => control.current?.abort(), []);
  async function run() {
    stop();
    control.current = new AbortController();
    const { signal } = control.current;
    setProblem(undefined);
    setLoaded(0);
    try {
      const rows = await readAll(load, signal, setLoaded);
      if (!signal.aborted) onLoaded(rows);
    } catch (error) {
      if (!signal.aborted) setProblem((error as Problem).message);
    }
    if (control.current?.signal === signal) setLoaded(undefined);
  }
  return { run, stop, isBusy: loaded !== undefined, loaded: loaded ?? 0, problem };
}

async function readAll<Row>(
  load: Load<Row>,
  signal: AbortSignal,
  onCount: (count: number) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo }: Awaited<ReturnType<Load<Row>>> = await load(after, signal);
    rows.push(...nodes);
    onCount(rows.length);
    after = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  } while (after !== null && rows.length < MAX_SELECTED);
  return rows.slice(0, MAX_SELECTED);
}
