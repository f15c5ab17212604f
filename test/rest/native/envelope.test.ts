import { expect, it } from 'vitest';
import { timestamp } from '../../../src/rest/native/envelope.ts';

it('writes times as yyyy-MM-dd H:mm:ss in UTC, the hour without a leading zero', () => {
  expect(timestamp(new Date('2026-01-02T03:04:05.678Z'))).toBe('2026-01-02 3:04:05');
  expect(timestamp(new Date('2026-01-02T00:00:00Z'))).toBe('2026-01-02 0:00:00');
  expect(timestamp(new Date('2026-12-31T23:59:59Z'))).toBe('2026-12-31 23:59:59');
});
