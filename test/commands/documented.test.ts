import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { blockCommands, documentedPages, readPage, ROOT } from './documented.ts';
import { problemOf } from './plotline-command.ts';
import { inlineForms, pagesWithoutService, ranByCi, shortForms } from './short-forms.ts';

const pages = documentedPages();
const commands = blockCommands(pages);
const inline = pages.flatMap((page) => page.inline);

test('blocks and commands are read as people read them', () => {
  const markdown =
    'Use `npm ci`, or `x`.\n\n```sh\nnpx one \\\n  --two # three\ncurl x\n```\n\n```ts\nnpx no\n```\n';
  const page = readPage(markdown);
  expect(page).toEqual({ blocks: [['npx one --two # three', 'curl x']], inline: ['npm ci'] });
  expect(blockCommands([{ path: 'README.md', ...page }])).toEqual(['npx one --two']);
  expect(commands).toContain('npm start');
});

test('every command in the text is in a block too, or has a form that CI runs', () => {
  const run = [...commands, ...Object.keys(inlineForms)];
  const withoutGaps = (command: string) => command.replace(/ [A-Z]+$/, '');
  expect(inline.filter((command) => !run.some((one) => one.startsWith(withoutGaps(command))))).toEqual([]);
});

test('every plotline command is one that the command line takes, those that CI cannot run too', async () => {
  const ofPlotline = (all: readonly string[]) => all.filter((command) => command.startsWith('npx plotline '));
  const problems: (string | undefined)[] = [];
  for (const command of ofPlotline(commands)) problems.push(await problemOf(command));
  for (const command of ofPlotline(inline)) problems.push(await problemOf(command, { isPart: true }));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

test('a command, option or argument that the command line does not take is a problem', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await problemOf('npx plotline webhooks lost')).toMatch(/unknown command 'lost'/);
  expect(await problemOf('npx plotline keys drop 1 --all')).toMatch(/unknown option '--all'/);
  expect(await problemOf('npx plotline keys drop')).toMatch(/missing required argument 'version'/);
  expect(await problemOf('npx plotline keys drop', { isPart: true })).toBeUndefined();
});

test('every short form is that of a documented command', () => {
  expect(Object.keys(shortForms).filter((command) => !commands.includes(command))).toEqual([]);
  expect(Object.keys(inlineForms).filter((command) => !inline.includes(command))).toEqual([]);
});

test('the pages that run next to the others are pages, and name no address of the service', () => {
  const apart = pages.filter(({ path }) => pagesWithoutService.includes(path));
  expect(apart.map(({ path }) => path)).toEqual(pagesWithoutService);
  const used = apart
    .flatMap(({ blocks }) => blocks.flat())
    .filter((line) => /plotline |curl|:3000/.test(line));
  expect(used).toEqual([]);
});

test('CI runs what the runner of commands leaves to it', () => {
  const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  const runner = readFileSync(join(ROOT, 'test/commands/main.ts'), 'utf8');
  const silent = (command: string) => command.replace('npm run', 'npm run --silent');
  const missing = ranByCi.filter((command) => !ci.includes(command) && !ci.includes(silent(command)));
  expect(missing).toEqual(['npm start']);
  expect(runner).toContain("spawn('npm', ['start']");
  expect(ci).toContain('npm run --silent commands');
});
