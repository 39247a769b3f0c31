import type { RemovalPolicy } from 'aws-cdk-lib';

/** The differences between environments; no other code depends on the environment. */
export interface EnvironmentConfig {
  name: string;
  /** The public URL of the service, if it has a custom domain. */
  baseUrl?: string;
  /**
   * Whether CloudFront is in front of the gateway and caches the public portals. With `front`, the service's URL is
   * the distribution's, unless baseUrl is set to another one that resolves to it; with `beside`, it stays the
   * gateway's, as in the local service.
   */
  edge?: 'front' | 'beside';
  /**
   * The OpenID Connect provider at which people sign in, in the place of passwords kept here. Its client secret
   * is to be put into the secret that the data stack makes for it.
   */
  signIn?: { name: string; issuer: string; clientId: string };
  /** The removal policy of the table and its secrets. */
  removalPolicy: RemovalPolicy;
  deletionProtection: boolean;
  pointInTimeRecovery: boolean;
  /** Log retention in days. */
  logRetentionDays: number;
  /** Memory of each function in MB; CPU scales with it. */
  functionMemory: number;
  /** Maximum concurrency of webhook delivery; each invocation processes up to ten lanes. */
  webhookConcurrency: number;
  /** Address that alarms notify; nobody if omitted. */
  alarmEmail?: string;
  /** The gateway's throttling across all callers: requests per second, and burst. */
  throttle: { rate: number; burst: number };
}
