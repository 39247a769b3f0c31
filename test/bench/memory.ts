import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { renderTable } from '../../cli/core/output.ts';
import type { RunningNote } from '../../cli/core/running-note.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { Engine } from './engine.ts';
import { makeFixture } from './fixture.ts';
import type { LoadPart } from './load-part.ts';
import { memoryOf } from './machine.ts';
import { startPart } from './part.ts';
import type { Progress } from './progress.ts';
import { operationNames } from './requests.ts';

export interface MemoryPlan {
  /** How long the service is left alone before it is looked at. */
  restMs: number;
  /** How long each operation is called. */
  loadMs: number;
}

interface MemoryResult {
  what: string;
  serviceMb: number;
  engineMb: number;
  target?: number;
}

const CONNECTIONS = 16;
const SAMPLE_MS = 250;
const START_TIMEOUT_MS = 120_000;
/** What the service is to take at most at rest, in MB, after its first start. */
const TARGET_MB = 350;

/**
 * Starts the service as `npm start` does, in a folder of its own, with the demo, and reads how much memory it and its
 * engine hold: at rest, at most under load, and at rest again. Linux only.
 */
export const measureMemory = (plan: MemoryPlan, progress: Progress): Promise<MemoryResult[]> =>
  inBenchFolder(async (home, ends) => {
    progress.start(3 + operationNames.length);
    ends.push(() => progress.end());
    progress.step('Starting');
    const { pid, ...address } = await startAsUsersDo(home, ends);
    const engine = new Engine(home, address.dynamodbEndpoint);
    const now = () => ({ serviceMb: memoryOf(pid), engineMb: memoryOf(engine.pid) });

    progress.step('At rest');
    await delay(plan.restMs);
    const first = { what: 'At rest, after the first start', ...now(), target: TARGET_MB };

    progress.step('Making stories');
    const fixture = await makeFixture(address);
    const load = startPart<LoadPart>('./load-part.ts');
    ends.push(() => load.stop());
    await load.call('aim', { baseUrl: address.baseUrl, fixture });
    const most = { what: `At most, with ${CONNECTIONS} connections`, serviceMb: 0, engineMb: 0 };
    const timer = setInterval(() => {
      const { serviceMb, engineMb } = now();
      most.serviceMb = Math.max(most.serviceMb, serviceMb);
      most.engineMb = Math.max(most.engineMb, engineMb);
    }, SAMPLE_MS);
    ends.push(() => clearInterval(timer));
    for (const operation of operationNames) {
      progress.step(operation);
      await load.call('run', { operation, connections: CONNECTIONS, until: { ms: plan.loadMs } });
    }
    clearInterval(timer);
    progress.step('At rest again');
    await delay(plan.restMs);
    return [first, most, { what: 'At rest, after the load', ...now() }];
  });

/** Runs `npm start` on any free port, and resolves when it is ready and has its demo. */
async function startAsUsersDo(home: string, ends: (() => unknown)[]) {
  const env = { ...process.env, PORT: '0', PLOTLINE_HOME: home };
  const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore', detached: true });
  const exited = new Promise<void>((resolve) => npm.once('exit', () => resolve()));
  ends.push(() => {
    if (npm.exitCode === null) process.kill(-npm.pid!, 'SIGTERM');
    return exited;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  // The demo's file is written when its workspace is complete.
  while (!existsSync(join(home, 'demo.json'))) {
    if (npm.exitCode !== null || performance.now() > deadline) throw new Error('npm start did not start.');
    await delay(50);
  }
  const { pid, baseUrl, dynamodbEndpoint, credentials, tableName } = JSON.parse(
    readFileSync(join(home, 'running.json'), 'utf8'),
  ) as RunningNote;
  return {
    pid,
    baseUrl,
    dynamodbEndpoint: dynamodbEndpoint!,
    credentials: credentials!,
    tableName: tableName!,
  };
}

/** The results as a table for a terminal. */
export function renderMemory(results: readonly MemoryResult[], stream: NodeJS.WriteStream): string {
  const rows = results.map(({ what, serviceMb, engineMb, target }) => {
    const verdict = target === undefined ? '' : `< ${target} ${serviceMb < target ? 'met' : 'missed'}`;
    return [what, serviceMb.toFixed(0), engineMb.toFixed(0), verdict];
  });
  return `${renderTable(['', 'service, MB', 'engine, MB', 'target'], rows, stream)}\n`;
}
