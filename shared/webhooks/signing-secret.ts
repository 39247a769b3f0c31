import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';

/**
 * Signing secrets of webhook endpoints. They cannot be hashed like tokens, because they are needed for
 * signing. They are encrypted (AES-256-GCM) with a key that is not in the table, and bound to their endpoint.
 */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A signing secret in the Standard Webhooks format: `whsec_` followed by the base64 of 32 random bytes. */
export const newSigningSecret = (randomBytes: (size: number) => Buffer): string =>
  PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The encryption key, from the environment's secret. */
export const encryptionKey = (secret: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'webhook signing secrets', 32));

/** Encrypts a signing secret for storage: nonce, ciphertext and tag in base64url. */
export function encryptSecret(
  secret: string,
  { key, webhookId, randomBytes }: { key: Buffer; webhookId: string; randomBytes: (size: number) => Buffer },
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(webhookId));
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString('base64url');
}

/** Decrypts a signing secret; throws if key or endpoint differ from those it was encrypted with. */
export function decryptSecret(
  sealed: string,
  { key, webhookId }: { key: Buffer; webhookId: string },
): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(webhookId))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString();
}

interface Signed {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * The `webhook-signature` header: one signature per secret, so that receivers can verify with either during a
 * rotation. https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeader(secrets: readonly string[], { id, timestamp, body }: Signed): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
