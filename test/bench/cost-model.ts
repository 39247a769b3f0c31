import type { InvocationReport, Usage } from '../../infra/local/lambda/invocation.ts';
import type { Prices } from './prices.ts';

/** What some operations used. */
export interface Work {
  /** Requests that reached the API. */
  apiRequests: number;
  readUnits: number;
  writeUnits: number;
  invocations: readonly InvocationReport[];
  logBytes: number;
  logLines: number;
  /** Bytes of the answers. */
  sentBytes: number;
  /** Bytes of requests to receivers of webhooks. */
  webhookBytes: number;
}

/** The load of a function's module, and the function's memory in MB. */
export interface Init extends Usage {
  memoryMb: number;
}

/** What the price of some work depends on, besides the work. */
export interface Deployment {
  prices: Prices;
  /** The functions that a queue invokes, by the start of their names. */
  fromQueue: readonly string[];
  /** Whether requests pass CloudFront. */
  hasEdge: boolean;
  /** The memory in MB of a function that was measured with other memory. */
  memoryOf: (measuredMb: number) => number;
  /** What loading a function takes, by its name. */
  inits: ReadonlyMap<string, Init>;
  /** The functions whose invocations Lambda logs itself, by their names. */
  platformLogged: ReadonlySet<string>;
  /** How many secrets a function reads in a new sandbox, by its name. */
  secretsOf: ReadonlyMap<string, number>;
  /** The share of invocations that begin in a new sandbox. */
  coldShare: number;
  /** The size of a line in the gateway's access log. */
  accessLogBytes: number;
}

/** US dollars, by what they are paid for. */
export interface Dollars {
  edge: number;
  api: number;
  database: number;
  lambda: number;
  queue: number;
  /** Opening the read models of searches: S3, the table and Lambda. */
  models: number;
  logs: number;
  /** Reads of Secrets Manager in new sandboxes. */
  secrets: number;
  sent: number;
  total: number;
}

/** Memory at which Lambda gives a whole core. https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const MB_PER_CORE = 1_769;
const BYTES_PER_GB = 1e9;
const MB_PER_GB = 1_024;
/** CloudWatch adds this to each event. https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/cloudwatch_limits_cwl.html */
const LOG_EVENT_BYTES = 26;
/** Lambda's lines of a start and a report in JSON. https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html */
const PLATFORM_LINES = 2;
const PLATFORM_BYTES = 140 + 280;
/** How long Node.js itself takes to start in a new sandbox, in milliseconds of a whole core: an assumption. */
const RUNTIME_START_MS = 100;

/** Milliseconds that Lambda bills: what it waited as measured, and its CPU time as long as its share of a core takes. */
export function billedMs({ durationMs, cpuMs }: Usage, memoryMb: number): number {
  const waitedMs = Math.max(0, durationMs - cpuMs);
  return Math.ceil(waitedMs + cpuMs / Math.min(1, memoryMb / MB_PER_CORE));
}

/** Each message of a queue is sent, and received and deleted in its batch. */
const queueRequests = (invocations: readonly InvocationReport[]): number =>
  invocations.reduce((sum, { records }) => sum + records + 2, 0);

/** What some work used, as it is paid for. */
export interface Used {
  readUnits: number;
  writeUnits: number;
  invocations: number;
  gigabyteSeconds: number;
  queueRequests: number;
}

/** What loading a function in a new sandbox is billed, in gigabyte-seconds; Lambda bills it like the rest. */
export function coldGigabyteSeconds(init: Usage, memoryMb: number): number {
  // Modules come from a file, which is computing rather than waiting.
  const usage = { durationMs: RUNTIME_START_MS + init.cpuMs, cpuMs: RUNTIME_START_MS + init.cpuMs };
  return (billedMs(usage, memoryMb) / 1_000) * (memoryMb / MB_PER_GB);
}

/** What some work used. */
export function usedBy(
  { readUnits, writeUnits, invocations }: Work,
  { fromQueue, memoryOf, inits, coldShare }: Deployment,
): Used {
  const queued = invocations.filter(({ functionName }) =>
    fromQueue.some((start) => functionName.startsWith(start)),
  );
  const gigabyteSeconds = invocations.map((report) => {
    const memoryMb = memoryOf(report.memoryMb);
    const init = inits.get(report.functionName);
    const cold = init ? coldShare * coldGigabyteSeconds(init, memoryMb) : 0;
    return (billedMs(report, memoryMb) / 1_000) * (memoryMb / MB_PER_GB) + cold;
  });
  return {
    readUnits,
    writeUnits,
    invocations: invocations.length,
    gigabyteSeconds: gigabyteSeconds.reduce((sum, part) => sum + part, 0),
    queueRequests: queueRequests(queued),
  };
}

/** The price of some work. */
export function priceOf(work: Work, deployment: Deployment): Dollars {
  const { prices, hasEdge, accessLogBytes, platformLogged, secretsOf, coldShare } = deployment;
  const { apiRequests, logBytes, logLines, sentBytes, webhookBytes, invocations } = work;
  const used = usedBy(work, deployment);
  const million = (count: number, price: number) => (count * price) / 1e6;
  const gigabytes = (bytes: number, price: number) => (bytes / BYTES_PER_GB) * price;
  const ofPlatform = invocations.filter(({ functionName }) => platformLogged.has(functionName)).length;
  const logged =
    logBytes +
    logLines * LOG_EVENT_BYTES +
    apiRequests * (accessLogBytes + LOG_EVENT_BYTES) +
    ofPlatform * (PLATFORM_BYTES + PLATFORM_LINES * LOG_EVENT_BYTES);
  const secretReads = invocations.reduce(
    (sum, { functionName }) => sum + coldShare * (secretsOf.get(functionName) ?? 0),
    0,
  );
  const parts = {
    edge: hasEdge
      ? million(apiRequests, prices.perMillionEdgeRequests + prices.perMillionEdgeFunctionRuns)
      : 0,
    api: million(apiRequests, prices.perMillionApiRequests),
    database:
      million(used.readUnits, prices.perMillionReadUnits) +
      million(used.writeUnits, prices.perMillionWriteUnits),
    lambda:
      million(used.invocations, prices.perMillionInvocations) +
      used.gigabyteSeconds * prices.perGigabyteSecond,
    queue: million(used.queueRequests, prices.perMillionQueueRequests),
    models: 0,
    logs: gigabytes(logged, prices.perGigabyteOfLogs),
    secrets: million(secretReads, prices.perMillionSecretReads),
    sent:
      gigabytes(sentBytes, hasEdge ? prices.perGigabyteSentByEdge : prices.perGigabyteSent) +
      gigabytes(webhookBytes, prices.perGigabyteSent),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

/** `count` times as much of each. */
export const times = <T extends Dollars | Used>(parts: T, count: number): T =>
  mapped(parts, (_, value) => value * count);

/** What one has more than the other. */
export const less = <T extends Dollars | Used>(one: T, other: T): T => {
  const others = new Map<string, number>(Object.entries(other));
  return mapped(one, (part, value) => value - others.get(part)!);
};

const mapped = <T extends Dollars | Used>(parts: T, valueOf: (part: string, value: number) => number): T => ({
  ...parts,
  ...Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, valueOf(part, Number(value))])),
});
