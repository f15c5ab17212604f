import type { Browser, Locator, Page } from 'playwright-core';

const SCROLL_MS = 8000;
const PX_A_FRAME = 400;
const MARK = 'scroll';

/** The wait for one frame and for how much of it the page's main thread worked on a processor, in milliseconds. */
export interface Frame {
  readonly wait: number;
  readonly work: number;
}

interface Scrolled {
  readonly browser: Browser;
  readonly page: Page;
  readonly box: Locator;
}

/** In microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** On a processor. */
  readonly tdur?: number;
}

/** Scrolls a box for some seconds; each frame counts, from the first. */
export async function scrolledFrames({ browser, page, box }: Scrolled): Promise<Frame[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] });
  const times = await box.evaluate(
    async (element, { duration, distance, mark }) => {
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const start = await frame();
      const { startTime } = performance.mark(mark);
      const found = [start - startTime];
      for (let at = start; at - start < duration; ) {
        element.scrollBy(0, distance);
        at = await frame();
        found.push(at - startTime);
      }
      return found;
    },
    { duration: SCROLL_MS, distance: PX_A_FRAME, mark: MARK },
  );
  const trace: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  return framesOf(times, trace.traceEvents);
}

/** A late frame in which the main thread hardly worked was late because other processes had the processors. */
function framesOf(times: readonly number[], events: readonly TraceEvent[]): Frame[] {
  const mark = events.find(({ name }) => name === MARK);
  if (!mark) throw new Error('The trace does not have the mark of the scroll.');
  const tasks = events.filter(
    ({ name, ph, pid, tid }) =>
      name === 'ThreadControllerImpl::RunTask' && ph === 'X' && pid === mark.pid && tid === mark.tid,
  );
  return times.slice(1).map((time, at) => {
    const [from, to] = [times[at] ?? 0, time].map((ms) => mark.ts + ms * 1000) as [number, number];
    const work = tasks.reduce((sum, { ts, dur = 0, tdur = 0 }) => {
      const shared = Math.min(to, ts + dur) - Math.max(from, ts);
      return shared > 0 ? sum + (tdur * shared) / dur : sum;
    }, 0);
    return { wait: (to - from) / 1000, work: work / 1000 };
  });
}
