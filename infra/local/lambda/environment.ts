import { devNull } from 'node:os';
import { DIRECT_CALLS_VARIABLE } from '../../../shared/kernel/aws/place.ts';
import { CONNECTIONS_VARIABLE } from '../../../shared/kernel/db/client.ts';
import type { LocalCredentials } from '../runner/credentials.ts';
import type { LambdaFunction } from './functions.ts';

/**
 * Connections of each function to the database engine, which answers one write after another: with more of them, a
 * bulk request puts its items before everybody else's calls.
 */
const DATABASE_CONNECTIONS = 4;

/**
 * The environment of a function: its own variables and those set by Lambda, without the runner's. `endpoints`
 * are by SDK service id, such as DYNAMODB; `usesEngine` says that this one is the runner's own engine.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export function environmentOf(
  fn: LambdaFunction,
  endpoints: Record<string, string | undefined>,
  usesEngine: boolean,
  credentials: LocalCredentials,
): Record<string, string> {
  return {
    [DIRECT_CALLS_VARIABLE]: 'on',
    ...fn.variables,
    AWS_REGION: fn.region,
    AWS_DEFAULT_REGION: fn.region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_LAMBDA_FUNCTION_NAME: fn.functionName,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    ...Object.fromEntries(
      Object.entries(endpoints).flatMap(([service, endpoint]) =>
        endpoint === undefined ? [] : [[`AWS_ENDPOINT_URL_${service}`, endpoint]],
      ),
    ),
    ...(usesEngine ? { [CONNECTIONS_VARIABLE]: String(DATABASE_CONNECTIONS) } : {}),
    // The AWS profile of the local user must not reach the SDK.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
  };
}
