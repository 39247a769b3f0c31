import { parseEnvironment } from '../../infra/config.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';

/** A production environment with nothing set but what it needs to do everything. */
export const production = (): EnvironmentConfig =>
  parseEnvironment('prod', {
    kind: 'production',
    alarmEmail: 'ops@example.com',
    mail: { domain: 'mail.example.com' },
  });
