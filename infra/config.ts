import { RemovalPolicy } from 'aws-cdk-lib';

/** What differs between environments; nothing else in the app asks which one it is. */
export interface EnvironmentConfig {
  name: string;
  /** Where the service is reached from outside when a domain of its own stands before the gateway. */
  baseUrl?: string;
  /**
   * Whether CloudFront stands before the gateway and keeps the public portals; the service's address is then the
   * distribution's, unless baseUrl says another that leads to it.
   */
  edge?: boolean;
  /**
   * The OpenID Connect provider at which people sign in, in the place of passwords kept here. Its client secret
   * is to be put into the secret that the data stack makes for it.
   */
  signIn?: { name: string; issuer: string; clientId: string };
  /** What becomes of the table and its secrets when their stack is deleted. */
  removalPolicy: RemovalPolicy;
  deletionProtection: boolean;
  pointInTimeRecovery: boolean;
  /** Days that logs are kept. */
  logRetentionDays: number;
  /** Memory of each function in MB; CPU grows with it. */
  functionMemory: number;
  /** How many invocations send webhooks at once; each works on up to ten lanes. */
  webhookConcurrency: number;
  /** Where alarms are sent; nobody is told of them when left out. */
  alarmEmail?: string;
  /** The gateway's limit over all callers: requests per second, and how many may come at once. */
  throttle: { rate: number; burst: number };
}

const throwaway = {
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  pointInTimeRecovery: false,
  logRetentionDays: 7,
  functionMemory: 1_024,
  throttle: { rate: 200, burst: 400 },
  webhookConcurrency: 10,
};

const environments: Record<string, Omit<EnvironmentConfig, 'name'>> = {
  local: throwaway,
  dev: throwaway,
  prod: {
    removalPolicy: RemovalPolicy.RETAIN,
    deletionProtection: true,
    pointInTimeRecovery: true,
    logRetentionDays: 90,
    functionMemory: 1_769,
    throttle: { rate: 2_000, burst: 4_000 },
    webhookConcurrency: 100,
    edge: true,
  },
};

/** The configuration of a named environment; throws a sentence that names those there are. */
export function environmentConfig(name: string): EnvironmentConfig {
  const config = environments[name];
  if (config) return { name, ...config };
  const known = Object.keys(environments).join(', ');
  throw new Error(`There is no environment "${name}" in infra/config.ts; there are ${known}.`);
}
