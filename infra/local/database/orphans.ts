/**
 * Ensures that no engine outlives its runner. A guard process waits on a pipe that the system closes when the
 * runner ends for any reason, and then kills the engine. If the guard is killed too, the next start finds the
 * engine through a note in the home folder.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Note = { pid: number; command: string[] };

/** Kills `pid` when this process ends. The returned function stops the guard. */
export function bindToThisProcess(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', 'while read -r _; do :; done; kill -9 "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.unref();
  return () => guard.kill('SIGKILL');
}

/** Notes in the home folder which process serves it. */
export function recordProcess(home: string, pid: number, command: string[]): void {
  // Whole or not at all, also on a full disk.
  const file = noteFile(home);
  writeFileSync(`${file}.new`, JSON.stringify({ pid, command } satisfies Note));
  renameSync(`${file}.new`, file);
}

/**
 * Stops an engine left over from an earlier run, but only if the noted process still runs the noted command.
 */
export async function stopOrphan(home: string): Promise<void> {
  let note: Note;
  try {
    note = JSON.parse(readFileSync(noteFile(home), 'utf8')) as Note;
  } catch {
    return;
  }
  const expected = note.command.join(' ');
  if (commandOf(note.pid) === expected) process.kill(note.pid, 'SIGKILL');
  while (commandOf(note.pid) === expected) await new Promise((resolve) => setTimeout(resolve, 10));
  rmSync(noteFile(home), { force: true });
}

function commandOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    }
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}

function noteFile(home: string): string {
  return join(home, 'engine.json');
}
