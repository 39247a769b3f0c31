import { DynamoDBClient, type DynamoDBServiceException as ServiceException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { CallInput, CallName, CallOptions, CallOutput } from '../core/database.ts';
import type { ExplicitPlace } from './place.ts';
import { toRefusal } from './refusal.ts';
import type { AwsAnswer, ConnectionLimits, RequestHandler } from './request-handler.ts';

const commands = {
  GetItem: GetCommand,
  BatchGetItem: BatchGetCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  PutItem: PutCommand,
  UpdateItem: UpdateCommand,
  DeleteItem: DeleteCommand,
  TransactWriteItems: TransactWriteCommand,
} satisfies Record<CallName, unknown>;

/** The first attempt of a call, if it did not succeed. */
export type Failure = AwsAnswer | { error: unknown };

export type SdkClient = ReturnType<typeof openSdkClient>;

/**
 * Opens the SDK's client, and makes calls by it. Few functions ever need it, and half of what they read when they start
 * would be the SDK, so it is loaded when a call's first attempt has failed, or where there is no direct place. It sends by
 * `handler`, or without one by the SDK's own.
 */
export function openSdkClient(place: ExplicitPlace, limits: ConnectionLimits, handler?: RequestHandler) {
  const requestHandler = handler ?? stockHandlerOptions(limits);
  const client = new DynamoDBClient({ ...place, maxAttempts: 3, requestHandler });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  // Which spends a tenth of a call's CPU time on a logger that does nothing.
  documents.middlewareStack.remove('loggerMiddleware');
  return {
    documents,

    /** Makes a call; `failure` is what its first attempt, made elsewhere, has failed with. */
    async call<Name extends CallName>(
      name: Name,
      input: CallInput<Name>,
      callOptions: CallOptions,
      failure?: Failure,
    ): Promise<CallOutput<Name>> {
      // Of any of the commands: their types differ in input and output only.
      const command = new (commands[name] as unknown as new (input: object) => GetCommand)(input);
      if (failure) command.middlewareStack.add(...firstAttempt(failure));
      try {
        return (await documents.send(command, callOptions)) as unknown as CallOutput<Name>;
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const refusal = toRefusal(error.name, error, (item) => unmarshall(item as StoredItem));
        if (!refusal) throw error;
        const { $metadata } = error as Partial<ServiceException>;
        throw Object.assign(refusal, { repeated: ($metadata?.attempts ?? 1) > 1 });
      }
    },

    config: client.config,

    /** The SDK's budget of repeats grows again with each success. */
    async succeeded(): Promise<void> {
      const retries = await client.config.retryStrategy();
      if ('recordSuccess' in retries) retries.recordSuccess(await retries.acquireInitialRetryToken(''));
    },
  };
}

/** The options by which the SDK creates its own request handler. */
const stockHandlerOptions = ({ connectMs, requestMs, connections: maxSockets }: ConnectionLimits) => ({
  connectionTimeout: connectMs,
  requestTimeout: requestMs,
  throwOnRequestTimeout: true,
  httpAgent: { keepAlive: true, maxSockets },
  httpsAgent: { keepAlive: true, maxSockets },
});

type Stack = GetCommand['middlewareStack'];
type StoredItem = Parameters<typeof unmarshall>[0];

/** A middleware that hands the SDK an attempt's failure in place of the first one that it would make. */
function firstAttempt(failure: Failure): Parameters<Stack['add']> {
  let left: Failure | undefined = failure;
  return [
    (next) => async (args) => {
      if (!left) return await next(args);
      const first = left;
      left = undefined;
      if ('error' in first) throw first.error;
      return first;
    },
    // The SDK adds what a command of `lib-dynamodb` has twice.
    { step: 'deserialize', priority: 'low', name: 'firstAttempt', override: true },
  ] as Parameters<Stack['add']>;
}
