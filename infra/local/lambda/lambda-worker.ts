/**
 * The thread of a Lambda function: loads the module, then processes one invocation at a time. Output is
 * written to its log file immediately, so that nothing is lost if the thread is killed.
 */
import { openSync, writeSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type {
  FromWorker,
  Invocation,
  InvocationOutcome,
  StructuredResponse,
  ToWorker,
  Usage,
  WorkerData,
} from './invocation.ts';
import { writeJsonLogs } from './json-logs.ts';
import { guardTable } from './guard-table.ts';
import { ENGINE_IS_FULL, isDiskFull } from '../runner/system-error.ts';
import { openDoor } from './database-door.ts';
import { redirectHosts } from './redirect-hosts.ts';

/** Late enough for the first invocations, so that what they call is cached too. */
const FLUSH_AFTER_MS = 3_000;

type Handler = (event: unknown, context: object) => unknown;

const {
  modulePath,
  exportName,
  functionName,
  functionArn,
  memoryMb,
  logFile,
  logsJson,
  echoErrors,
  hosts,
  databaseDoor,
  tableRights,
} = workerData as WorkerData;
const port = parentPort!;
const log = openSync(logFile, 'a', 0o600);

let requestId: string | undefined;

redirect(process.stdout, false);
redirect(process.stderr, echoErrors);
if (logsJson) {
  writeJsonLogs(
    (line, level) => (level === 'ERROR' ? process.stderr : process.stdout).write(line),
    () => requestId,
  );
}
redirectHosts(hosts);
const { AWS_ENDPOINT_URL_DYNAMODB: database } = process.env;
if (databaseDoor && database) openDoor(database, databaseDoor);
if (tableRights && database) guardTable(tableRights, database);
// In the asset, which goes when the sources have changed. What is compiled already is a quarter of what loading computes.
enableCompileCache(join(dirname(modulePath), 'compiled'));
const loading = startUsage();
try {
  const handler = await loadHandler();
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'collectGarbage') collectGarbage();
    else void answer(handler, message);
  });
  send({ kind: 'ready', usage: loading() });
  setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
} catch (error) {
  const message = describe(error);
  process.stderr.write(`INIT ERROR ${message}\n`);
  send({ kind: 'initError', message });
}

async function loadHandler(): Promise<Handler> {
  const module = (await import(pathToFileURL(modulePath).href)) as Record<string, unknown> & {
    default?: unknown;
  };
  const handler = module[exportName] ?? (module.default as Record<string, unknown> | undefined)?.[exportName];
  if (typeof handler !== 'function') throw new TypeError(`${modulePath} exports no function ${exportName}`);
  return handler as Handler;
}

async function answer(handler: Handler, message: Invocation): Promise<void> {
  const { traceId, deadline, event } = message;
  requestId = message.requestId;
  const usage = startUsage();
  // The SDK sends it along with every call.
  process.env['_X_AMZN_TRACE_ID'] = traceId;
  try {
    sendResult(await handler(event, context(message.requestId, deadline)), usage);
  } catch (error) {
    const text = describe(error);
    process.stderr.write(`${new Date().toISOString()} ${message.requestId} ERROR ${text}\n`);
    send({ kind: 'outcome', outcome: { kind: 'error', message: text }, usage: usage() });
  }
}

type CollectGarbage = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/** Of the kinds that V8 has, this one shrinks the heap at once. Functions do not see `gc`: older contexts lack it. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as CollectGarbage)({ type: 'major', flavor: 'last-resort' });
}

/** Measures an invocation from now on. */
function startUsage(): () => Usage {
  const startedAt = performance.now();
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return { durationMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 };
  };
}

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
function context(awsRequestId: string, deadline: number): object {
  return {
    awsRequestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn,
    memoryLimitInMB: String(memoryMb),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: logFile,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function sendResult(result: unknown, usage: () => Usage): void {
  if (isStructured(result)) {
    const { statusCode, headers, cookies, body, isBase64Encoded } = result;
    const response = { statusCode, headers, cookies, body, isBase64Encoded };
    try {
      return send({ kind: 'outcome', outcome: { kind: 'response', response }, usage: usage() });
    } catch {
      // Not cloneable, for example a function among the headers: JSON drops it, as Lambda does.
    }
  }
  const json = JSON.stringify(result) ?? 'null';
  const outcome: InvocationOutcome = isStructured(result)
    ? { kind: 'response', response: JSON.parse(json) as StructuredResponse }
    : { kind: 'json', json };
  send({ kind: 'outcome', outcome, usage: usage() });
}

function isStructured(result: unknown): result is StructuredResponse {
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) return false;
  // The result of a batch, regardless of other fields.
  return !('batchItemFailures' in result);
}

function redirect(stream: NodeJS.WriteStream, echo: boolean): void {
  stream.write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encodingOf(encoding)) : chunk;
    writeLog(bytes);
    if (echo) send({ kind: 'stderr', text: Buffer.from(bytes).toString() });
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
}

function writeLog(bytes: Uint8Array): void {
  let isFull = Buffer.from(bytes).includes(ENGINE_IS_FULL);
  try {
    writeSync(log, bytes);
  } catch (error) {
    // Functions go on without their logs.
    if (!isDiskFull(error)) throw error;
    isFull = true;
  }
  if (isFull) send({ kind: 'diskFull' });
}

function encodingOf(encoding: unknown): BufferEncoding {
  return typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8';
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function send(message: FromWorker): void {
  port.postMessage(message);
}
