import { Command } from 'commander';
import { expect, test } from 'vitest';
import { GROUPS } from '../../src/cli/support/groups.ts';

test.each(Object.keys(GROUPS))('the help of %s shows the description in its file', async (name) => {
  const program = new Command();
  (await GROUPS[name]?.load())?.register(program);
  const [command, ...others] = program.commands;
  expect([command?.name(), others]).toEqual([name, []]);
  expect(command?.description()).toBe(GROUPS[name]?.description);
});

test('every command has --json and a description, and so has every option', async () => {
  const program = new Command();
  for (const { load } of Object.values(GROUPS)) (await load()).register(program);
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  for (const command of leaves(program)) {
    expect([command.name(), command.options.some(({ long }) => long === '--json')]).toEqual([
      command.name(),
      true,
    ]);
    expect([command.name(), command.description().length > 10]).toEqual([command.name(), true]);
  }
});
