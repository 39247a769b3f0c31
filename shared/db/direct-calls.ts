import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import { marshalInput, unmarshalOutput } from './marshal-members.ts';
import type { bytesRequestHandler } from './request-handler.ts';
import { requestSigner } from './request-signer.ts';

type RequestHandler = ReturnType<typeof bytesRequestHandler>;
type Answer = Awaited<ReturnType<RequestHandler['handle']>>;

/** Where the database is, as the SDK finds out. */
interface Endpoint {
  protocol: string;
  hostname: string;
  port?: number;
}

/** The operations whose members `marshal-members.ts` knows; others, such as DescribeTable, are left to the SDK. */
const DIRECT = new Set([
  ...['GetItem', 'BatchGetItem', 'Query', 'Scan'],
  ...['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'],
]);

/** What the SDK's middleware know of a call. */
interface CallContext {
  __smithy_context?: { service?: string; operation?: string; abortSignal?: object };
}

/** The first attempt of a call, if it did not succeed. */
type Failure = Answer | { error: unknown };

/**
 * Makes the first attempt of each call of `lib-dynamodb`'s commands by itself: marshals, signs, sends and parses, without the thirty steps that the
 * SDK takes for any service, which are two thirds of a call's CPU time (`npm run bench -- cpu`). What that attempt fails
 * with is handed to the SDK as its own first attempt, so errors and repeats are the SDK's. So is the whole first call of a
 * client, which shows where the database is.
 */
export function callDirectly(
  { config, middlewareStack }: DynamoDBDocumentClient,
  handler: RequestHandler,
): void {
  const sign = requestSigner();
  const failures = new WeakMap<object, Failure>();
  let endpoint: Endpoint | undefined;

  async function attempt({ protocol, hostname, port }: Endpoint, context: CallContext, input: object) {
    const { service = '', operation = '', abortSignal } = context.__smithy_context ?? {};
    const body = JSON.stringify(marshalInput(input));
    const headers = {
      host: port === undefined ? hostname : `${hostname}:${port}`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `${service}.${operation}`,
    };
    const now = new Date(Date.now() + config.systemClockOffset);
    const signing = { credentials: await config.credentials(), region: await config.region(), now };
    const request = {
      ...{ protocol, hostname, method: 'POST', path: '/', body },
      ...(port === undefined ? {} : { port }),
      // Not signed, as whoever passes the request on may change it.
      headers: { ...sign({ headers, body }, signing), ...traceHeader() },
    };
    return await handler.handle(request, abortSignal ? { abortSignal: abortSignal as AbortSignal } : {});
  }

  middlewareStack.add(
    (next, context) => async (args) => {
      if (!endpoint || !DIRECT.has(context.__smithy_context?.operation ?? '')) return await next(args);
      const input = withToken(args.input, context);
      const retries = await config.retryStrategy();
      let failure: Failure;
      try {
        const answer = await attempt(endpoint, context, input);
        const output = parsed(answer);
        if (output) {
          config.systemClockOffset = clockOffset(answer) ?? config.systemClockOffset;
          // The SDK's budget of repeats grows again with each success.
          if ('recordSuccess' in retries) retries.recordSuccess(await retries.acquireInitialRetryToken(''));
          return { response: answer.response, output: { ...output, $metadata: {} } };
        }
        failure = answer;
      } catch (error) {
        failure = { error };
      }
      failures.set(context, failure);
      return await next({ ...args, input });
    },
    { step: 'initialize', priority: 'low', name: 'callDirectly' },
  );

  middlewareStack.add(
    (next, context) => async (args) => {
      const failure = failures.get(context);
      if (!failure) {
        endpoint ??= args.request as Endpoint;
        return await next(args);
      }
      failures.delete(context);
      if ('error' in failure) throw failure.error;
      return failure;
    },
    { step: 'deserialize', priority: 'low', name: 'firstAttempt' },
  );
}

/** Lambda's trace of the invocation that makes a call, by which AWS finds loops of functions. */
function traceHeader(): Record<string, string> {
  const trace = process.env['_X_AMZN_TRACE_ID'];
  return trace === undefined ? {} : { 'x-amzn-trace-id': trace };
}

/** By how much DynamoDB's clock is ahead of ours, in milliseconds. Like the SDK, we sign by DynamoDB's. */
function clockOffset({ response }: Answer): number | undefined {
  const time = Date.parse(response.headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time - Date.now();
}

/** The output of an answer; undefined where it is an error or not whole, which the SDK says in its words. */
function parsed({ response }: Answer): object | undefined {
  if (response.statusCode !== 200) return undefined;
  try {
    return unmarshalOutput(JSON.parse(response.body.toString()) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

/** A transaction has the same token in all its attempts, by which DynamoDB knows one that it has done already. */
const withToken = <Input extends object>(input: Input, { __smithy_context: call }: CallContext): Input =>
  call?.operation === 'TransactWriteItems' ? { ClientRequestToken: randomUUID(), ...input } : input;
