import type { RemovalPolicy } from 'aws-cdk-lib';
import type { Cell } from './cells.ts';
import type { RateLimits } from '../../shared/kernel/api/limits/rate-limits.ts';

/** A provider, its display name, and this service as its client. */
interface SignInProvider {
  name: string;
  issuer: string;
  clientId: string;
}

interface TableUnits {
  readUnits: number;
  writeUnits: number;
}

/** The providers of an environment. */
export const providersOf = ({ signIn }: Pick<EnvironmentConfig, 'signIn'>): SignInProvider[] =>
  signIn === undefined ? [] : [signIn].flat();

/** The differences between environments; no other code depends on the environment. */
export interface EnvironmentConfig {
  name: string;
  /** Distinguishes copies of one environment in an account: `dev` or, of its copy `ada`, `dev-ada`. */
  id: string;
  /** The target of the deployment; the account and region of the credentials by default. */
  account?: string | undefined;
  region?: string | undefined;
  /** The host name that people know the service by, and the certificate for it. */
  domain?: { name: string; certificateArn: string } | undefined;
  /**
   * The host name of the gateway behind CloudFront, and its certificate in the environment's region. Once `inUse`, CloudFront
   * reaches the gateway by it alone: the address that AWS makes up is switched off.
   */
  gatewayDomain?: { name: string; certificateArn: string; inUse?: boolean } | undefined;
  /**
   * Host names that portals can have of their own (`plotline portals host`), such as `feedback.acme.com`, or all below one,
   * such as `*.feedback.example.com`. CloudFront serves them, so that `domain` and a certificate that covers all of them are
   * needed.
   */
  portalHosts?: readonly string[] | undefined;
  /**
   * Whether CloudFront is in front of the gateway and caches the public portals. With `front`, the service's URL is
   * the distribution's, unless there is a domain; with `separate`, it stays the gateway's, as in the local service.
   */
  edge?: 'front' | 'separate' | undefined;
  /**
   * Other deployments that answer for some workspaces at this one's address, through its distribution (docs/scale.md).
   */
  cells?: readonly Cell[] | undefined;
  /**
   * Which of those this one is, and the secret with the key of the distribution in front of it; it has none of its own.
   */
  cell?: { number: number; edgeKeyArn: string } | undefined;
  /**
   * How the functions behind the API get new code: `canary` sends a tenth of the requests to it for five minutes, and goes
   * back if they fail or the service does not answer afterwards.
   */
  rollout: 'canary' | 'all-at-once';
  /** Whether there is a CloudWatch dashboard, at $3 a month. */
  dashboard?: boolean | undefined;
  /** A firewall (AWS WAF) for the distribution. */
  webAclArn?: string | undefined;
  /**
   * The OpenID Connect provider at which people sign in, or several of them, in the place of passwords kept here. The
   * client secret is to be put into the secret that the data stack makes for it; those of several as a JSON object by
   * issuer.
   */
  signIn?: SignInProvider | readonly SignInProvider[] | undefined;
  /**
   * The domain that mail is sent from, as `Plotline <no-reply@domain>` unless `from` says otherwise. Without it, the
   * environment sends no mail, and no one can sign in by mail.
   */
  mail?: { domain: string; from?: string | undefined } | undefined;
  /** The domain at which mail for the triage of teams and replies to mail about ideas are received; without it, none is, and nothing of that is deployed. */
  inboundMailDomain?: string | undefined;
  /** Whether people can sign in with a code by mail, in addition to providers; true if left out and mail is sent. */
  signInCodes?: boolean | undefined;
  /** A table to use in the place of a new one, such as one restored from a backup; `managed` once it was imported. */
  table?: { name: string; streamArn: string; managed?: boolean } | undefined;
  /** The most units a second that the table serves, as a limit of costs; more is throttled. */
  tableLimits?: TableUnits | undefined;
  /** Units a second that the table is prepared for, before an import say: a new one starts at 4,000 write units. */
  warmThroughput?: TableUnits | undefined;
  /** The removal policy of the table and its secrets when their stack is deleted. */
  removalPolicy: RemovalPolicy;
  deletionProtection: boolean;
  pointInTimeRecovery: boolean;
  /** Whether AWS Backup stores backups in a vault that outlives the table. */
  backups: boolean;
  /** ARNs of vaults, in other accounts or regions, that get a copy of each backup. */
  backupCopies?: readonly string[] | undefined;
  /** Whether buckets are emptied when their stack is deleted; CloudFormation deletes no other. */
  emptiesBuckets: boolean;
  /** The retention of logs in days. */
  logRetentionDays: number;
  /** Whether all that is stored is encrypted with a key of the account ($1 a month, and KMS's requests). */
  customerManagedKey?: boolean | undefined;
  /** Whether CloudFront writes a line for each request to a bucket, retained like other logs. */
  edgeLogs?: boolean | undefined;
  /**
   * A layer that traces the functions, such as the AWS Distro for OpenTelemetry for JavaScript on arm64, and variables for
   * it, such as `OTEL_EXPORTER_OTLP_ENDPOINT`. For X-Ray, set `tracing` too. It lengthens cold starts.
   */
  openTelemetry?: { layerArn: string; environment?: Record<string, string> } | undefined;
  /** Days that events are retained, for the changes feed and webhooks. */
  eventRetentionDays: number;
  /** Days that the audit trail is retained. */
  auditRetentionDays: number;
  /** Memory of each function that answers requests, in MB; CPU scales with it. */
  functionMemory: number;
  /** Memory of the functions behind streams, queues and schedules, in MB: they mostly wait, which is billed by memory. */
  workerMemory: number;
  /** Room for the search indexes of a function, in MiB: 4,096 for each million stories of the largest team. */
  modelStorage: number;
  /** Whether requests that change something get 503, while a table is restored. What follows the stream goes on. */
  maintenance?: boolean | undefined;
  /** Whether X-Ray traces a sample of the invocations; they are not traced when left out. */
  tracing?: boolean | undefined;
  /** Whether functions call AWS directly first; if false, the SDK makes all calls. True when left out. */
  directCalls?: boolean | undefined;
  /** Where to report vulnerabilities, as a `mailto:` or `https:` URL; the mailbox `security` of the host when left out. */
  securityContact?: string | undefined;
  /** The slug of a portal that the home page links as an example; none when left out. */
  demoPortal?: string | undefined;
  /** The path of a board that it links; only of the local service. */
  demoBoard?: string | undefined;
  /** Maximum concurrency of webhook delivery; each invocation processes up to ten lanes. */
  webhookConcurrency: number;
  /** Maximum concurrency of the jobs that plan and forecast. */
  jobConcurrency: number;
  /** The number of sweepers that share the work of each minute. */
  sweepers: number;
  /**
   * The account's limit of concurrent executions, of which functions then get shares of their own; without it, all
   * functions share it.
   */
  accountConcurrency?: number | undefined;
  /** The address that alarms are sent to; none if left out. */
  alarmEmail?: string | undefined;
  /** A topic in the same region that alarms of the severity `page` go to as well; its policy lets CloudWatch and EventBridge publish. */
  alarmTopicArn?: string | undefined;
  /**
   * The tag that a scan connected to the bucket of attachments puts on uploaded files without findings, and its value;
   * without it, files are not scanned. The bucket then notifies EventBridge of each upload.
   */
  attachmentScan?: { tag: string; clean: string } | undefined;
  /** Dollars a month, above which AWS mails the alarm address. */
  monthlyBudget?: number | undefined;
  /** Requests a minute that one credential, and one workspace, may send. */
  rateLimits: RateLimits;
  /** The gateway's limit over all callers: requests per second, and how many may come at once. */
  throttle: { rate: number; burst: number };
}
