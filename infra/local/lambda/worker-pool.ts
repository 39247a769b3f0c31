import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { EventLoopUtilization } from 'node:perf_hooks';
import type {
  FromWorker,
  InvocationReport,
  InvocationOutcome,
  ToWorker,
  Usage,
  WorkerData,
} from './invocation.ts';
import type { LambdaFunction } from './functions.ts';
import type { LocalHosts } from '../runner/local-hosts.ts';
import type { FunctionLog } from './logs.ts';
import { reportFullDisk } from '../runner/full-disk.ts';
import { traceIdOf } from '../runner/trace.ts';
import { workerModule } from './worker-module.ts';

/** More workers than cores help only while others wait for something external, such as a webhook receiver. */
const EXTRA_WORKERS = 4;
const WAITING_AFTER_MS = 250;
/** How long workers beyond the first stay idle, and the last one, which ends as Lambda's do. */
const IDLE_MS = { others: 10_000, last: 300_000 };
/**
 * An idle worker's heap stays as large as its busiest moment made it, until it collects its garbage. That
 * forgets compiled code too, so it is for a worker at rest: after two seconds it took a quarter of the requests a second.
 */
const COLLECT_AFTER_MS = 20_000;
/**
 * V8 lets the young generation of a busy isolate grow to about 100 MB, of which half is in use; with nine isolates
 * that is most of the service's memory, and it grows for as long as there is load.
 * `npm run bench -- memory` measures it.
 */
const YOUNG_GENERATION_MAX_MB = 24;
/**
 * Lambda gives a module ten seconds to load, and then loads it again with the invocation, within the function's
 * timeout. https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
 */
const INIT_TIMEOUT_MS = 10_000;

type PoolOptions = {
  environment: Record<string, string>;
  log: FunctionLog;
  /** Host names of the outside network that are served on this machine. */
  hosts: LocalHosts;
  databaseDoor?: string | undefined;
  /** Maximum concurrency of the invoker, if known. */
  atOnce?: number;
  onInvocation?: ((report: InvocationReport) => void) | undefined;
  /** Idle workers neither end nor collect their garbage before this. */
  warmMs?: number | undefined;
};

type Job = { event: unknown; requestId: string; settle: (outcome: InvocationOutcome) => void };

type Slot = {
  worker: Worker;
  ready: boolean;
  /** What loading took, until it is reported. */
  init: Usage | undefined;
  job: Job | undefined;
  /** The thread's utilization at the first check during its current job. */
  load: EventLoopUtilization | undefined;
  timer: NodeJS.Timeout | undefined;
};

/**
 * The workers of one function. Workers start on first use and process one invocation at a time; one that
 * exceeds the function's timeout is killed and replaced.
 */
export class WorkerPool {
  readonly #fn: LambdaFunction;
  readonly #environment: Record<string, string>;
  readonly #log: FunctionLog;
  readonly #hosts: LocalHosts;
  readonly #databaseDoor: string | undefined;
  readonly #onInvocation: PoolOptions['onInvocation'];
  readonly #size: number;
  readonly #most: number;
  readonly #warmMs: number;
  readonly #slots = new Set<Slot>();
  readonly #idle: Slot[] = [];
  readonly #queue: Job[] = [];
  #growth: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(
    fn: LambdaFunction,
    { environment, log, hosts, databaseDoor, atOnce = 0, onInvocation, warmMs = 0 }: PoolOptions,
  ) {
    this.#fn = fn;
    this.#environment = environment;
    this.#log = log;
    this.#hosts = hosts;
    this.#databaseDoor = databaseDoor;
    this.#onInvocation = onInvocation;
    this.#size = availableParallelism();
    this.#warmMs = warmMs;
    this.#most = Math.max(this.#size + EXTRA_WORKERS, atOnce);
  }

  /** Runs the function on a structured-cloneable event. Never rejects: errors are part of the outcome. */
  invoke(event: unknown): Promise<InvocationOutcome> {
    return new Promise((settle) => {
      if (this.#closed) return settle({ kind: 'error', message: 'the runner is stopping' });
      const job = { event, requestId: randomUUID(), settle };
      const slot = this.#idle.pop();
      if (slot) return this.#run(slot, job);
      this.#queue.push(job);
      this.#startIfNeeded();
    });
  }

  /** Kills the workers; invocations in progress fail. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#growth);
    const slots = [...this.#slots];
    for (const slot of slots) this.#drop(slot, { kind: 'error', message: 'the runner is stopping' });
    for (const job of this.#queue.splice(0)) job.settle({ kind: 'error', message: 'the runner is stopping' });
    await Promise.all(slots.map(({ worker }) => worker.terminate()));
  }

  #startIfNeeded(): void {
    const starting = [...this.#slots].filter((slot) => !slot.ready).length;
    if (this.#queue.length > starting && this.#slots.size < this.#size) return this.#start();
    if (this.#slots.size < this.#most) {
      this.#growth ??= setTimeout(() => this.#growIfAllWait(), WAITING_AFTER_MS);
    }
  }

  #growIfAllWait(): void {
    this.#growth = undefined;
    if (this.#queue.length === 0 || this.#closed) return;
    if ([...this.#slots].map(isWaiting).every(Boolean)) this.#start();
    this.#startIfNeeded();
  }

  #start(): void {
    const { modulePath, exportName, functionName, arn, memoryMb, logsJson, tableRights } = this.#fn;
    const data: WorkerData = {
      modulePath,
      exportName,
      functionName,
      functionArn: arn,
      memoryMb,
      logsJson,
      logFile: this.#log.file,
      echoErrors: this.#log.echoes,
      hosts: this.#hosts,
      databaseDoor: this.#databaseDoor,
      tableRights,
    };
    const worker = new Worker(workerModule(), {
      workerData: data,
      env: this.#environment,
      execArgv: ['--enable-source-maps'],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_GENERATION_MAX_MB },
      name: this.#fn.name,
    });
    const slot: Slot = {
      worker,
      ready: false,
      init: undefined,
      job: undefined,
      load: undefined,
      timer: undefined,
    };
    this.#slots.add(slot);
    slot.timer = setTimeout(
      () => this.#failInit(slot, 'its module took too long to load', { kind: 'timeout' }),
      INIT_TIMEOUT_MS + this.#fn.timeoutMs,
    );
    worker.on('message', (message: FromWorker) => this.#receive(slot, message));
    worker.on('error', (error: unknown) =>
      this.#crash(slot, error instanceof Error ? (error.stack ?? error.message) : String(error)),
    );
    worker.on('exit', (code) => this.#crash(slot, `the worker exited unexpectedly with exit code ${code}`));
  }

  #receive(slot: Slot, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        clearTimeout(slot.timer);
        slot.ready = true;
        slot.init = message.usage;
        return this.#next(slot);
      case 'initError':
        return this.#failInit(slot, undefined, { kind: 'error', message: message.message });
      case 'stderr':
        return this.#log.echo(message.text);
      case 'diskFull':
        return reportFullDisk();
      case 'outcome': {
        const { job } = slot;
        if (!job) return;
        clearTimeout(slot.timer);
        slot.job = undefined;
        this.#report(slot, job, message.usage);
        job.settle(message.outcome);
        this.#next(slot);
      }
    }
  }

  #report(slot: Slot, { event }: Job, usage: Usage): void {
    const { Records: records = [] } = event as { Records?: unknown[] };
    const { name, memoryMb } = this.#fn;
    const { init } = slot;
    slot.init = undefined;
    const first = init && { init };
    this.#onInvocation?.({ functionName: name, memoryMb, records: records.length, ...usage, ...first });
  }

  #next(slot: Slot): void {
    const job = this.#queue.shift();
    if (job) return this.#run(slot, job);
    this.#idle.push(slot);
    this.#waitIdle(slot, performance.now());
  }

  #waitIdle(slot: Slot, since: number, collected = false): void {
    const idleForMs = performance.now() - since;
    const idleMs = Math.max(this.#slots.size > 1 ? IDLE_MS.others : IDLE_MS.last, this.#warmMs);
    const collectAfterMs = Math.max(COLLECT_AFTER_MS, this.#warmMs);
    if (idleForMs >= idleMs) return this.#drop(slot);
    const collects = !collected && idleForMs >= collectAfterMs;
    if (collects) slot.worker.postMessage({ kind: 'collectGarbage' } satisfies ToWorker);
    const isDone = collected || collects;
    const untilMs = isDone ? idleMs : Math.min(idleMs, collectAfterMs);
    slot.timer = setTimeout(() => this.#waitIdle(slot, since, isDone), untilMs - idleForMs);
    slot.timer.unref();
  }

  #run(slot: Slot, job: Job): void {
    clearTimeout(slot.timer);
    const now = Date.now();
    slot.job = job;
    slot.load = undefined;
    slot.timer = setTimeout(() => this.#timeOut(slot, job), this.#fn.timeoutMs);
    const message: ToWorker = {
      kind: 'invoke',
      requestId: job.requestId,
      traceId: traceIdOf(job.event, this.#fn.arn),
      deadline: now + this.#fn.timeoutMs,
      event: job.event,
    };
    slot.worker.postMessage(message);
  }

  #timeOut(slot: Slot, job: Job): void {
    const seconds = (this.#fn.timeoutMs / 1000).toFixed(2);
    this.#log.error(`${new Date().toISOString()} ${job.requestId} Task timed out after ${seconds} seconds`);
    this.#drop(slot, { kind: 'timeout' });
    this.#replace();
  }

  #crash(slot: Slot, message: string): void {
    if (!this.#slots.has(slot)) return;
    if (!slot.ready) return this.#failInit(slot, message);
    this.#log.error(`${new Date().toISOString()} ${slot.job?.requestId ?? '-'} ERROR ${message}`);
    this.#drop(slot, { kind: 'error', message });
    this.#replace();
  }

  /** A module that fails to load fails the waiting invocation; the next one tries again. */
  #failInit(
    slot: Slot,
    reason: string | undefined,
    outcome: InvocationOutcome = { kind: 'error', message: reason ?? '' },
  ): void {
    if (!this.#slots.has(slot)) return;
    if (reason !== undefined) this.#log.error(`${new Date().toISOString()} INIT ERROR ${reason}`);
    this.#drop(slot);
    this.#queue.shift()?.settle(outcome);
    this.#replace();
  }

  #replace(): void {
    if (this.#queue.length > 0 && !this.#closed) this.#startIfNeeded();
  }

  #drop(slot: Slot, outcome?: InvocationOutcome): void {
    clearTimeout(slot.timer);
    this.#slots.delete(slot);
    const index = this.#idle.indexOf(slot);
    if (index >= 0) this.#idle.splice(index, 1);
    void slot.worker.terminate();
    if (outcome) slot.job?.settle(outcome);
    slot.job = undefined;
  }
}

/**
 * Two checks of a busy worker, with one growth interval between them: its thread was idle most of the time in between.
 */
function isWaiting(slot: Slot): boolean {
  if (!slot.job) return false;
  const { performance } = slot.worker;
  if (slot.load) return performance.eventLoopUtilization(slot.load).utilization < 0.5;
  slot.load = performance.eventLoopUtilization();
  return false;
}
