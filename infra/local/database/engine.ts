import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findEngine } from './engine-binary.ts';
import { checkDataFile, indexStreamLog } from './engine-file.ts';
import { bindToThisProcess, stopOrphan, recordProcess } from './orphans.ts';
import { StartError } from '../runner/start-error.ts';

type Engine = {
  endpoint: string;
  /** Its data file, unless the data is in memory, external, or in a format of its own. */
  dataFile?: string | undefined;
  stop: () => Promise<void>;
};

type EngineOptions = {
  /** The folder for data file, process note and log. */
  home: string;
  /** Keep the data in memory; it is lost on restart. For tests. */
  inMemory?: boolean;
  /** Called with a sentence when the engine dies and when it is back. */
  report?: (sentence: string) => void;
};

const STOP_TIMEOUT_MS = 5_000;
const RESTART_DELAY_MS = 500;

/**
 * Returns a DynamoDB endpoint on this machine: PLOTLINE_DYNAMODB_ENDPOINT, or an engine of our own with
 * its data in `home`, which is restarted on the same file and port if it dies.
 * Throws a StartError if there is no engine, or its data file is damaged.
 */
export async function startEngine({
  home,
  inMemory = false,
  report = () => undefined,
}: EngineOptions): Promise<Engine> {
  const external = process.env.PLOTLINE_DYNAMODB_ENDPOINT;
  if (external) {
    if (await answers(external))
      return { endpoint: external.replace(/\/$/, ''), stop: () => Promise.resolve() };
    throw new StartError(
      `Nothing responds at ${external} (PLOTLINE_DYNAMODB_ENDPOINT); start it, or unset the variable.`,
    );
  }
  const program = findEngine();
  const dataFile = inMemory ? undefined : program.dataFile(home);
  await stopOrphan(home);
  if (dataFile) checkDataFile(dataFile);
  const supervisor = new Supervisor(program, { home, inMemory, port: await freePort(), report });
  await supervisor.start();
  if (dataFile) indexStreamLog(dataFile);
  return { endpoint: supervisor.endpoint, dataFile, stop: () => supervisor.stop() };
}

class Supervisor {
  readonly endpoint: string;
  readonly #binary: string;
  readonly #home: string;
  readonly #arguments: string[];
  readonly #keepsData: boolean;
  readonly #readyTimeoutMs: number;
  readonly #log: string;
  readonly #report: (sentence: string) => void;
  #child: ChildProcess | undefined;
  #stopping = false;

  constructor(
    { binary, parameters, readyTimeoutMs }: ReturnType<typeof findEngine>,
    { home, inMemory, port, report }: Required<EngineOptions> & { port: number },
  ) {
    this.#binary = binary;
    this.#home = home;
    this.#keepsData = !inMemory;
    this.#readyTimeoutMs = readyTimeoutMs;
    this.#arguments = parameters(port, inMemory ? undefined : home);
    this.endpoint = `http://127.0.0.1:${port}`;
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 });
    this.#log = join(home, 'logs', 'dynamodb.log');
    this.#report = report;
  }

  async start(): Promise<void> {
    const log = openSync(this.#log, 'a', 0o600);
    const logStart = statSync(this.#log).size;
    // In its own process group: this process handles Ctrl-C, and stops the engine last.
    // DynamoDB Local writes a file of its own into its working directory.
    const child = spawn(this.#binary, this.#arguments, {
      cwd: this.#home,
      stdio: ['ignore', log, log],
      detached: true,
    });
    closeSync(log);
    this.#child = child;
    const exited = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`exit ${String(code ?? signal)}`));
    });
    if (child.pid !== undefined) {
      recordProcess(this.#home, child.pid, [this.#binary, ...this.#arguments]);
      const unbind = bindToThisProcess(child.pid);
      void exited.then(unbind);
    }
    const problem = await Promise.race([this.#untilReady(), exited]);
    if (problem !== undefined) {
      child.kill('SIGKILL');
      const said = readFileSync(this.#log).subarray(logStart).toString().trim().split('\n').at(-1);
      throw new StartError(
        `The DynamoDB engine did not start (${said || problem}); its log is ${this.#log}.`,
      );
    }
    void exited.then(() => this.#restart());
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }

  async #untilReady(): Promise<string | undefined> {
    const deadline = Date.now() + this.#readyTimeoutMs;
    while (Date.now() < deadline) {
      if (await answers(this.endpoint)) return undefined;
      await delay(10);
    }
    return 'no response';
  }

  async #restart(): Promise<void> {
    if (this.#stopping) return;
    if (!this.#keepsData) return this.#report('The DynamoDB engine died, and its in-memory data is lost.');
    this.#report('The DynamoDB engine died; restarting it with the same data.');
    while (!this.#stopping) {
      try {
        await this.start();
        return this.#report('The DynamoDB engine is back.');
      } catch (error) {
        this.#report((error as Error).message);
        await delay(RESTART_DELAY_MS);
      }
    }
  }
}

function answers(endpoint: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(endpoint, { agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(true);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
