import { expect, it } from 'vitest';
import { itemIssue, itemsIn } from '../../../src/dashboard/pages/library/native-lists/native-items.ts';
import { isNumber, isWhole } from '../../../src/dashboard/parts/fields/numbers.ts';
import { issueAt, labelAt, wordsOf } from '../../../src/dashboard/parts/issue.ts';

it('the path at the start of the service’s words becomes the label of its field, the rest stays', () => {
  expect(issueAt('schedules[0].budget', 'schedules[0].budget must be at least 0', 'Budget')).toBe(
    'Budget must be at least 0',
  );
  expect(issueAt('endDate', 'endDate must be after startDate')).toBe('End must be after start');
  expect(issueAt('name', 'Something else')).toBe('Something else');
  expect(labelAt('schedules[1].endDate')).toBe('Flights, row 2: end');
  expect(labelAt('contact.city')).toBe('Contact: city');
  expect(wordsOf({ message: 'Refused.', issues: new Map() })).toEqual(['Refused.']);
  expect(wordsOf({ message: '', issues: new Map([['bidPrice', 'bidPrice must be at least 0']]) })).toEqual([
    'Bid must be at least 0',
  ]);
});

it('numbers that GraphQL would not coerce are told apart before they are sent', () => {
  expect(['1', '-0.5', '12.50'].every(isNumber)).toBe(true);
  expect(['1,5', 'much', '1e3', '0x10', '.5', ''].some(isNumber)).toBe(false);
  expect(['0', '2147483647'].every(isWhole)).toBe(true);
  expect(['2147483648', '-1', '1.5', 'abc', ''].some(isWhole)).toBe(false);
});

it('sites are typed one a line, addresses become hosts, and what is refused is named by its line', () => {
  const text = 'https://www.gossip.example/page?a=1\n\n bad site \r\ngossip.example\nbad site\n';
  expect(itemsIn(text).map(({ itemName }) => itemName)).toEqual([
    'www.gossip.example',
    'bad site',
    'gossip.example',
  ]);
  expect(itemIssue(text, 'items[1].itemName', 'items[1].itemName must be a domain')).toBe(
    'Row 3, “bad site”, must be a domain',
  );
  expect(itemIssue(text, 'name', 'name is required')).toBe('Name is required');
});
