import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { follow } from '../../../src/dashboard/api/follow.ts';
import type { Problem } from '../../../src/dashboard/api/problem.ts';
import { DashboardReportStatusDocument } from '../../../src/dashboard/generated/graphql.ts';

const answers: Response[] = [];
const asked = vi.fn(async () => answers.shift() ?? new Promise<Response>(() => undefined));
const refusal = (status: number, message: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ errors: [{ message }] }), { status, headers });
const stream = (text: string) => new Response(text, { headers: { 'content-type': 'text/event-stream' } });

function started() {
  const problems: (Problem | undefined)[] = [];
  const data: unknown[] = [];
  const onProblem = (problem: Problem | undefined) => problems.push(problem);
  const end = follow(
    DashboardReportStatusDocument,
    { id: '1' },
    { onData: (each) => data.push(each), onProblem },
  );
  return { problems, data, end };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  asked.mockClear();
  answers.length = 0;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a refused stream says why in the service’s words, and is asked for again once the service wants that', async () => {
  answers.push(refusal(429, 'No points are left.', { 'retry-after': '30' }));
  const { problems, end } = started();
  await vi.advanceTimersByTimeAsync(29_000);
  expect(problems.at(-1)).toMatchObject({ kind: 'quota', message: 'No points are left.', retryAfterS: 30 });
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveBeenCalledTimes(2);
  end();
});

it('a stream that is refused for good is not asked for again', async () => {
  answers.push(refusal(401, 'Signed out.'));
  const { problems, end } = started();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(problems.at(-1)?.kind).toBe('signed-out');
  expect(asked).toHaveBeenCalledTimes(1);
  end();
});

it('a stream that drops is followed again, one that is complete is not', async () => {
  const message = (data: unknown) => `event: next\ndata: ${JSON.stringify({ data })}\n\n`;
  answers.push(stream(message({ n: 1 })), stream(`${message({ n: 2 })}event: complete\ndata:\n\n`));
  const { data, end } = started();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(data).toEqual([{ n: 1 }, { n: 2 }]);
  expect(asked).toHaveBeenCalledTimes(2);
  end();
});

it('what was ended asks no more', async () => {
  answers.push(refusal(503, 'Busy.', { 'retry-after': '5' }));
  const { end } = started();
  await vi.advanceTimersByTimeAsync(1_000);
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('a stream that pauses says until when, and goes on by itself', async () => {
  const resetAt = new Date(Date.now() + 600_000).toISOString();
  const next = (answer: object) => `event: next\ndata: ${JSON.stringify(answer)}\n\n`;
  const pause = { errors: [{ message: 'Paused.', extensions: { code: 'COST_LIMIT_EXCEEDED', resetAt } }] };
  answers.push(stream(`${next(pause)}${next({ data: { n: 1 } })}event: complete\ndata:\n\n`));
  const { problems, data, end } = started();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(problems.map((problem) => problem && [problem.kind, problem.message, problem.retryAfterS])).toEqual([
    undefined,
    ['quota', 'Paused.', 600],
    undefined,
  ]);
  expect(data).toEqual([{ n: 1 }]);
  expect(asked).toHaveBeenCalledTimes(1);
  end();
});
