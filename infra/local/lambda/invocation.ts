import type { LocalHosts } from '../runner/local-hosts.ts';
import type { LambdaFunction } from './functions.ts';
import type { TableRights } from './table-rights.ts';

/** The result of an invocation. */
export type InvocationOutcome =
  | { kind: 'response'; response: StructuredResponse }
  /** Any other value, as JSON text, which is what Lambda returns. */
  | { kind: 'json'; json: string }
  | { kind: 'error'; message: string }
  | { kind: 'timeout' };

/** A result with a statusCode and a text body, passed on unchanged; nearly every result has this form. */
export type StructuredResponse = {
  statusCode: unknown;
  headers?: unknown;
  cookies?: unknown;
  body?: unknown;
  isBase64Encoded?: unknown;
};

/** The start data of a worker thread. */
export type WorkerData = {
  modulePath: string;
  exportName: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
  logFile: string;
  /** Whether the log has JSON lines. */
  logsJson: boolean;
  /** Send a copy of what goes to stderr to the runner, which shows it in the terminal. */
  echoErrors: boolean;
  /** Host names of the outside network that are served on this machine. */
  hosts: LocalHosts;
  /** Where the engine of the variables' database is reached without its guard, if it is the runner's own. */
  databaseDoor: string | undefined;
  /** What the function's role allows of the table, if the template says so. */
  tableRights: TableRights | undefined;
};

export type Invocation = {
  kind: 'invoke';
  requestId: string;
  traceId: string;
  deadline: number;
  event: unknown;
};

export type ToWorker = Invocation | { kind: 'collectGarbage' };

/** The duration of an invocation in milliseconds; `cpuMs` is the CPU time of its thread. */
export type Usage = { durationMs: number; cpuMs: number };

/** The figures by which AWS would bill an invocation. */
export type InvocationReport = Usage & {
  functionName: string;
  memoryMb: number;
  /** Records of a stream's or queue's batch; 0 for other events. */
  records: number;
  /** The load of the module, in the first invocation of a worker. */
  init?: Usage;
};

export type FromWorker =
  | { kind: 'ready'; usage: Usage }
  | { kind: 'initError'; message: string }
  | { kind: 'stderr'; text: string }
  /** Its log, or what the engine said in it, shows that the disk is full. */
  | { kind: 'diskFull' }
  | { kind: 'outcome'; outcome: InvocationOutcome; usage: Usage };

/** Runs a function on an event; never rejects. */
export type Invoke = (fn: LambdaFunction, event: unknown) => Promise<InvocationOutcome>;
