import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { reportingService } from '../rest/reporting/support.ts';
import { cliOn } from '../support/cli.ts';
import { csvOf } from '../warehouse/support.ts';

const service = await reportingService();
const cli = cliOn(service.system);
const client = await service.client();
const { ids } = await service.advertiser(client, { currency: 'EUR' });

async function file(name: string, text: string): Promise<string> {
  const place = path.join(service.dataDir, name);
  await writeFile(place, text);
  return place;
}

test('facts load returns the rows, once per content, and reports read them', async () => {
  const place = await file(
    'facts.csv',
    csvOf([
      { ...ids, impressions: 4 },
      { ...ids, impressions: 5 },
    ]),
  );
  for (let time = 0; time < 2; time += 1)
    expect(await cli('facts', 'load', place, '--json')).toEqual({
      code: 0,
      stdout: '{"rows":2}\n',
      stderr: '',
    });
  const { cells } = await service.run(client, {
    dateTypeId: 10,
    intervalTypeId: 1,
    reportOption: { metricTypeIds: [1] },
  });
  expect(cells).toEqual([['Impressions'], ['9']]);
});

test('facts load refuses a bad file whole and names its lines', async () => {
  const { code, stdout, stderr } = await cli(
    'facts',
    'load',
    await file('bad.csv', csvOf([{ ...ids }, { ...ids, country: 'x' }])),
    '--json',
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    refused: 1,
    lines: [{ line: 3, problems: [expect.stringMatching(/^country/)] }],
  });
  expect(stderr).toContain('line 3: country');
});

test.each([
  ['facts', 'load'],
  ['fx', 'load'],
  ['dictionary', 'load', 'device'],
  ['feed', 'load', '--advertiser', String(ids.advertiserId)],
])('a file that cannot be read is refused by name: %s %s', async (...command) => {
  for (const [place, code] of [
    [path.join(service.dataDir, 'none.csv'), 'ENOENT'],
    [service.dataDir, 'EISDIR'],
  ] as const) {
    const message = `Cannot read ${place}: ${code}.`;
    expect(await cli(...command, place, '--json')).toEqual({
      code: 1,
      stdout: `${JSON.stringify({ error: message })}\n`,
      stderr: `${message}\n`,
    });
  }
});

test('facts load shows its progress on a terminal, of months in percent, and leaves an empty line', async () => {
  const hours = ['2026-01-05T10:00:00Z', '2026-02-05T10:00:00Z', '2026-03-05T10:00:00Z'];
  const place = await file(
    'months.csv',
    csvOf(hours.map((hour) => ({ ...ids, advertiserId: 2_000_000_000, hour }))),
  );
  const before = process.stderr.isTTY;
  process.stderr.isTTY = true;
  try {
    const { code, stdout, stderr } = await cli('facts', 'load', place, '--json');
    expect([code, stdout]).toEqual([0, '{"rows":3}\n']);
    const clear = '\r\u001b[K';
    const shown = stderr.split(clear);
    expect(shown.filter((step) => !step.startsWith('checking'))).toEqual([
      '',
      'hashing 0 %',
      'writing 0 %',
      'writing 33 %',
      'writing 66 %',
      'registering 100 %',
      '',
    ]);
    expect(shown).toContain('checking 0 %');
  } finally {
    process.stderr.isTTY = before;
  }
});

test('facts copy is refused without a ClickHouse to copy to', async () => {
  const error = 'FLIGHTLINE_WAREHOUSE_URL is not set.';
  expect(await cli('facts', 'copy', '--json')).toMatchObject({
    code: 1,
    stdout: `${JSON.stringify({ error })}\n`,
  });
});

test('facts close marks a day, and the close of books says so', async () => {
  const args = ['facts', 'close', '--advertiser', String(ids.advertiserId), '--day', '2026-01-05', '--json'];
  expect((await cli(...args)).code).toBe(0);
  const { body } = await service.call(
    client,
    'GET',
    `/extreport/cob?advertiserId=${ids.advertiserId}&day=20260105`,
  );
  expect(body.dayClosed).toBe(true);
  expect((await cli('facts', 'close', '--advertiser', '99999', '--day', '2026-01-05')).code).toBe(1);
  for (const day of ['2026-02-30', '2026-0205', '202602-05'])
    expect((await cli('facts', 'close', '--advertiser', String(ids.advertiserId), '--day', day)).code).toBe(
      1,
    );
});

test('fx load stores rates whole or not at all', async () => {
  const bad = await file('bad-fx.csv', 'day,currency,usdPerUnit\n2026-01-01,EUR,1.1\n2026-13-01,eur,-1\n');
  const refused = await cli('fx', 'load', bad);
  expect([refused.code, refused.stderr.match(/line 3/g)?.length]).toEqual([1, 3]);
  expect(await service.system.db.fxRate.count()).toBe(0);
  const good = await file(
    'fx.csv',
    'day,currency,usdPerUnit\n2026-01-01,EUR,1.1\n2026-02-01,EUR,1.25\n2026-02-01,EUR,2\n',
  );
  for (const [name, text] of [
    ['gap.csv', 'day,currency,usdPerUnit\n\n2026-0101,EUR,1.1\n'],
    ['blank.csv', 'day,currency,usdPerUnit\n2026-01-01,EUR,1.1\n\n2026-01-02,EUR,x\n'],
  ] as const) {
    const { code, stderr } = await cli('fx', 'load', await file(name, text));
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^line [34]: (day|usdPerUnit) must be [^\n]+\n$/),
    ]);
  }
  expect(await service.system.db.fxRate.count()).toBe(0);
  expect(await cli('fx', 'load', good, '--json')).toMatchObject({ code: 0, stdout: '{"rows":3}\n' });
  const { cells } = await service.run(client, {
    dateTypeId: 10,
    intervalTypeId: 1,
    currency: 2,
    reportOption: { metricTypeIds: [10002] },
  });
  expect(cells).toEqual([['Spend'], ['0.250000']]);
});
