import { randomUUID } from 'node:crypto';
import type { CallInput, CallName, CallOptions, CallOutput } from '../core/database.ts';
import { jsonCalls } from './json-calls.ts';
import { logger } from '../core/logger.ts';
import type { AwsPlace } from './place.ts';
import { marshalInput, unmarshalItem, unmarshalOutput } from './marshal-members.ts';
import { toRefusal, type DatabaseRefusal } from './refusal.ts';
import type { AwsAnswer, RequestHandler } from './request-handler.ts';
import type { Failure, SdkClient } from './sdk-client.ts';

/** The log line of a call that is left to the SDK, for which there is an alarm. */
export const FALLBACK_MESSAGE = 'call left to the SDK';

interface DirectCalls {
  place: AwsPlace;
  handler: RequestHandler;
  /** Loads the SDK's client on first use. */
  loadSdk: () => Promise<SdkClient>;
}

/**
 * Makes the first attempt of each call without the SDK: marshals, signs, sends and parses, without the thirty steps that the
 * SDK takes for any service, which are two thirds of a call's CPU time (`npm run bench -- cpu`), and without the SDK, which
 * is not loaded until then. What that attempt fails with is handed to the SDK as its own first attempt, so errors and
 * repeats are the SDK's, except for refusals, which it does not repeat.
 */
export function directCalls({ place, handler, loadSdk }: DirectCalls) {
  const post = jsonCalls('dynamodb', place, handler);
  let sdk: SdkClient | undefined;
  /** By how much DynamoDB's clock is ahead of ours, in milliseconds. Like the SDK, we sign by DynamoDB's. */
  let clockOffset = 0;

  const attempt = async (name: CallName, input: object, options: CallOptions): Promise<AwsAnswer> =>
    await post(name, JSON.stringify(marshalInput(input)), new Date(Date.now() + clockOffset), options);

  return async <Name extends CallName>(
    name: Name,
    withoutToken: CallInput<Name>,
    options: CallOptions,
  ): Promise<CallOutput<Name>> => {
    const input = withToken(name, withoutToken);
    let failure: Failure;
    try {
      const answer = await attempt(name, input, options);
      const output = parsed(answer);
      if (output) {
        clockOffset = clockOffsetOf(answer) ?? clockOffset;
        await sdk?.succeeded();
        return output as CallOutput<Name>;
      }
      failure = answer;
    } catch (error) {
      if (options.abortSignal?.aborted) throw error;
      failure = { error };
    }
    const refusal = refusalIn(failure);
    if (refusal) throw refusal;
    logFallback(name, failure);
    sdk ??= await loadSdk();
    // Which repeats what was signed by a wrong clock, and then knows a better one.
    sdk.config.systemClockOffset = clockOffset;
    try {
      return await sdk.call(name, input, options, failure);
    } finally {
      clockOffset = sdk.config.systemClockOffset;
    }
  };
}

/** Functions log it; what people run by hand has no log. */
function logFallback(call: CallName, failure: Failure): void {
  if (!process.env['AWS_LAMBDA_FUNCTION_NAME']) return;
  const reason = 'response' in failure ? failure.response.statusCode : String(failure.error);
  logger.warn(FALLBACK_MESSAGE, { call, reason });
}

function clockOffsetOf({ response }: AwsAnswer): number | undefined {
  const time = Date.parse(response.headers['date'] ?? '');
  return Number.isNaN(time) ? undefined : time - Date.now();
}

/** The output of an answer; undefined where it is an error or not whole, which the SDK says in its words. */
function parsed({ response }: AwsAnswer): object | undefined {
  if (response.statusCode !== 200) return undefined;
  try {
    return unmarshalOutput(JSON.parse(response.body.toString()) as Record<string, unknown>);
  } catch {
    return undefined;
  }
}

function refusalIn(failure: Failure): DatabaseRefusal | undefined {
  if (!('response' in failure) || failure.response.statusCode !== 400) return undefined;
  try {
    const error = JSON.parse(failure.response.body.toString()) as Parameters<typeof toRefusal>[1] & {
      __type?: string;
    };
    return toRefusal(error.__type?.split('#').at(-1) ?? '', error, unmarshalItem);
  } catch {
    return undefined;
  }
}

/** A transaction has the same token in all its attempts, by which DynamoDB knows one that it has done already. */
const withToken = <Name extends CallName>(name: Name, input: CallInput<Name>): CallInput<Name> =>
  name === 'TransactWriteItems' ? { ClientRequestToken: randomUUID(), ...input } : input;
