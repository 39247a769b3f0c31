import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { DerivedKey, PurposeKeys } from '../core/keyring.ts';

/**
 * Signing secrets of webhook endpoints and hooks. They cannot be hashed like tokens, because they are needed for
 * signing. They are encrypted (AES-256-GCM) with a key that is not in the table, and bound to their owner.
 */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A signing secret in the Standard Webhooks format: `whsec_` followed by the base64 of 32 random bytes. */
export const newSigningSecret = (randomBytes: (size: number) => Buffer): string =>
  PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The version of the key that a stored secret is encrypted with. Those of before the keyring name none: version 1. */
export function sealedWith(sealed: string): number {
  const [version, encrypted] = sealed.split('.');
  return encrypted === undefined ? 1 : Number(version);
}

interface Sealing {
  /** The endpoint or hook. */
  ownerId: string;
  randomBytes: (size: number) => Buffer;
}

/** Encrypts a signing secret for storage: the key's version, a dot, and nonce, ciphertext and tag in base64url. */
export function encryptSecret(
  secret: string,
  { version, key }: DerivedKey,
  { ownerId, randomBytes }: Sealing,
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(ownerId));
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString('base64url')}`;
}

/** Decrypts a signing secret; throws if its key is missing, or key or owner differ from those it was encrypted with. */
export function decryptSecret(sealed: string, { all }: PurposeKeys, ownerId: string): string {
  const version = sealedWith(sealed);
  const found = all.find((one) => one.version === version);
  if (!found)
    throw new Error(`The keyring lacks version ${version}, with which a signing secret is encrypted.`);
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(ownerId))
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
