import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, resolve } from 'node:path';

/** What a command measured when it last ran in full. */
interface FigureResult {
  today: string;
  /** The day of the run, as in 2026-01-31. */
  date: string;
  machine: string;
}

/** Results by the command that measured them, written as in docs/figures.md. */
export type FigureResults = Record<string, FigureResult>;

/** Where commands record what they measured on this machine. */
export const RESULTS_FILE = resolve(import.meta.dirname, '../../dist/figures.json');

export const readFigureResults = (file: string): FigureResults =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FigureResults) : {};

/** Records what a command has measured, in place of its earlier result; `npm run figures` prints it. */
export function recordFigure(command: string, today: string, file = RESULTS_FILE): void {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node.js ${process.version}`;
  const results = { ...readFigureResults(file), [command]: { today, date, machine } };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
