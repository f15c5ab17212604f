import { describe, expect, test } from 'vitest';
import { checkStatus } from '../../../../src/domain/campaigns/line/status.ts';
import { Problems } from '../../../../src/resources/define/input.ts';

describe('checkStatus', () => {
  test.each([
    [undefined, 'PAUSED', false, true],
    [undefined, 'INACTIVE', false, true],
    [undefined, 'ACTIVE', true, false],
    ['PAUSED', 'ACTIVE', false, false],
    ['PAUSED', 'ACTIVE', true, true],
    ['PAUSED', 'INACTIVE', false, true],
    ['INACTIVE', 'ACTIVE', false, false],
    ['INACTIVE', 'ACTIVE', true, true],
    ['INACTIVE', 'PAUSED', false, true],
    ['ACTIVE', 'ACTIVE', true, true],
    ['ACTIVE', 'PAUSED', true, true],
    ['ACTIVE', 'INACTIVE', true, true],
    ['ACTIVE', 'NOT_STARTED', true, false],
  ])('from %s to %s, with geography %s: allowed %s', (from, to, hasGeography, allowed) => {
    const problems = new Problems();
    checkStatus({ problems, from, to, hasGeography });
    expect(problems.issues.map(({ path }) => path)).toEqual(allowed ? [] : ['status']);
  });
});
