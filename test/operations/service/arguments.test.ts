import { expect, test } from 'vitest';
import { answerArguments } from '../../../src/operations/service/arguments.ts';

test('the service starts without arguments only', () => {
  expect(answerArguments([])).toBeUndefined();
  expect(answerArguments(['--help'])).toMatchObject({ code: 0, text: expect.stringMatching(/^Usage: /) });
  expect(answerArguments(['migrate'])).toMatchObject({
    code: 2,
    text: expect.stringMatching(/^Unknown argument: migrate\n/),
  });
});
