import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, flightline, goTo, newPerson, served, signedIn, visitor } from './support/dashboard.ts';

it('the link of the command that npm start prints signs the demo user in with one click, once', async () => {
  const { url } = await flightline<{ url: string }>('dashboard', 'link', '--user', served.userId);
  const { page } = await visitor();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).not.toContain('code=');

  const { page: thief } = await visitor();
  await thief.goto(url);
  await thief.getByText('This link has expired or was used before.').waitFor();
  await thief.reload();
  await thief.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});

it('a link that is pasted signs in, too, and what is none is refused in words', async () => {
  const { userId } = await newPerson('VIEWER');
  const { url } = await flightline<{ url: string }>('dashboard', 'link', '--user', String(userId));
  const { page } = await visitor();
  await page.goto(`${served.origin}/dashboard`);
  await page.getByText('No link and no client?').click();
  await page.getByText('Ask an administrator of your seat').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Sign-in link').fill(`${served.origin}/dashboard`);
  await page.getByRole('button', { name: 'Sign in with the link' }).click();
  await page.getByText('This is not a sign-in link.').waitFor();
  await page.getByLabel('Sign-in link').fill(` ${url} `);
  await page.getByRole('button', { name: 'Sign in with the link' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).not.toContain('code=');
});

it('flightline dashboard link signs anyone else in', async () => {
  const viewer = await newPerson('VIEWER');
  const { url } = await flightline<{ url: string }>('dashboard', 'link', '--user', String(viewer.userId));
  const { page } = await visitor();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

it('a link opened where the dashboard is open already signs in the person it was made for', async () => {
  const { page } = await signedIn();
  const { userId } = await newPerson('VIEWER');
  const { url } = await flightline<{ url: string }>('dashboard', 'link', '--user', String(userId));
  await page.evaluate((address) => {
    location.href = address;
  }, url);
  await page.getByText('you can look at everything').waitFor();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

it('a wrong secret is refused in words, and nothing of the secret stays in the browser', async () => {
  const { page } = await visitor();
  await page.goto(`${served.origin}/dashboard`);
  await page.getByLabel('Client ID').fill(served.clientId);
  await page.getByLabel('Client secret').fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The client ID or the secret is wrong.').waitFor();
  expect(await violations(page)).toEqual([]);

  const signed = await signedIn();
  const kept = await signed.page.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie,
  );
  expect(kept).not.toContain(served.clientSecret);
  expect(kept).not.toContain('flightline_session');
});

it('signing out ends the session, also for a copy of its cookie', async () => {
  const { page } = await signedIn();
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.context().addCookies(cookies);
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

it('a revoked client is out with its next read', async () => {
  const person = await newPerson('EDITOR');
  const { page } = await signedIn(person);
  await goTo(page, '/advertisers');
  await flightline('client', 'revoke', '--client', person.clientId);
  await page.waitForTimeout(1500);
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByText('Your session has ended').waitFor();
  expect(await violations(page)).toEqual([]);
  // Whoever comes for the first time has no session that could end.
  const { page: stranger } = await visitor();
  await stranger.goto(`${served.origin}/dashboard`);
  await stranger.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await stranger.getByText('Your session has ended').count()).toBe(0);
});

it('revoking the client that one is signed in with says what that means', async () => {
  const person = await newPerson('ADMIN');
  const other = await newPerson('EDITOR');
  const { page } = await signedIn(person);
  await goTo(page, '/clients');
  for (const [{ clientId }, count] of [
    [other, 0],
    [person, 1],
  ] as const) {
    await page.getByRole('button', { name: `Revoke of client ${clientId}` }).click();
    await page
      .getByRole('dialog')
      .getByText(/are refused within/)
      .waitFor();
    expect(await page.getByText('You are signed in with this client').count()).toBe(count);
    await page.keyboard.press('Escape');
  }
});

it('another seat sees nothing of this one', async () => {
  const { seatId } = await flightline<{ seatId: number }>('seat', 'create', '--name', 'Another seat');
  const { page } = await signedIn(await newPerson('ADMIN', seatId));
  await goTo(page, '/lines/1');
  await page.getByText('This seat has no line 1.').waitFor();
  const { advertisers } = await ask<{ advertisers: { totalCount: number } }>(
    page,
    '{ advertisers { totalCount } }',
  );
  expect(advertisers.totalCount).toBe(0);
});

it('the page cannot be framed, and its cookie is of no use to a page of another port', async () => {
  const { page } = await signedIn();
  const other = await page.context().newPage();
  const elsewhere = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<title>elsewhere</title><iframe src="${served.origin}/dashboard"></iframe>`),
  ).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  onTestFinished(() => void elsewhere.close());
  await other.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
  const frame = other.frames().find((each) => each !== other.mainFrame());
  expect(frame?.url()).toMatch(/^chrome-error:/);
  const attempt = await other.evaluate(async (origin) => {
    const body = JSON.stringify({
      query: 'mutation { updateLine(input: {id: "1", status: PAUSED}) { __typename } }',
    });
    const simple = { method: 'POST', credentials: 'include', mode: 'no-cors', body } as const;
    await fetch(`${origin}/graphql`, { ...simple, headers: { 'content-type': 'text/plain' } });
    const headers = { 'content-type': 'application/json', 'x-flightline-dashboard': '1' };
    return fetch(`${origin}/graphql`, { method: 'POST', credentials: 'include', headers, body }).then(
      ({ status }) => status,
      () => 'blocked',
    );
  }, served.origin);
  expect(attempt).toBe('blocked');
  const { line } = await ask<{ line: { status: string } }>(page, '{ line(id: "1") { status } }');
  expect(line.status).toBe('ACTIVE');
});

it('the query of a part opens in GraphiQL, and runs there as whoever is signed in', async () => {
  const { page } = await signedIn();
  await goTo(page, '/lines/1');
  await page.getByRole('button', { name: 'More for Flights' }).click();
  const opens = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open in GraphiQL' }).click();
  const graphiql = await opens;
  await graphiql.getByText('who is signed in to the dashboard').waitFor();
  expect(await graphiql.getByLabel('Access token').isVisible()).toBe(false);
  await graphiql.locator('.graphiql-execute-button').click();
  await graphiql.locator('.result-window').getByText('"databaseId": 1').first().waitFor();
  // Whoever is not signed in is asked for a token, as before.
  const { page: stranger } = await visitor();
  await stranger.goto(`${served.origin}/graphql`);
  await stranger.getByLabel('Access token').waitFor();
  expect(await stranger.getByText('who is signed in to the dashboard').isVisible()).toBe(false);
});
