import { expect, test } from 'vitest';
import { attachmentOf } from '../../../src/rest/reporting/file-name.ts';

test.each([
  ['', 'attachment; filename="report-1.csv"'],
  ['By country 2026', `attachment; filename="By country 2026.csv"; filename*=UTF-8''By%20country%202026.csv`],
  ['Größe', `attachment; filename="Gr__e.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.csv`],
  ['../a"b\r\nX: y', `attachment; filename="a b X y.csv"; filename*=UTF-8''a%20b%20X%20y.csv`],
  ['it’s (1)', `attachment; filename="it_s (1).csv"; filename*=UTF-8''it%E2%80%99s%20%281%29.csv`],
  ['\ud800', 'attachment; filename="report-1.csv"'],
])('a file that is to be called %j is named so that any browser can store it', (wanted, header) => {
  expect(attachmentOf(wanted, 'report-1')).toBe(header);
});
