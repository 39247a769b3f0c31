import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { localCredentials, type LocalCredentials } from '../../infra/local/runner/credentials.ts';
import { requestSigner } from '../../shared/kernel/aws/request-signer.ts';

const sign = requestSigner('dynamodb');

/** One call that passed through: what it was, when it ran, and what it cost. */
export interface ProxiedCall {
  operation: string;
  body: any;
  startedAt: number;
  endedAt: number;
  /** Whether the SDK sent it because an earlier attempt failed or took too long. */
  repeated: boolean;
  readUnits: number;
  writeUnits: number;
  /** What AWS counts for a write whose condition failed, and the engine does not: a unit for each item of up to a KB. */
  refusedUnits: number;
  /** Items that a read looked at. */
  items: number;
}

/** What to do with a call in the place of passing it on. */
export type Fault =
  /** Carry it out, but never respond: the connection is cut instead. */
  | 'lose-answer'
  /** Carry it out, and send half of the answer. */
  | 'cut-short'
  /** Cut the connection before anything happens. */
  | 'refuse'
  /** Answer as DynamoDB does when it is too busy. */
  | 'throttle'
  /** Answer that the call can never succeed. */
  | 'reject'
  /** Refuse a write because another transaction is under way on its items. */
  | 'conflict'
  /** Carry it out with every second key of a BatchGetItem left unprocessed. */
  | 'leave-unprocessed';

export interface DynamoDbProxy {
  endpoint: string;
  /** The engine's endpoint. */
  target: string;
  /** What it signs calls for the engine with, which it changes; by default those of this process. */
  credentials: LocalCredentials;
  /** The calls since the last reset, without those of requests that had made calls before it, and those of limits. */
  calls: ProxiedCall[];
  /** Milliseconds that every answer is held back. */
  latency: number;
  /**
   * Milliseconds without a new call, after which all that wait are passed on together: so calls made side by side are seen
   * to overlap, however busy this machine is. 0 passes each on at once.
   */
  quietMs: number;
  /**
   * Milliseconds for which a transaction holds its items, as on AWS, where it takes some: meanwhile, other writes to any of
   * them are refused. The engine works on one transaction after another, so it refuses none.
   */
  transactionMs: number;
  /** Decides the fate of each call; undefined lets it through. */
  fault: ((operation: string, number: number, body: unknown) => Fault | undefined) | undefined;
  /**
   * What others do at the moment before a call is passed on, which waits for it; their own calls pass. So do repeats of a
   * call that has waited too long for its client: they wait for the same moment.
   */
  meanwhile: ((operation: string, body: any) => Promise<void>) | undefined;
  /** Which items, in DynamoDB's own JSON, a replica that lags behind lacks: eventually consistent reads may miss them. */
  unseen: ((item: Record<string, any>) => boolean) | undefined;
  /** Round trips in sequence: calls that overlap in time count once, and repetitions of a call not at all. */
  roundTrips(): number;
  reset(): void;
  stop(): Promise<void>;
}

/**
 * A proxy between the functions and the engine. It asks the engine for the capacity of every call, counts,
 * and breaks things on demand; the product has no code for any of this.
 */
export async function startProxy(): Promise<DynamoDbProxy> {
  let number = 0;
  /** How many resets there were, and how many each request's first call saw, by the trace that Lambda gave it. */
  let resets = 0;
  const firstSeen = new Map<string, number>();
  /** The keys of items in transactions that are under way. */
  const held = new Set<string>();
  /** What the calls that are held wait for, by request and call. */
  const moments = new Map<string, Promise<void>>();
  /** The tokens of transactions that arrived, and whether they were made. */
  const transactions = new Map<string, 'under way' | 'made'>();
  const quiet = quietness(() => proxy.quietMs);
  const proxy: DynamoDbProxy = {
    endpoint: '',
    target: '',
    credentials: localCredentials,
    calls: [],
    latency: 0,
    quietMs: 0,
    transactionMs: 0,
    fault: undefined,
    meanwhile: undefined,
    unseen: undefined,
    roundTrips: () => sequentialGroups(proxy.calls.filter(({ repeated }) => !repeated)),
    reset() {
      proxy.calls.length = 0;
      resets++;
      number = 0;
      proxy.transactionMs = 0;
      proxy.fault = undefined;
      proxy.meanwhile = undefined;
      proxy.unseen = undefined;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  /** A request makes no call twice but to repeat it, which the SDK does with the members in another order. */
  const momentOf = (trace: unknown, operation: string, body: unknown) => {
    const act = () => proxy.meanwhile?.(operation, body) ?? Promise.resolve();
    if (typeof trace !== 'string') return act();
    const call = `${trace} ${operation} ${JSON.stringify(body, inOrder)}`;
    const moment = moments.get(call) ?? act().finally(() => moments.delete(call));
    moments.set(call, moment);
    return moment;
  };

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
      const trace = incoming.headers['x-amzn-trace-id'];
      const began = (typeof trace === 'string' ? firstSeen.get(trace) : undefined) ?? resets;
      if (typeof trace === 'string') firstSeen.set(trace, began);
      const body = JSON.parse((await bytesOf(incoming)).toString() || '{}');
      await momentOf(trace, operation, body);
      if (incoming.socket.destroyed) return;
      const isCounted = !isOfLimits(operation, body);
      const fault = isCounted ? proxy.fault?.(operation, ++number, body) : undefined;
      if (fault === 'refuse') return incoming.socket.destroy();
      const refuse = (error: object) => {
        outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
        outgoing.end(JSON.stringify(error));
      };
      if (fault === 'reject') return refuse(invalid);
      if (fault === 'throttle') return refuse(throttled);
      if (fault === 'conflict' && isWrite(operation)) return refuse(conflicting(operation, body));
      const token = body.ClientRequestToken as string | undefined;
      const earlier = token && transactions.get(token);
      if (earlier === 'under way') return refuse(inProgress);
      // A transaction that was made is not made again when it is repeated, so it holds nothing and meets none.
      const holdsItems = proxy.transactionMs > 0 && isWrite(operation) && !earlier;
      const written = holdsItems ? keysWritten(body) : [];
      if (written.some((key) => held.has(key)))
        return refuse(conflicting(operation, body, (key) => held.has(key)));
      const holds = operation === 'TransactWriteItems' ? written : [];
      for (const key of holds) held.add(key);
      // For that time and no longer, however busy this machine is.
      if (holds.length > 0) {
        setTimeout(() => holds.forEach((key) => held.delete(key)), proxy.transactionMs);
      }
      if (token && !earlier) transactions.set(token, 'under way');
      const withheld = fault === 'leave-unprocessed' ? withholdKeys(body) : undefined;
      const startedAt = performance.now();
      if (proxy.latency > 0) await delay(proxy.latency);
      if (proxy.quietMs > 0) await quiet();
      const passed = { ...body, ReturnConsumedCapacity: 'INDEXES' };
      const answer = await forward(proxy, incoming.headers, passed).finally(
        () => token && transactions.delete(token),
      );
      if (token && answer.status === 200) transactions.set(token, 'made');
      const result = JSON.parse(answer.body || '{}');
      const call = {
        operation,
        body,
        startedAt,
        endedAt: performance.now(),
        repeated: attemptOf(incoming) > 1,
        ...costOf(operation, body, result),
      };
      if (began === resets && isCounted) proxy.calls.push(call);
      if (fault === 'lose-answer') return incoming.socket.destroy();
      if (withheld) result.UnprocessedKeys = withheld;
      if (proxy.unseen) lagBehind(body, result, proxy.unseen);
      delete result.ConsumedCapacity;
      outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
      const text = JSON.stringify(result);
      outgoing.end(fault === 'cut-short' ? text.slice(0, text.length / 2) : text);
    })().catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

/**
 * Whether a call reads a workspace's own rate limits, which a sandbox does with its first request of each minute
 * (rate-limiter.unit.test.ts): whichever request that is, it is not what the request costs.
 */
const isOfLimits = (operation: string, body: any): boolean =>
  operation === 'GetItem' && body.Key?.sk?.S === '#LIMITS' && body.ConsistentRead !== true;

/** Orders the members of objects, for JSON.stringify. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Returns what waits until it has not been called for some time. */
function quietness(msOf: () => number): () => Promise<void> {
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let arrived = 0;
  function look(seen: number): void {
    // After a pause of this process, what has arrived meanwhile is read first.
    setImmediate(() => setImmediate(() => (seen === arrived ? release() : start())));
  }
  function start(): void {
    clearTimeout(timer);
    timer = setTimeout(look, msOf(), arrived);
  }
  function release(): void {
    const together = waiting;
    waiting = [];
    for (const pass of together) pass();
  }
  return () =>
    new Promise((resolve) => {
      arrived++;
      waiting.push(resolve);
      start();
    });
}

/** The number of the attempt, which the SDK sends; the first one of the product's own calls has none. */
const attemptOf = ({ headers }: IncomingMessage): number =>
  Number(/attempt=(\d+)/.exec(String(headers['amz-sdk-request']))?.[1] ?? 1);

const errorType = (name: string) => `com.amazonaws.dynamodb.v20120810#${name}`;

const invalid = { __type: errorType('ValidationException'), message: 'This can never be done.' };

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
const inProgress = { __type: errorType('TransactionInProgressException'), message: 'Already under way.' };

const throttled = { __type: errorType('ProvisionedThroughputExceededException'), message: 'Too busy.' };

/** The keys of the items that a write is about. */
const keysWritten = (body: any): string[] =>
  ((body.TransactItems as any[] | undefined)?.map((one) => Object.values<any>(one)[0]) ?? [body]).map(
    keyWritten,
  );

const keyWritten = ({ Key, Item }: any): string => {
  const { pk, sk } = Key ?? Item;
  return `${pk.S} ${sk.S}`;
};

function conflicting(operation: string, body: any, isHeld: (key: string) => boolean = () => true) {
  if (operation !== 'TransactWriteItems') {
    return { __type: errorType('TransactionConflictException'), message: 'A transaction is under way.' };
  }
  const CancellationReasons = keysWritten(body).map((key) =>
    isHeld(key) ? { Code: 'TransactionConflict', Message: 'Busy.' } : { Code: 'None' },
  );
  return { __type: errorType('TransactionCanceledException'), message: 'Cancelled', CancellationReasons };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function forward(
  { target, credentials }: DynamoDbProxy,
  { 'x-amz-target': operation, 'content-type': type }: IncomingHttpHeaders,
  body: unknown,
): Promise<{ status: number; body: string }> {
  const text = JSON.stringify(body);
  const { host, hostname, port } = new URL(target);
  const named = { host, 'content-type': type!, 'x-amz-target': String(operation) };
  const headers = sign({ headers: named, body: text }, { credentials, region: 'local', now: new Date() });
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method: 'POST', path: '/', headers }, (answer) => {
      bytesOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 500, body: bytes.toString() }),
        reject,
      );
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

function withholdKeys(body: any): unknown {
  const [[table, request]] = Object.entries<any>(body.RequestItems) as [[string, any]];
  const keys = request.Keys as unknown[];
  request.Keys = keys.filter((_, position) => position % 2 === 0);
  const held = keys.filter((_, position) => position % 2 === 1);
  return held.length ? { [table]: { ...request, Keys: held } } : {};
}

/** Takes out of the answer to an eventually consistent read what a lagging replica lacks. */
function lagBehind(body: any, result: any, unseen: (item: Record<string, any>) => boolean): void {
  const seen = (items: Record<string, any>[]) => items.filter((item) => !unseen(item));
  if (result.Items && !body.ConsistentRead) result.Items = seen(result.Items);
  for (const [table, items] of Object.entries<any>(result.Responses ?? {}))
    if (Array.isArray(items) && !body.RequestItems[table].ConsistentRead)
      result.Responses[table] = seen(items);
}

const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

export const isWrite = (operation: string): boolean => writes.has(operation);

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.ConditionalUpdate */
const refusals = /#(ConditionalCheckFailed|TransactionCanceled)Exception$/;

function costOf(operation: string, body: any, result: any) {
  const consumed = [result.ConsumedCapacity ?? []].flat() as { CapacityUnits: number }[];
  const units = consumed.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  const responses = Object.values<unknown[]>(result.Responses ?? {}).flat().length;
  return {
    readUnits: isWrite(operation) ? 0 : units,
    writeUnits: isWrite(operation) ? units : 0,
    refusedUnits: refusals.test(result.__type ?? '')
      ? body.TransactItems
        ? 2 * body.TransactItems.length
        : 1
      : 0,
    items: (result.ScannedCount as number | undefined) ?? responses,
  };
}

/** How many groups of calls came one after the other: a call that starts before all of a group ended joins it. */
function sequentialGroups(calls: readonly ProxiedCall[]): number {
  let groups = 0;
  let firstEnd = -Infinity;
  for (const { startedAt, endedAt } of [...calls].sort((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt >= firstEnd) {
      groups++;
      firstEnd = endedAt;
    } else firstEnd = Math.min(firstEnd, endedAt);
  }
  return groups;
}
