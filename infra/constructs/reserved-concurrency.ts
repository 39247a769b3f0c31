import type { EnvironmentConfig } from './environment-config.ts';

type Sized = Pick<
  EnvironmentConfig,
  'accountConcurrency' | 'webhookConcurrency' | 'jobConcurrency' | 'sweepers'
>;

/**
 * The concurrency that AWS excludes from reservations; the functions of the REST API share this and the unreserved
 * rest.
 */
const UNRESERVED_MIN = 100;

/** Shares of the account's concurrency: no function of these takes more, and nothing else takes it from them. */
const shares = {
  portals: 0.1,
  // A picture computes for seconds.
  images: 0.05,
  public: 0.05,
  oauth: 0.05,
  mcp: 0.1,
  projector: 0.05,
  'webhook-dispatcher': 0.05,
} as const satisfies Record<string, number>;

/** Executions of a function at once that are its own, by its entry point; undefined if it shares the unreserved ones. */
export function reservedConcurrency(config: Sized, entry: string): number | undefined {
  const { accountConcurrency, webhookConcurrency, jobConcurrency, sweepers } = config;
  if (accountConcurrency === undefined) return undefined;
  if (entry === 'webhook-delivery') return webhookConcurrency;
  if (entry === 'job-worker') return jobConcurrency;
  if (entry === 'webhook-sweeper') return sweepers;
  const share = (shares as Record<string, number>)[entry];
  return share === undefined ? undefined : Math.max(1, Math.floor(share * accountConcurrency));
}

/** Throws an Error that names the smallest limit that will do, if the shares leave the REST API too little. */
export function assertConcurrencyFits(config: Sized, file: string): void {
  const { accountConcurrency, webhookConcurrency, jobConcurrency, sweepers } = config;
  if (accountConcurrency === undefined) return;
  const shared = Object.values(shares).reduce((sum, share) => sum + share, 0);
  const least = Math.ceil((UNRESERVED_MIN + webhookConcurrency + jobConcurrency + sweepers) / (1 - shared));
  if (accountConcurrency >= least) return;
  throw new Error(
    `accountConcurrency in ${file} is ${accountConcurrency}, which leaves the API fewer than ${UNRESERVED_MIN} ` +
      `executions: ask AWS for at least ${least} (Service Quotas, Lambda, Concurrent executions), lower ` +
      'webhookConcurrency or jobConcurrency, or leave it out.',
  );
}
