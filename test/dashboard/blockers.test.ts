import { expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import { ask, goTo, newPerson, signedIn } from './support/dashboard.ts';

interface Found {
  readonly lines: {
    readonly nodes: readonly {
      databaseId: number;
      deliveryBlockers: readonly unknown[];
      campaign: { id: string; name: string };
      ads: { nodes: readonly { databaseId: number; deliveryBlockers: readonly unknown[] }[] };
    }[];
  };
}
const DELIVERING = `{ lines(first: 3, filter: { status: ACTIVE }) { nodes {
  databaseId deliveryBlockers { code } campaign { id name }
  ads(first: 2, filter: { status: ACTIVE }) { nodes { databaseId deliveryBlockers { code } } } } } }`;
const SET = `mutation ($id: ID!, $status: NativeStatus!) {
  updateCampaign(input: { id: $id, status: $status }) { __typename } }`;

it('a line and its ad say why they do not deliver, and the reason is cured where it is said', async () => {
  const { page } = await signedIn();
  const { lines } = await ask<Found>(page, DELIVERING);
  const line = lines.nodes.find(
    ({ ads, deliveryBlockers }) =>
      !deliveryBlockers[0] && ads.nodes.some(({ deliveryBlockers }) => !deliveryBlockers[0]),
  );
  const ad = line?.ads.nodes.find(({ deliveryBlockers }) => !deliveryBlockers[0]);
  if (!line || !ad) throw new Error('No line of the demo seat delivers.');
  const { id, name } = line.campaign;
  const note = page.getByRole('note');

  await goTo(page, `/lines/${line.databaseId}`);
  expect(await note.count()).toBe(0);
  await ask(page, SET, { id, status: 'PAUSED' });
  try {
    await goTo(page, `/ads/${ad.databaseId}`);
    await note.getByText('This ad is not delivering').waitFor();
    await note.getByRole('link', { name }).waitFor();
    expect(await violations(page)).toEqual([]);

    // What was shown a moment ago is read again.
    await goTo(page, `/lines/${line.databaseId}`);
    await note.getByText('This line is not delivering').waitFor();
    await note.getByText('Since').waitFor();
    // Who may only look sees the reason without a button.
    const { page: viewers } = await signedIn(await newPerson('VIEWER'));
    await goTo(viewers, `/lines/${line.databaseId}`);
    const seen = viewers.getByRole('note');
    await seen.getByText('This line is not delivering').waitFor();
    expect(await seen.getByRole('button').count()).toBe(0);
    await note.getByRole('button', { name: 'Activate campaign' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activate campaign' });
    // Nothing is written before it is shown.
    await dialog.getByRole('region', { name: 'What will change' }).getByText('Active').waitFor();
    await dialog.getByRole('button', { name: 'Activate' }).click();
    // The blocker, and the alert about it.
    await expect.poll(() => note.count()).toBe(0);
  } finally {
    await ask(page, SET, { id, status: 'ACTIVE' });
  }
});
