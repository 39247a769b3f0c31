import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { isReportedFullDisk } from '../runner/full-disk.ts';

/** The log of one function: a complete file, and a short echo of errors in the terminal. */
export type FunctionLog = {
  file: string;
  /** Whether errors are also shown in the terminal. */
  echoes: boolean;
  /** Shows the first line of an error in the terminal. */
  echo: (text: string) => void;
  /** Writes an error to the file and echoes it. */
  error: (text: string) => void;
};

const ECHO_LENGTH = 200;

/** Opens `<home>/logs/<name>.log` for appending; `echoes` shows errors in the terminal. */
export function openFunctionLog(home: string, name: string, echoes: boolean): FunctionLog {
  const directory = join(home, 'logs');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, `${name}.log`);
  closeSync(openSync(file, 'a', 0o600));
  const echo = (text: string) => {
    if (!echoes) return;
    const line = text.trimStart().split('\n', 1)[0]!;
    const short = line.length > ECHO_LENGTH ? `${line.slice(0, ECHO_LENGTH)}…` : line;
    process.stderr.write(`${styleText('dim', `${name}: ${short}`, { stream: process.stderr })}\n`);
  };
  return {
    file,
    echoes,
    echo,
    error: (text) => {
      try {
        appendFileSync(file, `${text}\n`);
      } catch (failure) {
        // The service goes on without its logs.
        if (!isReportedFullDisk(failure)) throw failure;
      }
      echo(text);
    },
  };
}
