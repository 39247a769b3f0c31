import type { SecretValue } from '../aws/secret-by-sdk.ts';
import { currentSecretValue, previousSecretValue } from '../aws/secret-values.ts';
import { requiredEnv } from '../core/env.ts';
import type { SecretVersion } from '../core/services.ts';

/** How long a sandbox caches a value. */
const RETENTION_MS = 5 * 60 * 1000;
/** The shortest time between two rechecks, so that forged requests cannot cause a call each. */
export const RECHECK_MS = 10 * 1000;

interface Cached<T> {
  value: Promise<T>;
  readAt: number;
}

interface Versions {
  current: Buffer;
  previous: Buffer | undefined;
}

const current = new Map<string, Cached<Buffer>>();
const rechecked = new Map<string, Cached<Versions>>();

/**
 * Returns a version of the secret whose ARN is in an environment variable, from Secrets Manager. `current` is at most
 * five minutes old and fetched on first use. What does not match it can ask for the `rechecked` one, at most ten seconds
 * old, and for the `previous` one (the current one if there is none). A failed fetch is retried by the next request.
 */
export async function getSecret(variable: string, version: SecretVersion = 'current'): Promise<Buffer> {
  const readCurrent = async () => bytesOf(await currentSecretValue(requiredEnv(variable)));
  if (version === 'current') return await cached(current, variable, RETENTION_MS, readCurrent);
  const versions = await cached(rechecked, variable, RECHECK_MS, () => recheck(variable));
  return (version === 'previous' ? versions.previous : undefined) ?? versions.current;
}

async function recheck(variable: string): Promise<Versions> {
  const arn = requiredEnv(variable);
  const [now, before] = await Promise.all([currentSecretValue(arn), previousSecretValue(arn)]);
  const value = bytesOf(now);
  current.set(variable, { value: Promise.resolve(value), readAt: Date.now() });
  return { current: value, previous: before && bytesOf(before) };
}

function cached<T>(
  cache: Map<string, Cached<T>>,
  variable: string,
  lifetimeMs: number,
  read: () => Promise<T>,
): Promise<T> {
  const known = cache.get(variable);
  if (known && Date.now() - known.readAt < lifetimeMs) return known.value;
  const fresh: Cached<T> = { value: read(), readAt: Date.now() };
  cache.set(variable, fresh);
  fresh.value.catch(() => {
    if (cache.get(variable) === fresh) cache.delete(variable);
  });
  return fresh.value;
}

const bytesOf = ({ value }: SecretValue): Buffer => Buffer.from(value);
