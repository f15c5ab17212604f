import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { UnavailableError } from '../../../src/domain/errors.ts';
import { DownloadsAtOnce } from '../../../src/rest/reporting/downloads-at-once.ts';

class Response extends EventEmitter {
  destroyed = false;
}

function begin(downloads: DownloadsAtOnce, customerReportId: string, seatId = 1): EventEmitter {
  const response = new Response();
  downloads.begin({ customerReportId, seatId }, response);
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

test('50 downloads of a seat run at once, 200 in all', () => {
  const downloads = new DownloadsAtOnce();
  for (let seatId = 1; seatId <= 4; seatId += 1) {
    for (let index = 0; index < 50; index += 1) begin(downloads, `${seatId}-${index}`, seatId);
    expect(() => begin(downloads, 'one more', seatId)).toThrow(UnavailableError);
  }
  expect(() => begin(downloads, 'another', 5)).toThrow(UnavailableError);
});

test('a download whose client has gone before it begins is not counted', () => {
  const downloads = new DownloadsAtOnce();
  const gone = Object.assign(new Response(), { destroyed: true });
  for (let index = 0; index < 20; index += 1)
    expect(() => downloads.begin({ customerReportId: 'a', seatId: 1 }, gone)).toThrow('The caller went away');
  begin(downloads, 'a');
});
