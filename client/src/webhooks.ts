export interface WebhookOptions {
  /** How old a request may be, in seconds; five minutes by default. */
  toleranceSeconds?: number;
  now?: Date;
}

/** A request that is not of the service, or was changed or repeated on its way: answer it with 400. */
export class InvalidWebhook extends Error {
  override name = 'InvalidWebhook';
}

type Headers = { get(name: string): string | null } | Record<string, string | string[] | undefined>;

const TOLERANCE_SECONDS = 300;

/**
 * Verifies a webhook by its exact body, before it is parsed, and returns what it says (https://www.standardwebhooks.com).
 * While a secret is rotated, give both. Throws InvalidWebhook, and a TypeError without a secret.
 */
export async function verifyWebhook<T = unknown>(
  body: string,
  headers: Headers,
  secrets: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: WebhookOptions = {},
): Promise<T> {
  const [id, sentAt, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !sentAt || !signatures) throw new InvalidWebhook('The request has no signature.');
  const age = Math.abs(now.getTime() / 1_000 - Number(sentAt));
  if (!(age <= toleranceSeconds)) throw new InvalidWebhook('The request is too old, or its time is wrong.');
  const signed = new TextEncoder().encode(`${id}.${sentAt}.${body}`);
  const all = [secrets].flat();
  if (all.length === 0) throw new TypeError('No secret was given.');
  const given = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [one.slice(3)] : []));
  for (const secret of all) {
    const key = await hmacKey(secret);
    for (const signature of given) {
      const bytes = fromBase64(signature);
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return JSON.parse(body) as T;
    }
  }
  throw new InvalidWebhook('The signature is not of this secret and body.');
}

function headerOf(headers: Headers, name: string): string | undefined {
  if (typeof headers.get === 'function')
    return (headers as { get(name: string): string | null }).get(name) ?? undefined;
  const value = (headers as Record<string, string | string[] | undefined>)[name];
  return Array.isArray(value) ? value[0] : value;
}

function hmacKey(secret: string | undefined) {
  const bytes = secret && fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new TypeError('The secret is not one of a webhook: it is whsec_ and base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
