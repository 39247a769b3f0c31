import { fork, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ServiceAddress } from '../../support/service.ts';

const PLOTLINE = resolve(import.meta.dirname, '../../../cli/plotline.mjs');

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** One use of the command line. */
export interface CliRun {
  args: readonly string[];
  env: Record<string, string>;
}

const environment = () => ({ PATH: process.env['PATH'], HOME: tmpdir(), NO_COLOR: '1' });

/** The command line as a process of its own, without a terminal; `input` is what it can read. */
export function startCli(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const child = spawn(process.execPath, [PLOTLINE, ...args], {
    env: { ...environment(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A command that reads nothing may end first.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const ended = new Promise<Finished>((done) =>
    child.once('close', (code, signal) => done({ code, signal, ...output })),
  );
  return {
    child,
    ended,
    /** Resolves when stderr holds the pattern; rejects when the process ends without it. */
    says: (pattern: RegExp) =>
      new Promise<void>((done, fail) => {
        const look = () => pattern.test(output.stderr) && done();
        child.stderr.on('data', look);
        child.once('close', () => fail(new Error(`it ended without ${String(pattern)}: ${output.stderr}`)));
        look();
      }),
  };
}

/** Runs the command line to its end, in a process of its own: for what happens side by side. */
export const runAlone = (
  args: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Promise<Finished> => startCli(args, env, input).ended;

let host: ChildProcess | undefined;
let runs: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line to its end, one run after the other in a process that all tests of a worker share, and which
 * ends with the worker.
 */
export function runCli(args: readonly string[], env: Record<string, string> = {}): Promise<Finished> {
  const run = runs.then(() => runInHost({ args, env }));
  runs = run.catch(() => undefined);
  return run;
}

function runInHost(run: CliRun): Promise<Finished> {
  host ??= fork(resolve(import.meta.dirname, 'cli-host.ts'), {
    env: environment(),
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const child = host;
  child.unref();
  child.channel?.unref();
  return new Promise((done, fail) => {
    const ended = () => fail(new Error(`The process of plotline ${run.args.join(' ')} has ended.`));
    child.once('exit', ended);
    child.once('message', (finished) => {
      child.off('exit', ended);
      done(finished as Finished);
    });
    child.send(run);
  });
}

/** What a command that must succeed with --json printed. */
export async function runJson(args: readonly string[], env: Record<string, string>): Promise<any> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], env);
  if (code !== 0) throw new Error(`plotline ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** A folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-admin-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A home folder in which the command line finds a service that was started elsewhere. */
export function homeOf({ baseUrl, dynamodbEndpoint, credentials, tableName }: ServiceAddress): string {
  const home = temporaryFolder();
  const note = { pid: process.pid, baseUrl, dynamodbEndpoint, credentials, tableName };
  writeFileSync(join(home, 'running.json'), JSON.stringify(note));
  return home;
}

/** A file with the given content. */
export function fileWith(name: string, content: string): string {
  const file = join(temporaryFolder(), name);
  writeFileSync(file, content);
  return file;
}
