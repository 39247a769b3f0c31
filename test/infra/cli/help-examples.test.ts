import type { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { createProgram } from '../../../cli/program.ts';
import { startService } from '../../support/service.ts';
import { fileWith, homeOf, runCli, runJson, temporaryFolder } from './cli.ts';

const ROWS = 18;

/** Stands in the examples for the id of the import. */
const UUID = /^[0-9a-f-]{36}$/;

/** The text of a command's help, with what is added after its options. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) });
  command.outputHelp();
  return text;
}

const allCommands = (command: Command): Command[] => [command, ...command.commands.flatMap(allCommands)];

/** The lines of a help text that are commands, as arguments. */
const examplesIn = (help: string): string[][] =>
  help
    .split('\n')
    .flatMap((line) => /^ {2}plotline (?!\[)(.+)$/.exec(line)?.[1] ?? [])
    .map(argumentsOf);

const argumentsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare!,
  );

test('every example in the help of a command works, one after the other', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const env: Record<string, string> = { PLOTLINE_HOME: homeOf(service) };
  const files: Record<string, string> = {
    'stories.csv': fileWith(
      'stories.csv',
      `title,team\n${Array.from({ length: ROWS }, (_, position) => `Story ${position},ENG`).join('\n')}\n`,
    ),
    mirror: temporaryFolder(),
    copy: temporaryFolder(),
  };
  const helps = allCommands(await createProgram()).map(helpOf);
  const examples = helps.flatMap(examplesIn);
  expect(examples.length).toBeGreaterThan(15);
  let imported = '';
  for (const example of examples) {
    const args = example.map((arg) => files[arg] ?? (UUID.test(arg) ? imported : arg));
    const { code, stderr } = await runCli(args, env);
    expect(code, `${example.join(' ')}: ${stderr}`).toBe(0);
    if (args[0] !== 'tokens') continue;
    const made = await runJson(
      ['tokens', 'create', '--member', 'ada@example.com', '--name', 'All', '--scopes', 'all'],
      env,
    );
    env['PLOTLINE_TOKEN'] = made.token;
    ({ changeSetId: imported } = await runJson(['import', files['stories.csv']!, '--yes'], env));
  }
});

test('every mapping in the help of import works', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const env: Record<string, string> = { PLOTLINE_HOME: homeOf(service) };
  await runJson(['workspaces', 'create', 'Acme', '--slug', 'acme'], env);
  await runJson(['members', 'create', 'ada@example.com', '--name', 'Ada', '--role', 'admin'], env);
  await runJson(['teams', 'create', 'Other', '--code', 'OTHER'], env);
  await runJson(['members', 'update', 'ada@example.com', '--join', 'OTHER'], env);
  const made = await runJson(
    ['tokens', 'create', '--member', 'ada@example.com', '--name', 'All', '--scopes', 'all'],
    env,
  );
  const row = { number: 1, title: 'A', topic: null, type: null, requires: null, replaces: null };
  const links = [{ type: 'depends', key: 1 }];
  const file = fileWith('rows.json', JSON.stringify([{ ...row, milestone: 'M', epic: 'E', links }]));
  const command = (await createProgram(['import'])).commands[0]!;
  const mappings = [...helpOf(command).matchAll(/^ {2}(--map .*)$|(--status-map '[^']+')/gm)];
  expect(mappings.length).toBeGreaterThan(3);
  for (const [, map, statusMap] of mappings) {
    const options = argumentsOf((map ?? statusMap)!);
    const team = options.some((option) => option.startsWith('team=')) ? [] : ['--map', 'team="OTHER"'];
    const args = ['import', file, ...options, ...team, '--dry-run', '--json'];
    const { code, stderr, stdout } = await runCli(args, { ...env, PLOTLINE_TOKEN: made.token });
    expect(code, `${options.join(' ')}: ${stderr}`).toBe(0);
    expect(JSON.parse(stdout).refusals, options.join(' ')).toEqual([]);
  }
});
