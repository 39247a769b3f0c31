import { readEdge } from './edge/definition.ts';
import { startEdge } from './edge/edge.ts';
import { startEmulators, type Emulators } from './emulators.ts';
import { openDataVersion, trimStreamLog } from './database/engine-file.ts';
import { openPools, type FunctionPools } from './function-pools.ts';
import type { LambdaFunction } from './lambda/functions.ts';
import type { InvocationReport } from './lambda/invocation.ts';
import { openHome } from './runner/home.ts';
import type { Instance } from '../../cli/core/running-note.ts';
import { MAINTENANCE_VARIABLE } from '../../shared/kernel/core/maintenance.ts';
import { RATE_LIMITS_VARIABLE } from '../../shared/kernel/api/limits/rate-limits.ts';
import type { ChallengeHeader } from './http/http-response.ts';
import { DEMO, handleDemoRequest } from './demo/routes.ts';
import { openHttpApi } from './http/http-api.ts';
import type { Inbox } from './inbox/inbox.ts';
import { handleInboxRequest } from './inbox/routes.ts';
import { receiveInbound } from './mail/inbound.ts';
import { handleInbound, INBOUND_PATH, type ReceiveMail } from './mail/inbound-route.ts';
import { handleReply, repliedNumber } from './mail/reply-route.ts';
import type { Mailbox } from './mail/mailbox.ts';
import type { LocalRequest } from './http/local-request.ts';
import { handleMailRequest } from './mail/routes.ts';
import { awsHosts } from './other-account/hosts.ts';
import { AWS_PREFIX, handleAwsRequest } from './other-account/routes.ts';
import { localCredentials, type LocalCredentials } from './runner/credentials.ts';
import { INBOX_HOST } from './runner/local-hosts.ts';
import type { LocalHosts } from './runner/local-hosts.ts';
import { startQueues } from './queues/start-queues.ts';
import { assertKnownResources } from './template/resources.ts';
import { startSchedules } from './schedules/start-schedules.ts';
import { StartError } from './runner/start-error.ts';
import { startStreams } from './streams/start-streams.ts';
import { loadAssembly } from './template/template.ts';

export type LocalOptions = {
  /** The folder for data, secrets and logs; used by one instance at a time. */
  home: string;
  /** The port to listen on; 0 for any free one. */
  port: number;
  /** The directory of the cloud assembly (the output of `cdk synth`). */
  assembly: string;
  /**
   * The DynamoDB endpoint passed to functions, if different from the engine's own (such as a fault-injection
   * proxy); `answersRequests` distinguishes the HTTP API's functions from those of streams, queues and
   * schedules.
   */
  dynamodbEndpoint?: string | ((functionName: string, answersRequests: boolean) => string | undefined);
  /** Values of functions' variables, in place of the template's; only of variables that a function has. */
  variables?: Record<string, string>;
  /** Whether the functions of the HTTP API refuse changes, as with the setting of an environment. */
  maintenance?: boolean;
  /** Outside host names that resolve to this machine for functions. */
  hosts?: LocalHosts;
  /** Keep the tables in memory: faster, lost at stop(). For tests. */
  inMemory?: boolean;
  /** The treatment of WWW-Authenticate; `kept` by default. Tests use the behavior of AWS. */
  challengeHeader?: ChallengeHeader;
  /** How long records of a stream that keep arriving are gathered, in milliseconds; 50 by default. */
  streamGatherMs?: number;
  /** How long idle workers of functions at least stay, and stay fast at the cost of memory, in milliseconds. */
  warmMs?: number;
  /**
   * How many times the template's timeout an invocation may take; 1 by default. Tests keep all cores busy, so that a
   * password's hash takes ten times as long as on Lambda.
   */
  timeoutFactor?: number;
  /** Called after each invocation of a function. */
  onInvocation?: (report: InvocationReport) => void;
  /** Whether `/readiness` waits for `setReady`, because more is made after the start; false by default. */
  isReadyLater?: boolean;
  /** Print nothing: no function errors, no engine restarts. */
  quiet?: boolean;
};

export type RunningService = {
  /** The API's URL, `http://127.0.0.1:<port>`. */
  baseUrl: string;
  /** What requests to the endpoints below are signed with. */
  credentials: LocalCredentials;
  /** The engine's endpoint. */
  dynamodbEndpoint: string;
  secretsEndpoint: string;
  /**
   * CloudFront before the API, as the template's distribution has it; undefined where it has none.
   */
  edge: { baseUrl: string } | undefined;
  /** The SQS endpoint with the URL of each queue by its short name; undefined if the template has none. */
  queues: Instance['queues'];
  /**
   * The S3 endpoint for reads, with the name of each bucket by its short name; undefined if there is none.
   */
  buckets: Instance['buckets'];
  /** The runner's built-in webhook receiver. */
  inbox: Inbox;
  /** The mails that would have been sent. */
  mailbox: Mailbox;
  /** Environment variables of each function, by its short name. */
  environments: Record<string, Record<string, string>>;
  /** The name of a table by its logical id (with or without CDK's hash); by default of the first table. */
  tableName: (logicalId?: string) => string;
  /** Resolves when the functions of table streams have processed everything written before the call. */
  streamsIdle: () => Promise<void>;
  /**
   * Resolves when no message is visible or in flight in any queue with a function, not counting delayed
   * messages. A failed message is in flight until its visibility timeout ends.
   */
  queuesIdle: () => Promise<void>;
  /**
   * Runs a scheduled rule of the template now, by its logical id (with or without CDK's hash). Resolves when
   * it is done; rejects if it fails.
   */
  fireSchedule: (ruleLogicalId: string) => Promise<void>;
  /** Has `/readiness` say that the service is ready. */
  setReady: () => void;
  stop: () => Promise<void>;
};

/**
 * Serves a synthesized CDK app on this machine: tables and their streams, queues, buckets, schedules,
 * secrets, functions and the HTTP API, all on the loopback interface, with an inbox for webhooks. Throws a
 * StartError, after stopping everything that was started, for errors that the user can fix.
 */
export async function startLocal(options: LocalOptions): Promise<RunningService> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo();
  };
  try {
    return await start(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  given: LocalOptions,
  stops: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<RunningService> {
  const assembly = loadAssembly(given.assembly);
  assertKnownResources(assembly);
  const home = openHome(given.home);
  const options = { ...given, home: home.directory };
  const onStop = (undo: () => unknown) => void stops.push(undo);
  stops.push(home.release);
  const hosts = Object.keys(options.hosts ?? {});
  const api = await openHttpApi(options.port, options.challengeHeader ?? 'kept', hosts);
  stops.push(api.stop);
  api.setReady(!options.isReadyLater);
  home.announce({ baseUrl: api.baseUrl });

  const emulators = await startEmulators(assembly, {
    homeFolder: options.home,
    baseUrl: api.baseUrl,
    inMemory: options.inMemory ?? false,
    quiet: options.quiet ?? false,
    invoke: (fn, event) => pools.invoke(fn, event),
    onStop,
  });
  const { app, queues, secrets, buckets, inbox, otherAccount, edgeControl, mailbox, engine } = emulators;
  const { tables } = app;
  const [first] = tables;
  const pools = openFunctions(options, emulators);
  stops.push(pools.close);
  home.announce({
    baseUrl: api.baseUrl,
    credentials: localCredentials,
    dynamodbEndpoint: engine.endpoint,
    ...(first && { tableName: first.tableName }),
    ...(queues && { queues }),
    ...(buckets && { buckets }),
    secrets: { endpoint: secrets.endpoint, arns: secrets.arns },
    cloudFront: edgeControl.endpoint,
    rateLimits: Object.values(pools.environments).find((variables) => variables[RATE_LIMITS_VARIABLE])?.[
      RATE_LIMITS_VARIABLE
    ],
  });

  const { streams, queueConsumers, runs } = await startSources(options, emulators, pools, onStop);
  const receive: ReceiveMail = (raw, envelope) =>
    receiveInbound(app.receiptRules, queues?.endpoint ?? '', { raw, envelope });
  api.serve(app.api, pools.invoke, (request) => {
    if (request.path === INBOUND_PATH) return handleInbound(request, receive);
    const replied = repliedNumber(request.path);
    if (replied !== undefined) return handleReply(request, mailbox, { number: replied, receive });
    if (request.path.startsWith(AWS_PREFIX)) return handleAwsRequest(otherAccount, request);
    if (request.path === DEMO) return handleDemoRequest(request, options.home);
    if (request.path.startsWith('/_local/gallery')) return showGallery(request);
    return request.path.startsWith('/_local/mail')
      ? handleMailRequest(mailbox, request)
      : handleInboxRequest(inbox, request);
  });
  // Requests and batches in progress finish before their workers and the engine stop.
  stops.push(api.stop);
  const definition = readEdge(assembly, app.resolver, secrets.valueOf);
  const edge = definition && (await startEdge(definition, hosts));
  if (edge) {
    stops.push(edge.stop);
    edgeControl.serve(definition, (originHeaders) => edge.deploy({ ...definition, originHeaders }));
  }

  return {
    baseUrl: api.baseUrl,
    credentials: localCredentials,
    dynamodbEndpoint: engine.endpoint,
    secretsEndpoint: secrets.endpoint,
    edge: edge && { baseUrl: edge.baseUrl },
    queues,
    buckets,
    inbox,
    mailbox,
    environments: pools.environments,
    tableName: (logicalId) => {
      const table =
        logicalId === undefined ? tables[0] : tables.find((t) => [t.name, t.logicalId].includes(logicalId));
      if (!table) throw new StartError(`The template has no table ${logicalId ?? ''}.`);
      return table.tableName;
    },
    streamsIdle: streams.idle,
    queuesIdle: queueConsumers.idle,
    fireSchedule: runs.fire,
    setReady: () => api.setReady(true),
    stop,
  };
}

/** Loaded by the first request, since it needs the code of the pages. */
const showGallery = async (request: LocalRequest) =>
  (await import('./gallery/routes.ts')).handleGalleryRequest(request);

/** Opens the pools of functions, whose clients reach the emulators. */
function openFunctions(
  options: LocalOptions,
  { app, engine, secrets, queues, buckets, ses, receiver, edgeControl }: Emulators,
): FunctionPools {
  const { home, dynamodbEndpoint, hosts, variables = {}, quiet = false } = options;
  const { onInvocation, warmMs, timeoutFactor } = options;
  const answering = new Set(app.api.routes.map(({ target }) => target.fn));
  if (options.maintenance) for (const fn of answering) fn.variables[MAINTENANCE_VARIABLE] = 'on';
  const endpointOf = (fn: LambdaFunction) =>
    (typeof dynamodbEndpoint === 'function'
      ? dynamodbEndpoint(fn.name, answering.has(fn))
      : dynamodbEndpoint) ?? engine.endpoint;
  return openPools(app, {
    home,
    hosts: {
      ...awsHosts(app.functions[0]?.region ?? 'us-east-1', receiver.port),
      ...hosts,
      [INBOX_HOST]: receiver.port,
    },
    variables,
    echoes: !quiet && Boolean(process.stderr.isTTY),
    onInvocation,
    warmMs,
    timeoutFactor,
    engineEndpoint: engine.endpoint,
    engineDoor: engine.door,
    endpointsOf: (fn) => ({
      DYNAMODB: endpointOf(fn),
      SECRETS_MANAGER: secrets.endpoint,
      SQS: queues?.endpoint,
      S3: buckets?.endpoint,
      SESV2: ses.endpoint,
      CLOUDFRONT: edgeControl.endpoint,
    }),
  });
}

/** Starts what calls functions in addition to the API: streams, queues and schedules. */
async function startSources(
  { home, inMemory, streamGatherMs }: LocalOptions,
  { app, engine, queues }: Emulators,
  { invoke, log }: FunctionPools,
  onStop: (stop: () => unknown) => void,
) {
  const dataVersion = engine.dataFile === undefined ? undefined : openDataVersion(engine.dataFile);
  if (dataVersion) onStop(dataVersion.close);
  const streams = await startStreams(app.streamMappings, {
    endpoint: engine.door,
    dataVersion: dataVersion?.read,
    home: inMemory ? undefined : home,
    gatherMs: streamGatherMs,
    invoke,
    log,
  });
  onStop(streams.stop);
  const queueConsumers = startQueues(app.queueMappings, { endpoint: queues?.endpoint ?? '', invoke, log });
  onStop(queueConsumers.stop);
  const runs = startSchedules(app.schedules, invoke);
  onStop(runs.stop);
  for (const { tableName } of engine.dataFile ? app.tables : []) {
    trimStreamLog(engine.dataFile!, tableName, streams.doneUpTo(tableName));
  }
  return { streams, queueConsumers, runs };
}
