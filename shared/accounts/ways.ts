import type { Services } from '../core/services.ts';
import { oidcProviderOf, type Provider } from './oidc-provider.ts';

/** How people can sign in here. */
export interface Ways {
  /** By a code sent to their address; strangers thereby sign up. */
  code: boolean;
  password: boolean;
  provider: Provider | undefined;
}

/** The environment's ways to sign in: where there is a provider, no other; codes where mail can be sent. */
export function waysOf(services: Pick<Services, 'setting'>): Ways {
  const provider = oidcProviderOf(services);
  return {
    code: provider === undefined && Boolean(services.setting('MAIL_FROM')),
    password: provider === undefined,
    provider,
  };
}
