import { expect, it } from 'vitest';
import { advertiserInput } from '../../support/traffic/traffic.ts';
import { violations } from '../support/axe.ts';
import { ask, goTo, signedIn } from '../support/dashboard.ts';

const NAMES = [
  '<img src=x onerror="globalThis.hacked=1">',
  '"><script>globalThis.hacked=1</script>',
  'javascript:globalThis.hacked=1',
  '\u202Eevil reversed\u202C',
  'שלום advertiser',
  'W'.repeat(255),
  '{{constructor.constructor("globalThis.hacked=1")()}}',
];

it('names are text, whatever they hold, on every page that shows them', async () => {
  const { page, complaints } = await signedIn(undefined, { viewport: { width: 390, height: 844 } });
  const create = `mutation ($input: CreateAdvertiserInput!) { createAdvertiser(input: $input) {
    __typename ... on CreateAdvertiserPayload { advertiser { databaseId } } ... on Error { message } } }`;
  const ids: number[] = [];
  for (const name of NAMES) {
    const { createAdvertiser: made } = await ask<{ createAdvertiser: Made }>(page, create, {
      input: advertiserInput({ name }),
    });
    if (made.advertiser) ids.push(made.advertiser.databaseId);
    else expect(made.message).toBe('created');
  }
  for (const route of [
    '/advertisers',
    '/lines?q=hacked',
    '/history',
    '/reports/new',
    ...ids.map((id) => `/advertisers/${id}`),
  ]) {
    await goTo(page, route);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      route,
    ).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => 'hacked' in globalThis), route).toBe(false);
    expect(await page.locator('#content img, #content script').count(), route).toBe(0);
  }
  expect(await violations(page)).toEqual([]);
  // Lists whose advertiser is chosen from all.
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const things of ['creatives', 'lists', 'audiences', 'product-sets']) {
    await goTo(page, `/library/${things}`);
    await page
      .getByLabel('Advertiser', { exact: true })
      .locator('option', { hasText: 'WWWW' })
      .waitFor({ state: 'attached' });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      things,
    ).toBeLessThanOrEqual(0);
  }
  expect(complaints).toEqual([]);
});
interface Made {
  readonly advertiser?: { readonly databaseId: number };
  readonly message?: string;
}

it('what creatives say is text as well, in previews of every size', async () => {
  const { page, complaints } = await signedIn(undefined, { viewport: { width: 390, height: 844 } });
  const create = `mutation ($input: CreateCreativeInput!) { createCreative(input: $input) {
    __typename ... on CreateCreativePayload { creative { id } } ... on Error { message } } }`;
  const show = `mutation ($creative: ID!) { createAd(input: {lineId: "9", creativeId: $creative, status: ACTIVE}) {
    ... on CreateAdPayload { ad { databaseId } } ... on Error { message } } }`;
  const { line } = await ask<{ line: { advertiser: { id: string } } }>(
    page,
    '{ line(id: "9") { advertiser { id } } }',
  );
  const routes = ['/lines/9', '/ads?q=hacked'];
  for (const name of NAMES) {
    const texts = { name, title: name, description: name, landingUrl: `https://${'w'.repeat(60)}.example/` };
    const { createCreative } = await ask<{ createCreative: { creative?: { id: string }; message?: string } }>(
      page,
      create,
      { input: { ...texts, advertiserId: line.advertiser.id, mediaType: 'NATIVE' } },
    );
    expect(createCreative.message, name).toBeUndefined();
    const { createAd } = await ask<{ createAd: { ad: { databaseId: number } } }>(page, show, {
      creative: createCreative.creative?.id,
    });
    routes.push(`/ads/${createAd.ad.databaseId}`);
  }
  for (const route of routes) {
    await goTo(page, route);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, route).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => 'hacked' in globalThis), route).toBe(false);
    expect(await page.locator('#content img, #content script, #content a[href^="javascript:"]').count()).toBe(
      0,
    );
  }
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('the address of a creative that is a script is refused by the service, so no link can carry it', async () => {
  const { page } = await signedIn();
  const { createCreative } = await ask<{ createCreative: { __typename: string } }>(
    page,
    `mutation { createCreative(input: {advertiserId: "1", mediaType: NATIVE, name: "x", title: "x", description: "x",
      landingUrl: "javascript:alert(1)"}) { __typename } }`,
  );
  expect(createCreative.__typename).toBe('ValidationError');
});
