import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { signatureHeader } from '../../kernel/secrets/signing-secret.ts';
import type { HookProvider } from './hook.ts';

/** A delivery as it was received. */
interface Delivery {
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The exact bytes sent. */
  body: Buffer;
}

/** How long after its time a signature of GitLab is accepted, and before, in seconds, as Standard Webhooks advises. */
const TOLERANCE_SECONDS = 5 * 60;

type Verify = (delivery: Delivery, secrets: readonly string[], now: Date) => boolean;

/** Compares hashes, so that the time reveals nothing, not even the length. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
const verifyGithub: Verify = ({ headers, body }, secrets) => {
  const sent = headers['x-hub-signature-256'] ?? '';
  return secrets
    .map((secret) => isSame(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`, sent))
    .includes(true);
};

/**
 * GitLab sends the secret itself or, where it was entered as the signing token, a signature according to Standard
 * Webhooks: https://docs.gitlab.com/user/project/integrations/webhooks/
 */
const verifyGitlab: Verify = ({ headers, body }, secrets, now) => {
  const { 'webhook-signature': signatures, 'x-gitlab-token': token = '' } = headers;
  if (signatures === undefined) return secrets.map((secret) => isSame(secret, token)).includes(true);
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers;
  const seconds = Number(timestamp);
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= TOLERANCE_SECONDS)) return false;
  const signed = { id, timestamp: seconds, body: body.toString() };
  return secrets
    .flatMap((secret) => signatures.split(' ').map((one) => isSame(signatureHeader([secret], signed), one)))
    .includes(true);
};

/** Whether the holder of one of the secrets of a hook sent a delivery, by its provider. */
export const verifyDelivery: Readonly<Record<HookProvider, Verify>> = {
  github: verifyGithub,
  gitlab: verifyGitlab,
};
