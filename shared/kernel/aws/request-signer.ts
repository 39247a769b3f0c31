import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Credentials } from './place.ts';

/** A request without a query and with a body of text; by default a POST to `/`, as AWS's JSON services take. */
interface Signable {
  method?: string;
  /** As it is sent, of characters that need no encoding. */
  path?: string;
  /** By lower-case name; all of them are signed. */
  headers: Record<string, string>;
  body: string;
}

interface Signing {
  credentials: Credentials;
  region: string;
  now: Date;
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** What the key of a signature is for; the day as `20261120`. */
export interface SigningScope {
  day: string;
  region: string;
  /** As it appears in addresses, such as `dynamodb`. */
  service: string;
}

/** A scope as requests name it. */
export const scopeText = ({ day, region, service }: SigningScope): string =>
  `${day}/${region}/${service}/aws4_request`;

/** Derives the key that signs a day's requests for a service from a secret access key. */
export function deriveSigningKey(secret: string, { day, region, service }: SigningScope): Buffer {
  let key: Buffer | string = `AWS4${secret}`;
  for (const part of [day, region, service, 'aws4_request'])
    key = createHmac('sha256', key).update(part).digest();
  return key as Buffer;
}

/** A time as signatures have it, such as `20261120T120000Z`. */
export const signingTime = (now: Date): string => now.toISOString().replace(/[-:]|\.\d+/g, '');

/**
 * Returns a function that gives a request for a service its headers of Signature Version 4. It derives a day's key once;
 * the SDK's own hashes three times to find the key that it knows, and makes a signer for each call.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function requestSigner(service: string) {
  let known: { of: string; key: KeyObject } | undefined;

  function signingKey(secret: string, day: string, region: string): KeyObject {
    const of = [day, region, secret].join(' ');
    if (known?.of === of) return known.key;
    // As bytes a key costs eight times as much at each use.
    known = { of, key: createSecretKey(deriveSigningKey(secret, { day, region, service })) };
    return known.key;
  }

  return (
    { method = 'POST', path = '/', headers, body }: Signable,
    { credentials, region, now }: Signing,
  ): Record<string, string> => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const time = signingTime(now);
    const day = time.slice(0, 8);
    const signed: Record<string, string> = { ...headers, 'x-amz-date': time };
    if (sessionToken !== undefined) signed['x-amz-security-token'] = sessionToken;
    const names = Object.keys(signed).sort();
    const lines = names.map((name) => `${name}:${signed[name]!}\n`).join('');
    const canonical = `${method}\n${path}\n\n${lines}\n${names.join(';')}\n${hash('sha256', body)}`;
    const scope = scopeText({ day, region, service });
    const signature = createHmac('sha256', signingKey(secretAccessKey, day, region))
      .update(`${ALGORITHM}\n${time}\n${scope}\n${hash('sha256', canonical)}`)
      .digest('hex');
    const authorization = `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return { ...signed, authorization };
  };
}
