/**
 * `npm run commands`: runs the shell blocks of README.md and docs/*.md as a reader would paste them, page by page,
 * beside `npm start`, with every command in its shortest form. Pages that do not use that service take a core of
 * their own. Writes how many passed and failed to the file that is its argument.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { makeProposals } from '../infra/cli/fixture/proposals.ts';
import { freePort } from '../support/free-port.ts';
import { commandOf, documentedPages, ROOT, type Page } from './documented.ts';
import { inlineForms, pagesWithoutService, ranByCi, shortForms } from './short-forms.ts';

mkdirSync(join(ROOT, 'dist'), { recursive: true });
const scratch = mkdtempSync(join(ROOT, 'dist/commands-'));
const port = await freePort();
const env = { ...process.env, PORT: String(port), PLOTLINE_HOME: join(scratch, 'home') };
const records = join(scratch, 'records.json');
writeFileSync(records, JSON.stringify(makeProposals(40)));
let passed = 0;
let failed = 0;

const startLog = join(scratch, 'start.log');
const output = openSync(startLog, 'w');
const service = spawn('npm', ['start'], {
  cwd: ROOT,
  env,
  detached: true,
  stdio: ['ignore', output, output],
});
const ended = new Promise<void>((resolve) => service.once('exit', () => resolve()));
// It has a process group of its own, so that it would outlive this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    process.kill(-service.pid!, 'SIGTERM');
    process.exit(1);
  });
}
try {
  const done = await isReady();
  report('npm start', { done, seconds: performance.now() / 1_000, output: readFileSync(startLog, 'utf8') });
  const pages = documentedPages();
  await Promise.all([
    runPages(pages.filter(({ path }) => !pagesWithoutService.includes(path))),
    runPages(pages.filter(({ path }) => pagesWithoutService.includes(path))),
  ]);
  const atOnce = pLimit(2);
  await Promise.all(Object.entries(inlineForms).map((entry) => atOnce(runInline, ...entry)));
} finally {
  if (service.exitCode === null) process.kill(-service.pid!, 'SIGTERM');
  await ended;
  rmSync(scratch, { recursive: true, force: true });
}
const [results] = process.argv.slice(2);
const counts = { numPassedTests: passed, numFailedTests: failed };
if (results !== undefined) writeFileSync(results, JSON.stringify(counts));
console.log(`Commands: ${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** What became of a text; `output` includes errors. */
interface Outcome {
  done: boolean;
  seconds: number;
  output: string;
}

/** Resolves to true when the service has its demo and answers, to false when it has ended before that. */
async function isReady(): Promise<boolean> {
  while (service.exitCode === null && service.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readiness`).catch(() => undefined);
    if (answer?.ok && existsSync(join(scratch, 'home/demo.json'))) return true;
    await delay(200);
  }
  return false;
}

async function runPages(pages: readonly Page[]): Promise<void> {
  for (const { path, blocks } of pages) await runBlocks(path, blocks);
}

async function runInline(command: string, form: string): Promise<void> {
  const [outcome] = await paste([form]);
  report(command, outcome!);
}

/** Runs the blocks of a page one after the other in one shell. */
async function runBlocks(path: string, blocks: readonly string[][]): Promise<void> {
  if (blocks.length === 0) return;
  const texts = blocks.map((lines) => lines.map(shortFormOf).join('\n'));
  const outcomes = await paste(texts);
  for (const [position, outcome] of outcomes.entries()) {
    const output = `${texts[position]!}\n${outcome.output}`;
    report(`${path}, block ${position + 1}: ${blocks[position]![0]!}`, { ...outcome, output });
  }
}

/** A line of a block as CI runs it; what CI runs elsewhere is left out. */
function shortFormOf(line: string): string {
  const command = commandOf(line);
  const form =
    command === undefined ? line : ranByCi.includes(command) ? '' : (shortForms[command] ?? command);
  return form.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`).replaceAll('path/to/peps.json', records);
}

/** Pastes texts into one new shell, which ends at the first command that fails. Those after it are not done. */
async function paste(texts: readonly string[]): Promise<Outcome[]> {
  const script = [
    'exec 2>&1; set -euo pipefail',
    'curl() { command curl --fail-with-body "$@"; }',
    // npx reads every installed package before each of these, for two seconds; short-forms.ts has it do so once.
    'npx() { if [ "$1" = plotline ]; then shift; node cli/plotline.mjs "$@"; else command npx "$@"; fi; }',
    ...texts.flatMap((one) => [one, String.raw`printf '\0'`, 'printf . >&3']),
  ].join('\n');
  const shell = spawn('bash', ['-c', script], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const times = [performance.now()];
  (shell.stdio[3] as Readable).on('data', (dots: Buffer) => {
    for (let dot = 0; dot < dots.length; dot++) times.push(performance.now());
  });
  const printed = await text(shell.stdout!);
  const ended = performance.now();
  const outputs = printed.split('\0');
  return texts.map((_, position) => ({
    // Not by the dots: the last of them may be read after the end of the output.
    done: position + 1 < outputs.length,
    seconds: ((times[position + 1] ?? ended) - (times[position] ?? ended)) / 1_000,
    output: outputs[position] ?? 'Not run, since a block before it failed.',
  }));
}

function report(name: string, { done, seconds, output: printed }: Outcome): void {
  if (done) passed++;
  else failed++;
  console.log(`${done ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)${done ? '' : `\n${printed}`}`);
}
