import { describe, expect, it } from 'vitest';
import type { SandboxCall } from '../../../src/domain/sandbox/certify/calls.ts';
import { CHECKS } from '../../../src/domain/sandbox/certify/checks.ts';

const START = Date.parse('2027-01-01T00:00:00Z');
const seconds = (count: number) => new Date(START + count * 1000);

const call = (at: number, overrides: Partial<SandboxCall> = {}): SandboxCall => ({
  clientId: 'c',
  at: seconds(at),
  method: 'POST',
  path: '/traffic/advertisers',
  status: 200,
  bodyHash: 'a',
  idempotencyKey: 'k',
  replayed: false,
  fault: null,
  retryAfter: null,
  accept: '*/*',
  tokenExpiresAt: seconds(3599),
  ...overrides,
});
const judge = (name: string, calls: SandboxCall[]) => CHECKS[name]?.(calls);

it.each(Object.keys(CHECKS))('%s: without evidence it has not passed, and says what to do', (name) => {
  expect(judge(name, [])).toEqual({ passed: false, detail: expect.stringMatching(/^Not seen: /) });
});

describe('renews tokens in time', () => {
  const name = 'renews tokens in time';
  const renewed = call(4000, { tokenExpiresAt: seconds(7500) });

  it('passes with a second token after the first expired, and after one refusal', () => {
    expect(judge(name, [call(1), renewed])).toMatchObject({ passed: true });
    expect(judge(name, [call(1), call(3999, { status: 401 }), renewed])).toMatchObject({ passed: true });
  });

  it('fails when a token is used again after it was refused', () => {
    const expired = [call(3999, { status: 401 }), call(4000, { status: 401 })];
    expect(judge(name, [call(1), ...expired, renewed])).toMatchObject({ passed: false });
  });
});

describe('retries with the same key', () => {
  const name = 'retries with the same key';

  it('passes with the key of the first try', () => {
    expect(judge(name, [call(1, { status: 503 }), call(2)])).toMatchObject({ passed: true });
  });

  it.each([
    [null, null],
    ['k', 'other'],
    ['k', null],
  ])('fails with the keys %s and %s', (first, second) => {
    const calls = [call(1, { status: null, idempotencyKey: first }), call(2, { idempotencyKey: second })];
    expect(judge(name, calls)).toMatchObject({ passed: false });
  });
});

describe('honours Retry-After', () => {
  const limited = call(1, { status: 429, retryAfter: 2 });

  it('passes if the call is not made earlier', () => {
    expect(judge('honours Retry-After', [limited, call(3)])).toMatchObject({ passed: true });
  });

  it('fails if the call is made too early', () => {
    expect(judge('honours Retry-After', [limited, call(2)])).toMatchObject({ passed: false });
  });
});

describe('polls gently', () => {
  const poll = (at: number) => call(at, { method: 'GET', path: '/extreport/abc', bodyHash: null });

  it('passes with a second between two polls of a report', () => {
    expect(judge('polls gently', [poll(1), poll(2), poll(3)])).toMatchObject({ passed: true });
  });

  it('fails in a loop without a pause', () => {
    expect(judge('polls gently', [poll(1), poll(1.02)])).toMatchObject({ passed: false });
  });

  it('counts no questions about the close of books', () => {
    const cob = (at: number) => call(at, { method: 'GET', path: '/extreport/cob', bodyHash: null });
    expect(judge('polls gently', [poll(1), cob(1.1), cob(1.2), poll(2)])).toMatchObject({ passed: true });
    const detail = expect.stringContaining('Not seen');
    expect(judge('polls gently', [cob(1), cob(2)])).toMatchObject({ passed: false, detail });
  });
});

describe('reads CSV as text', () => {
  const download = (accept: string, status: number | null = 200) =>
    call(1, { method: 'GET', path: '/extreport/abc/download', accept, status });

  it.each(['*/*', 'text/csv', 'application/json, text/plain, */*'])('passes with %s', (accept) => {
    expect(judge('reads CSV as text', [download(accept)])).toMatchObject({ passed: true });
  });

  it('fails for a client that wants JSON, and for half a file', () => {
    expect(judge('reads CSV as text', [download('application/json')])).toMatchObject({ passed: false });
    expect(judge('reads CSV as text', [download('*/*', null)])).toMatchObject({ passed: false });
  });
});

describe('survives a lost answer', () => {
  const name = 'survives a lost answer';
  const lost = call(1, { status: null, fault: 'lose-answer;times=1' });

  it('passes when the repetition is answered with what was lost', () => {
    expect(judge(name, [lost, call(2, { replayed: true })])).toMatchObject({ passed: true });
  });

  it('fails when it is carried out twice', () => {
    expect(judge(name, [lost, call(2, { idempotencyKey: 'other' })])).toMatchObject({ passed: false });
  });
});
