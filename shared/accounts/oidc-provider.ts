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

/** The provider of the environment (`signIn` of infra/environments/<name>.json), or undefined where passwords are kept here. */
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

interface Found {
  clientSecret: string;
  configuration: Promise<Configuration>;
}

const found = new Map<string, Found>();

/**
 * The provider's metadata with the current client secret, fetched once per sandbox and secret; after a failure, the
 * next request fetches it again.
 */
export async function oidcConfigurationOf(
  provider: Provider,
  { secret }: Pick<Services, 'secret'>,
): Promise<Configuration> {
  const { issuer } = provider;
  const clientSecret = (await secret('SIGN_IN_SECRET_ARN')).toString();
  const known = found.get(issuer);
  if (known?.clientSecret === clientSecret) return await known.configuration;
  const fresh: Found = { clientSecret, configuration: discover(provider, clientSecret) };
  found.set(issuer, fresh);
  fresh.configuration.catch(() => {
    if (found.get(issuer) === fresh) found.delete(issuer);
  });
  return await fresh.configuration;
}

/**
 * Runs a request that sends the client secret. Where the provider rejects the secret and it has been replaced since
 * this sandbox read it, runs the request once more.
 */
export async function withClientSecret<T>(
  provider: Provider,
  services: Pick<Services, 'secret'>,
  request: (configuration: Configuration) => Promise<T>,
): Promise<T> {
  const configuration = await oidcConfigurationOf(provider, services);
  try {
    return await request(configuration);
  } catch (error) {
    if ((error as { error?: unknown }).error !== 'invalid_client') throw error;
    await services.secret('SIGN_IN_SECRET_ARN', 'rechecked');
    const fresh = await oidcConfigurationOf(provider, services);
    if (fresh === configuration) throw error;
    return await request(fresh);
  }
}

/** The library is loaded on first use: it is larger than everything else, and few requests need it. */
async function discover({ issuer, clientId }: Provider, clientSecret: string): Promise<Configuration> {
  const { allowInsecureRequests, ClientSecretPost, discovery } = await import('openid-client');
  const url = new URL(issuer);
  // Only a provider on this machine, as in tests, may lack a certificate.
  const local = url.protocol === 'http:' && url.hostname === '127.0.0.1';
  return await discovery(url, clientId, undefined, ClientSecretPost(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    ...(local ? { execute: [allowInsecureRequests] } : {}),
  });
}
