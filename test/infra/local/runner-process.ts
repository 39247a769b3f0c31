import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fixtureAssembly } from './support.ts';

type RunnerProcess = {
  child: ChildProcess;
  /** Resolves with the address when it listens; rejects when it ends first. */
  baseUrl: Promise<string>;
  ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
  /** Resolves when stderr has a text of this pattern, with the text. */
  says(pattern: string): Promise<string>;
};

/**
 * The runner as a process of its own, serving the fixture app or another assembly; killed when the test is over. It is the
 * child of `command`, if that is something other than node.
 */
export async function spawnRunner(
  home: string,
  env: Record<string, string> = {},
  command: string[] = [process.execPath],
  served?: string,
): Promise<RunnerProcess> {
  const assembly = served ?? (await fixtureAssembly());
  const child = spawn(command[0]!, [...command.slice(1), join(import.meta.dirname, 'serve.ts'), assembly], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      PLOTLINE_HOME: home,
      NO_COLOR: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A suite's own, which it ends itself.
  if (served === undefined) onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const until = (stream: 'stdout' | 'stderr', pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output[stream]);
        if (found) resolve(found[0]);
      };
      look();
      child[stream].on('data', look);
      child.once('close', () => reject(new Error(`the runner ended: ${output.stderr}`)));
    });
  const baseUrl = until('stdout', /http:\/\/127\.0\.0\.1:\d+/);
  baseUrl.catch(() => undefined);
  return {
    child,
    baseUrl,
    ended: new Promise((resolve) =>
      child.once('close', (code, signal) => resolve({ code, signal, ...output })),
    ),
    says: (pattern) => until('stderr', new RegExp(pattern)),
  };
}

/** The engine that serves a home, by the note the runner keeps there. */
export function enginePid(home: string): number {
  return (JSON.parse(readFileSync(join(home, 'engine.json'), 'utf8')) as { pid: number }).pid;
}

/** Resolves when the process is gone. */
export async function untilGone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Whether a process runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed process whose parent died stays a zombie until somebody reaps it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
