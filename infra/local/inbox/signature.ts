import { createHmac } from 'node:crypto';

/** The result of checking a delivery's signature. */
export type Signature =
  | 'verified'
  /** None of the inbox's secrets matches any of the signatures. */
  | 'wrong'
  /** A valid signature with a timestamp that differs from the time of arrival. */
  | 'stale'
  | 'no secret known'
  | 'not signed';

type Signed = { headers: Record<string, string>; body: Buffer; receivedAt: Date };

/** Maximum difference between a signature's timestamp and its arrival, as in the libraries of Standard Webhooks. */
const TOLERANCE_MS = 5 * 60 * 1000;

/**
 * Checks a delivery with secrets (`whsec_…`) like a receiver (https://www.standardwebhooks.com), but by the time of its
 * arrival: a secret added later could not verify earlier deliveries by the current time.
 */
export function verifySignature(secrets: string[], { headers, body, receivedAt }: Signed): Signature {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature']?.split(' ');
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'not signed';
  if (secrets.length === 0) return 'no secret known';
  if (!/^\d{1,12}$/.test(timestamp)) return 'wrong';
  const signedAt = new Date(Number(timestamp) * 1000);
  const signed = Buffer.concat([Buffer.from(`${id}.${Number(timestamp)}.`), body]);
  const isRight = secrets.some((secret) => signatures.includes(signatureOf(secret, signed)));
  if (!isRight) return 'wrong';
  return Math.abs(receivedAt.getTime() - signedAt.getTime()) > TOLERANCE_MS ? 'stale' : 'verified';
}

const signatureOf = (secret: string, signed: Buffer): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

/** Whether a text is a valid signing secret: `whsec_` followed by 24 to 64 bytes in base64. */
export function isSigningSecret(text: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
}
