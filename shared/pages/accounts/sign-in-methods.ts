import type { Services } from '../../kernel/core/services.ts';
import { oidcProvidersOf, type Provider } from './oidc-provider.ts';
import { PageError } from '../session/page-error.ts';

/** How people can sign in here. */
export interface SignInMethods {
  /** By a code sent to their address; strangers thereby sign up. */
  code: boolean;
  password: boolean;
  providers: readonly Provider[];
}

/** The environment's ways to sign in: no passwords where there are providers; codes where mail can be sent, unless switched off. */
export function signInMethodsOf(services: Pick<Services, 'setting'>): SignInMethods {
  const providers = oidcProvidersOf(services);
  return {
    code: Boolean(services.setting('MAIL_FROM')) && services.setting('SIGN_IN_CODES') !== 'off',
    password: providers.length === 0,
    providers,
  };
}

/** Throws a 404 for pages about codes if the environment sends none. */
export function assertCodes(services: Pick<Services, 'setting'>): void {
  if (!signInMethodsOf(services).code) throw new PageError(404, 'error.missing', 'error.noCodesText');
}
