import { parseEnvironment } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';

/**
 * A production environment with nothing set but what it needs to do everything. Its templates leave the account to the
 * deployment, so that they are comparable to those of others.
 */
export const production = (): EnvironmentConfig => ({
  ...parseEnvironment('prod', {
    kind: 'production',
    account: '123456789012',
    alarmEmail: 'ops@example.com',
    domain: {
      name: 'plan.example.com',
      certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0',
    },
    mail: { domain: 'mail.example.com' },
    inboundMailDomain: 'triage.example.com',
  }),
  account: undefined,
});
