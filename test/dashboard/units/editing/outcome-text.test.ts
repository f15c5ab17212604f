import '../../../support/browser-language.ts';
import { expect, it } from 'vitest';

import { doneText, failedText } from '../../../../src/dashboard/api/outcome-text.ts';

const done = (...changes: { path: string; after?: unknown }[]) => ({ __typename: 'SomePayload', changes });
const refused = { __typename: 'ConflictError', message: 'It was changed.' };

it('what was saved is said with what changed of it', () => {
  const bid = { path: 'bidPrice', after: '2' };
  expect(doneText({ updateLine: done(bid, { path: 'status', after: 'PAUSED' }) })).toBe(
    'Line saved: bid, status paused',
  );
  expect(doneText({ updateLine: done(bid, bid, bid, bid) })).toBe('Line saved: bid, bid, bid and 1 more');
  expect(doneText({ createCampaign: done(bid) })).toBe('Campaign created');
  expect(doneText({ deleteSavedReport: { __typename: 'DeleteSavedReportPayload' } })).toBe(
    'Saved report deleted',
  );
  expect(doneText({ createApiClient: done() })).toBe('API client created');
  expect(doneText({ testWebhook: done() })).toBe('Webhook sent a test');
  expect(doneText({ updateLine: refused })).toBeUndefined();
  expect(doneText({ updateLines: [done(bid)] })).toBeUndefined();
});

it('what became of a closed form is said, with the reason if it was refused', () => {
  expect(failedText({ updateLine: refused })).toBe('not saved: It was changed.');
  expect(failedText({ updateLines: [done(), refused] })).toBe('1 of 2 changes not saved: It was changed.');
  expect(failedText({ updateLines: [done(), done()] })).toBe('2 changes saved');
});

it.each([
  ['restoreSandboxSnapshot', 'Sandbox snapshot restored'],
  ['removeSandboxSnapshot', 'Sandbox snapshot removed'],
  ['takeSandboxSnapshot', 'Sandbox snapshot taken'],
  ['advanceSandboxClock', 'Sandbox clock moved ahead'],
  ['resetSandbox', 'Sandbox reset'],
])('%s is told as what it does', (name, text) => {
  expect(doneText({ [name]: { __typename: 'Payload' } })).toBe(text);
});
