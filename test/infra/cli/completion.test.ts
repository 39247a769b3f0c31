import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completedCommands } from '../../../cli/completion/command-tree.ts';
import { createProgram } from '../../../cli/program.ts';
import { runAlone } from './cli.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

const scriptOf = async (shell: string): Promise<string> => {
  const { code, stdout, stderr } = await runAlone(['completion', shell]);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
};

/** What bash offers for the last of some words, in a shell that has read the script as the help says. */
function offered(script: string, ...words: string[]): string[] {
  return offeredBy('_plotline', script, 'plotline', ...words);
}

function offeredBy(name: string, script: string, ...words: string[]): string[] {
  const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); ${name}; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const file = join(mkdtempSync(join(tmpdir(), 'completion-')), 'plotline.bash');
  writeFileSync(file, script);
  const output = execFileSync('bash', ['--norc', '-c', program, 'bash', file, ...words]);
  return output.toString().split('\n').filter(Boolean);
}

test('bash completes commands, also of aliases, options, and choices, from what is declared', async () => {
  const script = await scriptOf('bash');
  expect(offered(script, 'sto')).toEqual(['stories']);
  expect(offered(script, 'stories', 'li')).toEqual(['list', 'link']);
  expect(offered(script, 'story', 'sho')).toEqual(['show']);
  expect(offered(script, 'stories', 'list', '--te')).toEqual(['--team']);
  expect(offered(script, 'completion', '')).toEqual([...shells]);
  // What follows an option that takes a value is that value.
  expect(offered(script, 'stories', 'list', '--team', '')).toEqual([]);
  expect(offered(script, 'stories', 'list', '--team', 'ENG', '--jso')).toEqual(['--json']);
});

test('bash completes the command as the documentation writes it, and values that a parser knows', async () => {
  const script = await scriptOf('bash');
  const byNpx = (...words: string[]) => offeredBy('_npx_plotline', script, 'npx', ...words);
  expect(byNpx('plotline', 'stories', 'sho')).toEqual(['show']);
  expect([byNpx('plot'), byNpx('eslint', 'stories', 'sho')]).toEqual([[], []]);
  expect(byNpx('plotline', 'stories', 'create', '--priority', 'u')).toEqual(['urgent']);
  expect(byNpx('plotline', 'members', 'create', '--role', '')).toEqual(['guest', 'member', 'admin']);
});

test.each([
  [
    'bash',
    "'stories list --team') compopt +o default 2> /dev/null; return ;;",
    "'import --people-map') return ;;",
  ],
  ['zsh', "'stories list --team') return ;;", "'import --people-map') _files; return ;;"],
  ['fish', /stories list'" -l team -x -d/, /import'" -l people-map -r -F -d/],
])('%s completes files for options that take one, and for no others', async (shell, name, file) => {
  const script = await scriptOf(shell);
  expect(script).toMatch(name);
  expect(script).toMatch(file);
});

test('bash offers every declared command and option, and nothing else', async () => {
  const script = await scriptOf('bash');
  const commands = completedCommands(await createProgram());
  expect(commands.length).toBeGreaterThan(100);
  const looked = commands.filter((_, n) => n % 12 === 0);
  for (const { path, words, options } of looked) {
    const at = path === '' ? [] : path.split(' ');
    expect(offered(script, ...at, ''), path).toEqual(words.map(({ word }) => word));
    const flags = options.flatMap(({ names }) => names.filter((name) => name.startsWith('--')));
    expect(offered(script, ...at, '--'), path).toEqual(flags);
  }
});

test.each(shells)('%s reads the script without an error, where it is installed', async (shell) => {
  const script = await scriptOf(shell);
  expect(script).toContain('stories');
  // In zsh, these are tied to PATH and its like, and a function that sets them finds no command.
  if (shell === 'zsh') expect(script).not.toMatch(/\b(path|cdpath|fpath|manpath|status)=/);
  const file = join(mkdtempSync(join(tmpdir(), 'completion-')), 'script');
  writeFileSync(file, script);
  const { error, status, stderr } = spawnSync(shell, ['-n', file]);
  if (error === undefined) expect([status, String(stderr)]).toEqual([0, '']);
  else expect(error).toMatchObject({ code: 'ENOENT' });
});
