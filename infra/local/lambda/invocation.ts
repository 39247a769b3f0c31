import type { LocalHosts } from '../runner/local-hosts.ts';
import type { LambdaFunction } from './functions.ts';

/** What a function made of one event. */
export type Outcome =
  | { kind: 'response'; response: StructuredResponse }
  /** Any other value, as the JSON text that Lambda passes on. */
  | { kind: 'json'; json: string }
  | { kind: 'error'; message: string }
  | { kind: 'timeout' };

/** A result with a statusCode and a body of text: the form nearly every result has, passed on as it is. */
export type StructuredResponse = {
  statusCode: unknown;
  headers?: unknown;
  cookies?: unknown;
  body?: unknown;
  isBase64Encoded?: unknown;
};

/** What the worker thread is started with. */
export type WorkerData = {
  modulePath: string;
  exportName: string;
  functionName: string;
  functionArn: string;
  memoryMb: number;
  logFile: string;
  /** Send a copy of what goes to stderr to the runner, which shows it in the terminal. */
  echoErrors: boolean;
  /** What of the outside network is on this machine. */
  hosts: LocalHosts;
};

export type ToWorker = { requestId: string; traceId: string; deadline: number; event: unknown };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'initError'; message: string }
  | { kind: 'stderr'; text: string }
  | { kind: 'outcome'; outcome: Outcome };

/** Runs a function on an event; never rejects. */
export type Invoke = (fn: LambdaFunction, event: unknown) => Promise<Outcome>;
