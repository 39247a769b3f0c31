import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

export type DatabaseOptions = Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;

/** The variable with the number of a function's connections to the database, where it is not the default. */
export const CONNECTIONS_VARIABLE = 'DATABASE_CONNECTIONS';

/** Where a database is, and with what its requests are signed. */
export interface Place {
  protocol: string;
  hostname: string;
  port: number | undefined;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
}

type Environment = Record<string, string | undefined>;

/** The partitions whose endpoints need nothing but the region: AWS, AWS GovCloud (US) and AWS in China. */
const REGIONS: [pattern: RegExp, domain: string][] = [
  [/^(us|us-gov|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-\d+$/, 'amazonaws.com'],
  [/^cn-[a-z]+-\d+$/, 'amazonaws.com.cn'],
];

/** With one of these settings, the SDK finds out which endpoint is meant. */
const OTHER_ENDPOINTS = [
  'AWS_USE_FIPS_ENDPOINT',
  'AWS_USE_DUALSTACK_ENDPOINT',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  'AWS_ACCOUNT_ID_ENDPOINT_MODE',
];

/**
 * The place that options name, or that Lambda's variables do; undefined where only the SDK can find out, from profiles or
 * rarer settings.
 */
export function placeOf(
  { endpoint, region, credentials }: DatabaseOptions,
  environment: Environment,
): Place | undefined {
  if (typeof endpoint === 'string' && typeof region === 'string' && typeof credentials === 'object')
    return { ...addressOf(endpoint), region, credentials };
  const isExplicit = endpoint !== undefined || region !== undefined || credentials !== undefined;
  if (isExplicit || !environment['AWS_LAMBDA_FUNCTION_NAME']) return undefined;
  return placeOfFunction(environment);
}

/** https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html */
function placeOfFunction(environment: Environment): Place | undefined {
  const {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (!region || !accessKeyId || !secretAccessKey) return undefined;
  const url = endpointOf(region, environment);
  if (url === undefined) return undefined;
  return { ...addressOf(url), region, credentials: { accessKeyId, secretAccessKey, sessionToken } };
}

function endpointOf(region: string, environment: Environment): string | undefined {
  if (OTHER_ENDPOINTS.some((variable) => environment[variable])) return undefined;
  const { AWS_ENDPOINT_URL_DYNAMODB: own, AWS_ENDPOINT_URL: any } = environment;
  const domain = REGIONS.find(([pattern]) => pattern.test(region))?.[1];
  return own ?? any ?? (domain && `https://dynamodb.${region}.${domain}`);
}

function addressOf(url: string): Pick<Place, 'protocol' | 'hostname' | 'port'> {
  const { protocol, hostname, port } = new URL(url);
  return { protocol, hostname, port: port ? Number(port) : undefined };
}
