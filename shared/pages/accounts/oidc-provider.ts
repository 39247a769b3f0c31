import * as z from 'zod';
import type { Configuration } from 'openid-client';
import type { Services } from '../../kernel/core/services.ts';
import { PageError } from '../session/page-error.ts';
import { memoize } from '../../kernel/core/schema.ts';

/** An OpenID Connect provider that an environment uses for sign-in instead of passwords. */
export interface Provider {
  /** The display name. */
  name: string;
  issuer: string;
  clientId: string;
}

const providersSchema = memoize(() =>
  z.array(z.object({ name: z.string(), issuer: z.string(), clientId: z.string() })),
);

/** The providers of the environment (`signIn` of infra/environments/<name>.json); none where passwords are kept here. */
export function oidcProvidersOf({ setting }: Pick<Services, 'setting'>): Provider[] {
  const text = setting('SIGN_IN_PROVIDERS');
  return text ? providersSchema().parse(JSON.parse(text)) : [];
}

/** Throws a 404 for password pages if the environment does not use passwords. */
export function assertPasswordSignIn(services: Pick<Services, 'setting'>): void {
  const names = oidcProvidersOf(services).map(({ name }) => name);
  if (names.length === 0) return;
  throw new PageError(404, 'error.noPasswords', (t) =>
    t.markup('error.noPasswordsText', { providers: t.list(names, 'disjunction') }),
  );
}

/**
 * The client secret at a provider. The environment's secret is the client secret itself, or a JSON object with the
 * secrets of several providers by issuer.
 */
async function clientSecretOf({ issuer }: Provider, { secret }: Pick<Services, 'secret'>): Promise<string> {
  const text = (await secret('SIGN_IN_SECRET_ARN')).toString();
  if (!text.startsWith('{')) return text;
  return z.record(z.string(), z.string()).parse(JSON.parse(text))[issuer] ?? '';
}

const TIMEOUT_SECONDS = 5;

interface FoundProvider {
  clientSecret: string;
  configuration: Promise<Configuration>;
}

const found = new Map<string, FoundProvider>();

/**
 * The provider's metadata with the current client secret, fetched once per sandbox and secret; after a failure, the
 * next request fetches it again.
 */
export async function oidcConfigurationOf(
  provider: Provider,
  services: Pick<Services, 'secret'>,
): Promise<Configuration> {
  const { issuer } = provider;
  const clientSecret = await clientSecretOf(provider, services);
  const known = found.get(issuer);
  if (known?.clientSecret === clientSecret) return await known.configuration;
  const fresh: FoundProvider = { clientSecret, configuration: discover(provider, clientSecret) };
  found.set(issuer, fresh);
  fresh.configuration.catch(() => {
    if (found.get(issuer) === fresh) found.delete(issuer);
  });
  return await fresh.configuration;
}

/**
 * Runs a request that sends the client secret. If the provider rejects it and it has been replaced since this sandbox
 * read it, runs the request once more.
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
