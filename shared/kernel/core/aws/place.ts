/** The services that are called without the SDK: as they stand in addresses and signatures, and in variables. */
const SERVICES = { dynamodb: 'DYNAMODB', secretsmanager: 'SECRETS_MANAGER' } as const;

export type AwsService = keyof typeof SERVICES;

/** What signs requests. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** Where a service of AWS is, and with what requests for it are signed. */
export interface Place {
  protocol: string;
  hostname: string;
  port: number | undefined;
  region: string;
  credentials: Credentials;
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
 * The place of a service that Lambda's variables name; undefined outside Lambda, and where only the SDK can find out, from
 * rarer settings.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
export function placeOfFunction(service: AwsService, environment: Environment): Place | undefined {
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

function endpointOf(service: AwsService, region: string, environment: Environment): string | undefined {
  if (OTHER_ENDPOINTS.some((variable) => environment[variable])) return undefined;
  const own = environment[`AWS_ENDPOINT_URL_${SERVICES[service]}`];
  const domain = REGIONS.find(([pattern]) => pattern.test(region))?.[1];
  return own ?? environment['AWS_ENDPOINT_URL'] ?? (domain && `https://${service}.${region}.${domain}`);
}

/** The parts of an endpoint's URL that a request needs. */
export function addressOf(url: string): Pick<Place, 'protocol' | 'hostname' | 'port'> {
  const { protocol, hostname, port } = new URL(url);
  return { protocol, hostname, port: port ? Number(port) : undefined };
}
