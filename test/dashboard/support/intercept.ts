import type { Page, Route } from 'playwright-core';

type Answer = (route: Route) => Promise<void>;

/** Answers the operation of that name in the service's place, until what is returned is called. */
export async function intercept(page: Page, operation: string, answer: Answer): Promise<() => Promise<void>> {
  const handler = (route: Route) =>
    route.request().postData()?.includes(operation) ? answer(route) : route.continue();
  await page.route('**/graphql', handler);
  return () => page.unroute('**/graphql', handler);
}

/** A refusal as the service words it. */
export const refuse =
  (status: number, message: string, headers = {}): Answer =>
  (route) =>
    route.fulfill({
      status,
      headers,
      contentType: 'application/json',
      body: JSON.stringify({ errors: [{ message }] }),
    });

/** Holds an answer back for so long. */
export const delay =
  (ms: number): Answer =>
  async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => undefined);
  };
