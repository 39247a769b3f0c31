import type { Configuration } from 'openid-client';
import type { Services } from '../core/services.ts';
import { PageError } from './page-error.ts';

/** An OpenID Connect provider that an environment uses for sign-in instead of passwords. */
export interface Provider {
  /** The display name. */
  name: string;
  issuer: string;
  clientId: string;
}

/** The provider of the environment (infra/config.ts, `signIn`), or undefined if it uses passwords. */
export function oidcProviderOf({ setting }: Pick<Services, 'setting'>): Provider | undefined {
  const [name, issuer, clientId] = ['SIGN_IN_NAME', 'SIGN_IN_ISSUER', 'SIGN_IN_CLIENT_ID'].map(setting);
  return name && issuer && clientId ? { name, issuer, clientId } : undefined;
}

/** Throws a 404 for password pages if the environment does not use passwords. */
export function assertPasswordSignIn(services: Pick<Services, 'setting'>): void {
  const provider = oidcProviderOf(services);
  if (!provider) return;
  throw new PageError(404, 'This service does not use passwords', `Sign in with ${provider.name}.`);
}

const TIMEOUT_SECONDS = 5;
const found = new Map<string, Promise<Configuration>>();

/** The provider's metadata, fetched once per sandbox; after a failure, the next request fetches it again. */
export function oidcConfigurationOf(provider: Provider, services: Services): Promise<Configuration> {
  const { issuer } = provider;
  let configuration = found.get(issuer);
  if (!configuration) {
    configuration = discover(provider, services);
    found.set(issuer, configuration);
    configuration.catch(() => found.delete(issuer));
  }
  return configuration;
}

/** The library is loaded on first use: it is larger than everything else, and few requests need it. */
async function discover({ issuer, clientId }: Provider, { secret }: Services): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, discovery } = await import('openid-client');
  const clientSecret = (await secret('SIGN_IN_SECRET_ARN')).toString();
  const url = new URL(issuer);
  // Only a provider on this machine, as in tests, may lack a certificate.
  const local = url.protocol === 'http:' && url.hostname === '127.0.0.1';
  return await discovery(url, clientId, undefined, ClientSecretPost(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    ...(local ? { execute: [allowInsecureRequests] } : {}),
  });
}
