import { expect, test } from 'vitest';
import { completedCommands } from '../../../cli/completion/command-tree.ts';
import { createProgram } from '../../../cli/program.ts';

test('only the command that is named is loaded, by its name and by its aliases', async () => {
  const all = (await createProgram()).commands;
  expect(all.length).toBeGreaterThan(30);
  for (const command of all) {
    for (const name of [command.name(), ...command.aliases()]) {
      const { commands } = await createProgram([name]);
      const found = commands.find((one) => [one.name(), ...one.aliases()].includes(name));
      expect(found?.helpInformation(), name).toBe(command.helpInformation());
      // Statuses, objectives, key results and sprints are in one file.
      expect(commands.length, name).toBeLessThanOrEqual(4);
    }
  }
});

test('all commands are loaded where none is named', async () => {
  const all = (await createProgram()).helpInformation();
  for (const args of [['--help'], ['help', 'stories'], ['storys']]) {
    expect((await createProgram(args)).helpInformation()).toBe(all);
  }
});

test('help of the program has every command in a group of the declared ones', async () => {
  const help = (await createProgram()).helpInformation();
  expect(help).not.toMatch(/^Commands:$/m);
  expect(help).toMatch(/^Other:\n(?: .*\n)* {2}help \[command\]/m);
});

/** A script is output for programs already. */
const withoutJson = ['completion'];

test('every command that prints something prints JSON with --json', async () => {
  const leaves = completedCommands(await createProgram()).filter(
    ({ path, words }, _, all) => path !== '' && !all.some((one) => one.path === `${path} ${words[0]?.word}`),
  );
  expect(leaves.length).toBeGreaterThan(100);
  const silent = leaves.filter(({ options }) => !options.some(({ names }) => names.includes('--json')));
  expect(silent.map(({ path }) => path)).toEqual(withoutJson);
});
