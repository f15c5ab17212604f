import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { UnavailableError } from '../../../src/domain/errors.ts';
import { DownloadsAtOnce } from '../../../src/rest/reporting/downloads-at-once.ts';

function begin(downloads: DownloadsAtOnce, report: string): EventEmitter {
  const response = new EventEmitter();
  downloads.begin(report, response);
  return response;
}

test('a report is downloaded 20 times at once; the next begins when one of them has closed', () => {
  const downloads = new DownloadsAtOnce();
  const [first] = Array.from({ length: 20 }, () => begin(downloads, 'a'));
  expect(() => begin(downloads, 'a')).toThrow(UnavailableError);
  begin(downloads, 'b');
  first?.emit('close');
  begin(downloads, 'a');
  expect(() => begin(downloads, 'a')).toThrow(UnavailableError);
});

test('200 downloads run at once', () => {
  const downloads = new DownloadsAtOnce();
  for (let report = 0; report < 10; report += 1)
    for (let index = 0; index < 20; index += 1) begin(downloads, `${report}`);
  expect(() => begin(downloads, 'another')).toThrow(UnavailableError);
});
