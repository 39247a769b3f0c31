import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { findEngine, type EngineProgram } from './engine-binary.ts';
import { checkDataFile, indexStreamLog, keepDataFileOwn } from './engine-file.ts';
import { startDatabaseGuard } from './engine-guard.ts';
import { engineEnvironment, GATE_PIPE, networkFor, type EngineNetwork } from './engine-network.ts';
import { bindToThisProcess, stopOrphan, recordProcess } from './orphans.ts';
import { socketPathOf } from '../runner/aws-call.ts';
import { isReportedFullDisk } from '../runner/full-disk.ts';
import { StartError } from '../runner/start-error.ts';

type Engine = {
  /** For anyone who has the credentials of this start. */
  endpoint: string;
  /** For this process and its threads, past the guard of the endpoint: `unix:` with the path of a socket, or `http:`. */
  door: string;
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
    if (await answers(external)) {
      const endpoint = external.replace(/\/$/, '');
      return { endpoint, door: endpoint, stop: () => Promise.resolve() };
    }
    throw new StartError(
      `Nothing responds at ${external} (PLOTLINE_DYNAMODB_ENDPOINT); start it, or unset the variable.`,
    );
  }
  const program = findEngine();
  const dataFile = inMemory ? undefined : program.dataFile(home);
  await stopOrphan(home);
  if (dataFile) {
    checkDataFile(dataFile);
    keepDataFileOwn(dataFile);
  }
  const network = await networkFor(program, inMemory ? undefined : home);
  const supervisor = new Supervisor(program, network, { home, inMemory, report });
  const guard = await startDatabaseGuard(network.door);
  const stop = async () => {
    await guard.stop();
    await supervisor.stop();
    network.close();
  };
  try {
    await supervisor.start();
    if (dataFile) indexStreamLog(dataFile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint: guard.endpoint, door: network.door, dataFile, stop };
}

class Supervisor {
  readonly #network: EngineNetwork;
  readonly #home: string;
  readonly #keepsData: boolean;
  readonly #readyTimeoutMs: number;
  readonly #log: string;
  readonly #report: (sentence: string) => void;
  #child: ChildProcess | undefined;
  #stopping = false;

  constructor(
    { readyTimeoutMs }: EngineProgram,
    network: EngineNetwork,
    { home, inMemory, report }: Required<EngineOptions>,
  ) {
    this.#network = network;
    this.#home = home;
    this.#keepsData = !inMemory;
    this.#readyTimeoutMs = readyTimeoutMs;
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 });
    this.#log = join(home, 'logs', 'dynamodb.log');
    this.#report = report;
  }

  async start(): Promise<void> {
    const log = openSync(this.#log, 'a', 0o600);
    const logStart = statSync(this.#log).size;
    // In its own process group: this process handles Ctrl-C, and stops the engine last.
    // DynamoDB Local writes a file of its own into its working directory.
    const { command, engine, door } = this.#network;
    const child = spawn(command[0]!, command.slice(1), {
      cwd: this.#home,
      env: engineEnvironment(),
      stdio: ['ignore', log, log, 'pipe'],
      detached: true,
    });
    closeSync(log);
    // An engine without its gate cannot be reached any more.
    child.stdio[GATE_PIPE]!.once('close', () => child.kill('SIGKILL')).on('error', () => undefined);
    (child.stdio[GATE_PIPE] as Socket).resume().unref();
    this.#child = child;
    const exited = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(`exit ${String(code ?? signal)}`));
    });
    if (child.pid !== undefined) {
      // First, so that it ends with this process even if the note cannot be written.
      const unbind = bindToThisProcess(child.pid);
      void exited.then(unbind);
      try {
        recordProcess(this.#home, child.pid, engine);
      } catch (error) {
        child.kill('SIGKILL');
        throw error;
      }
    }
    const problem = await Promise.race([this.#untilReady(door), exited]);
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

  async #untilReady(door: string): Promise<string | undefined> {
    const deadline = Date.now() + this.#readyTimeoutMs;
    while (Date.now() < deadline) {
      if (await answers(door)) return undefined;
      await delay(10);
    }
    return 'no response';
  }

  async #restart(): Promise<void> {
    if (this.#stopping) return;
    if (!this.#keepsData) return this.#report('The DynamoDB engine died, and its in-memory data is lost.');
    this.#report('The DynamoDB engine died; restarting it with the same data.');
    let said: string | undefined;
    while (!this.#stopping) {
      try {
        await this.start();
        return this.#report('The DynamoDB engine is back.');
      } catch (error) {
        const { message } = error as Error;
        if (!isReportedFullDisk(error) && message !== said) this.#report(message);
        said = message;
        await delay(RESTART_DELAY_MS);
      }
    }
  }
}

function answers(endpoint: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socketPath = socketPathOf(endpoint);
    const where = socketPath === undefined ? endpoint : 'http://localhost';
    const options = { agent: false, timeout: 2_000, ...(socketPath !== undefined && { socketPath }) };
    const request = get(where, options, (response) => {
      response.resume();
      resolve(true);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
