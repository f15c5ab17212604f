import { test } from 'vitest';
import { CAUSES } from '../../src/platform/log/cause.ts';
import { expectInRunbook } from './support.ts';

test.each([...new Set(Object.values(CAUSES))])('the runbook says what to do about "%s"', (cause) => {
  expectInRunbook(`\`${cause}\``);
});
