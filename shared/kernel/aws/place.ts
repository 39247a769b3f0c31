import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** The services that are signed for without the SDK: as they appear in addresses and signatures, and in variables. */
const SERVICES = {
  dynamodb: 'DYNAMODB',
  secretsmanager: 'SECRETS_MANAGER',
  codedeploy: 'CODEDEPLOY',
  s3: 'S3',
  sts: 'STS',
} as const;

export type AwsService = keyof typeof SERVICES;

/** What signs requests. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** Where a service of AWS is, and with what requests for it are signed. */
export interface AwsPlace {
  protocol: string;
  hostname: string;
  port: number | undefined;
  region: string;
  credentials: Credentials;
}

/** A place that the code names, in part or whole, instead of the environment. */
export type ExplicitPlace = Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;

type Environment = Record<string, string | undefined>;

/** The switch: with `off`, the SDK makes all calls (docs/runbook.md, "Direct calls"). */
export const DIRECT_CALLS_VARIABLE = 'PLOTLINE_DIRECT_CALLS';

export const directCallsAreOff = (environment: Environment): boolean =>
  environment[DIRECT_CALLS_VARIABLE] === 'off';

/** The partitions whose endpoints need nothing but the region: AWS, AWS GovCloud (US) and AWS in China. */
const REGIONS: [pattern: RegExp, domain: string][] = [
  [/^(us|us-gov|eu|ap|sa|ca|me|af|il|mx)-[a-z]+-\d+$/, 'amazonaws.com'],
  [/^cn-[a-z]+-\d+$/, 'amazonaws.com.cn'],
];

/** With one of these settings, the SDK finds out the endpoint. */
const OTHER_ENDPOINTS = [
  'AWS_USE_FIPS_ENDPOINT',
  'AWS_USE_DUALSTACK_ENDPOINT',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  'AWS_ACCOUNT_ID_ENDPOINT_MODE',
];

/**
 * Returns where to send direct calls of a service: to the explicit place, or to the one in Lambda's variables. Returns
 * undefined where the SDK makes all calls: with the switch off, outside Lambda, and where only the SDK can find out the
 * place, from profiles or rarer settings.
 */
export function directPlace(
  service: AwsService,
  environment: Environment,
  { endpoint, region, credentials }: ExplicitPlace = {},
): AwsPlace | undefined {
  if (directCallsAreOff(environment)) return undefined;
  if (typeof endpoint === 'string' && typeof region === 'string' && typeof credentials === 'object')
    return { ...addressOf(endpoint), region, credentials };
  const isExplicit = endpoint !== undefined || region !== undefined || credentials !== undefined;
  return isExplicit ? undefined : placeOfFunction(service, environment);
}

/**
 * Where a service is, by Lambda's variables; undefined outside of Lambda, and where only the SDK can find it out.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export function placeOfFunction(service: AwsService, environment: Environment): AwsPlace | undefined {
  const {
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = environment;
  if (!functionName || !region || !accessKeyId || !secretAccessKey) return undefined;
  const url = endpointOf(service, region, environment);
  if (url === undefined) return undefined;
  return { ...addressOf(url), region, credentials: { accessKeyId, secretAccessKey, sessionToken } };
}

/** Where roles are assumed; undefined outside of Lambda, and where only the SDK can find it out. */
export const rolesPlace = (): AwsPlace | undefined => placeOfFunction('sts', process.env);

function endpointOf(service: AwsService, region: string, environment: Environment): string | undefined {
  if (OTHER_ENDPOINTS.some((variable) => environment[variable])) return undefined;
  const own = environment[`AWS_ENDPOINT_URL_${SERVICES[service]}`];
  const domain = REGIONS.find(([pattern]) => pattern.test(region))?.[1];
  return own ?? environment['AWS_ENDPOINT_URL'] ?? (domain && `https://${service}.${region}.${domain}`);
}

/** The parts of an endpoint's URL that a request needs. */
function addressOf(url: string): Pick<AwsPlace, 'protocol' | 'hostname' | 'port'> {
  const { protocol, hostname, port } = new URL(url);
  return { protocol, hostname, port: port ? Number(port) : undefined };
}
