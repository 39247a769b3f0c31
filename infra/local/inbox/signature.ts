import { Webhook } from 'standardwebhooks';

/** What the inbox can say about a delivery's signature. */
export type Signature =
  | 'verified'
  /** No secret that the inbox knows makes any of the signatures. */
  | 'wrong'
  /** A right signature, made for another time than that of its arrival. */
  | 'stale'
  | 'no secret known'
  | 'not signed';

export type Signed = { headers: Record<string, string>; body: Buffer; receivedAt: Date };

/** How far the time of a signature may be from that of its arrival, as the library has it. */
const TOLERANCE_MS = 5 * 60 * 1000;

/**
 * Judges a delivery by secrets (`whsec_…`) the way a receiver does (https://www.standardwebhooks.com). The library
 * signs and the signatures are compared here, because its own check is against the present: a secret that is
 * told later could not verify what came before.
 */
export function verifySignature(secrets: string[], { headers, body, receivedAt }: Signed): Signature {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature']?.split(' ');
  if (id === undefined || timestamp === undefined || signatures === undefined) return 'not signed';
  if (secrets.length === 0) return 'no secret known';
  if (!/^\d{1,12}$/.test(timestamp)) return 'wrong';
  const signedAt = new Date(Number(timestamp) * 1000);
  const isRight = secrets.some((secret) =>
    signatures.includes(new Webhook(secret).sign(id, signedAt, body.toString())),
  );
  if (!isRight) return 'wrong';
  return Math.abs(receivedAt.getTime() - signedAt.getTime()) > TOLERANCE_MS ? 'stale' : 'verified';
}

/** Whether a text is a secret as endpoints have them: 24 to 64 bytes in base64 behind `whsec_`. */
export function isSigningSecret(text: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
}
