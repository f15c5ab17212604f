import { expect, test, vi } from 'vitest';
import { removeExpired } from '../../../src/operations/worker/maintenance.ts';
import { reportingService } from '../../rest/reporting/support.ts';
import { type TestClient, tokenFor } from '../../support/actors.ts';

vi.setConfig({ testTimeout: 60_000 });

const service = await reportingService();
const { system } = service;
const owner = await service.client();
const { ids } = await service.advertiser(owner);
await service.load([{ ...ids, hour: '2026-03-10T03:00:00Z' }]);
const payload = {
  dateTypeId: 10,
  intervalTypeId: 1,
  reportOption: { timezone: 'Etc/GMT', currency: 4, dimensionTypeIds: [4], metricTypeIds: [1] },
};

const change = async (verb: 'link' | 'unlink', input: object, as: TestClient = owner) => {
  const Name = verb === 'link' ? 'LinkSavedReport' : 'UnlinkSavedReport';
  const query = `mutation ($input: ${Name}Input!) { result: ${verb}SavedReport(input: $input) { __typename
    ... on ${Name}Payload { savedReport { link { url expiresAt createdBy { databaseId } } } changes { path } }
    ... on ValidationError { issues { path message } } } }`;
  const headers = { authorization: `Bearer ${await tokenFor(system, as)}` };
  const body = { query, variables: { input } };
  const response = await service.app.inject({ method: 'POST', url: '/graphql', headers, payload: body });
  return response.json().data.result;
};
const save = async (as: TestClient = owner, lastReport: string | null = null) => {
  const data = { seatId: as.seatId, userId: as.userId, name: 'By the week', payload, lastReport };
  return `SavedReport:${(await system.db.savedReport.create({ data })).id}`;
};
const made = async () => (await service.run(owner, payload)).report.customerReportId as string;
const status = async (url: string) => (await service.fetchCsv(url)).statusCode;

test('a link serves the newest report of a schedule without an account, until it is withdrawn or replaced', async () => {
  const id = await save();
  const { savedReport, changes } = await change('link', { id, days: 90 });
  const { url, expiresAt, createdBy } = savedReport.link;
  expect(createdBy.databaseId).toBe(owner.userId);
  expect(changes).toEqual([{ path: 'linkUntil' }]);
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(90);
  const none = await service.fetchCsv(url);
  expect([none.statusCode, none.headers['retry-after']]).toEqual([503, '60']);

  const where = { id: Number(id.split(':')[1]) };
  const [first, second] = [await made(), await made()];
  await system.db.savedReport.update({ where, data: { lastReport: first } });
  const file = await service.fetchCsv(url);
  expect(file.statusCode).toBe(200);
  expect(file.headers['content-disposition']).toContain('filename="By the week.csv"');
  expect(file.body.split('\n')[1]).toContain('Advertiser ');
  expect(await status(url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')))).toBe(403);

  // The file stays for as long as the link can serve it, and goes when another takes its place.
  const later = { ...system, now: () => new Date(Date.now() + 30 * 86_400_000) };
  const tidy = () => removeExpired({ system: later, warehouse: service.warehouse });
  await tidy();
  expect(await status(url)).toBe(200);
  await system.db.savedReport.update({ where, data: { lastReport: second } });
  await tidy();
  expect(await status(url)).toBe(410);
  await system.db.savedReport.update({ where, data: { lastReport: await made() } });

  const next = (await change('link', { id })).savedReport.link.url;
  expect(await status(url)).toBe(403);
  expect(await status(next)).toBe(200);
  expect((await change('unlink', { id })).savedReport.link).toBeNull();
  expect(await status(next)).toBe(403);
});

test('a link ends with its time and with the membership of its maker', async () => {
  const maker = await service.client({ seatId: owner.seatId, role: 'EDITOR' });
  const id = await save(owner, await made());
  const { url } = (await change('link', { id, days: 1 }, maker)).savedReport.link;
  expect(await status(url)).toBe(200);
  const where = { id: Number(id.split(':')[1]) };
  const { linkUntil } = await system.db.savedReport.findUniqueOrThrow({ where });
  await system.db.savedReport.update({ where, data: { linkUntil: new Date(Date.now() + 1e12) } });
  // Who can write to the database alone cannot make a link last longer.
  expect(await status(url)).toBe(403);
  await system.db.savedReport.update({ where, data: { linkUntil } });
  await system.db.seatMember.deleteMany({ where: { userId: maker.userId } });
  expect(await status(url)).toBe(403);
});

test('a report of several seats is served by no link: members of one of them see it', async () => {
  const lastReport = await made();
  const { seatId: other } = await service.client();
  const data = { seatIds: [owner.seatId, other] };
  await system.db.report.update({ where: { customerReportId: lastReport }, data });
  const file = await service.fetchCsv(
    (await change('link', { id: await save(owner, lastReport) })).savedReport.link.url,
  );
  expect([file.statusCode, file.body]).toEqual([403, expect.stringContaining('reports of one seat only')]);
});

test('a browser gets a page with a button for the file, or with the reason; programs get the file and JSON', async () => {
  const id = await save(owner, await made());
  const { url } = (await change('link', { id })).savedReport.link;
  const visit = (address: string) => {
    const { pathname, search } = new URL(address);
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    return service.app.inject({ url: `${pathname}${search}`, headers });
  };
  const page = await visit(url);
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page.body).toContain('<h1>By the week</h1>');
  expect(page.body).toContain('All time · 1 row');
  const [, address = ''] = /<a href="([^"]+)"/.exec(page.body) ?? [];
  const file = await visit(new URL(address.replaceAll('&amp;', '&'), url).href);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const program = await service.app.inject({
    url: url.slice(new URL(url).origin.length),
    headers: { accept: '*/*' },
  });
  expect(program.headers['content-type']).toBe('text/csv; charset=utf-8');

  const where = { id: Number(id.split(':')[1]) };
  await system.db.savedReport.update({ where, data: { name: '<b>"&', lastReport: null } });
  const none = await visit(url);
  expect([none.statusCode, none.headers['content-type'], none.headers['retry-after']]).toEqual([
    ...[503, 'text/html; charset=utf-8', '60'],
  ]);
  expect(none.body).toContain('No report has been made on a schedule yet.');
  await system.db.savedReport.update({ where, data: { lastReport: await made() } });
  expect((await visit(url)).body).toContain('<h1>&lt;b&gt;&quot;&amp;</h1>');
});

test('viewers and other seats make no link, and it lasts 1 to 90 days', async () => {
  const id = await save();
  const viewer = await service.client({ seatId: owner.seatId, role: 'VIEWER' });
  expect((await change('link', { id }, viewer)).__typename).toBe('ForbiddenError');
  expect((await change('link', { id }, await service.client())).__typename).toBe('NotFoundError');
  for (const [days, message] of [
    [0, 'must be at least 1'],
    [91, 'must be at most 90'],
  ] as const)
    expect((await change('link', { id, days })).issues).toEqual([
      { path: 'days', message: expect.stringContaining(message) },
    ]);
});
