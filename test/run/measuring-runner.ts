import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { TestRunner, type RunnerTestFile } from 'vitest';
import { figuresOf } from './processes.ts';

/**
 * Runs tests as vitest does, and adds a line for each file to the one that PLOTLINE_TEST_COMPUTING names: what the worker
 * has computed from its import to its end, in milliseconds, with the functions of services that it has started, and with
 * the processes that it started and that have ended.
 */
export default class MeasuringRunner extends TestRunner {
  #before = computedMs();

  onBeforeCollect(): void {
    this.#before = computedMs();
  }

  override onAfterRunFiles(files: RunnerTestFile[]): void {
    super.onAfterRunFiles(files);
    const names = files.map(({ filepath }) => relative(process.cwd(), filepath)).join(',');
    appendFileSync(process.env['PLOTLINE_TEST_COMPUTING']!, `${names} ${computedMs() - this.#before}\n`);
  }
}

function computedMs(): number {
  const { ownMs, endedMs } = figuresOf('/proc/self');
  return ownMs + endedMs;
}
