import type { RemovalPolicy } from 'aws-cdk-lib';

/** What differs between environments; nothing else in the app asks which one it is. */
export interface EnvironmentConfig {
  name: string;
  /** Where the service is reached from outside when a domain of its own stands before the gateway. */
  baseUrl?: string;
  /**
   * Whether CloudFront stands before the gateway and caches the public portals. With `front` the service's address
   * is the distribution's, unless baseUrl says another that leads to it; with `beside` it stays the gateway's, as in
   * the local service.
   */
  edge?: 'front' | 'beside';
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
