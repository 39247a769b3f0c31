import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../core/services.ts';
import { deriveKey } from '../core/derive-key.ts';
import type { Story } from '../stories/story.ts';

/** How long a deletion can be confirmed, in milliseconds. */
const TOKEN_LIFETIME_MS = 10 * 60_000;

/** What a deletion token is good for: one story as its user was told of it, and that user. */
export interface Deletion {
  userId: string;
  story: Pick<Story, 'id' | 'workspaceId'>;
  /** What its user was told would go, in any form that another version of it has not. */
  going: string;
  /** How many stories would lose their parent. */
  children: number;
}

/** Makes and judges the tokens by which the deletion of a story is confirmed. They are kept nowhere. */
export async function deletionTokens({ secret, now }: Pick<Services, 'secret' | 'now'>) {
  const key = deriveKey(await secret('OAUTH_KEY_ARN'), 'deletion of a story');
  const sign = ({ userId, story }: Deletion, told: readonly string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, story.workspaceId, story.id, ...told]))
      .digest();
  return {
    /** A token for a deletion, and until when it is good. */
    make(deletion: Deletion): { token: string; expiresAt: string } {
      const expiresAt = new Date(now().getTime() + TOKEN_LIFETIME_MS);
      const told = [expiresAt.getTime().toString(36), digest(deletion.going), deletion.children.toString(36)];
      const token = [...told, sign(deletion, told).toString('base64url')].join('.');
      return { token, expiresAt: expiresAt.toISOString() };
    },

    /**
     * Whether a token is for this deletion, was for less than would go by now, or is none. Stories that have lost
     * their parent meanwhile, as by a first try that was cut off, are no reason to ask again.
     */
    judge(token: string, deletion: Deletion): 'good' | 'outdated' | 'none' {
      const [expires = '', going = '', children = '', mac = ''] = token.split('.');
      const expected = sign(deletion, [expires, going, children]);
      const sent = Buffer.from(mac, 'base64url');
      if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return 'none';
      if (Number.parseInt(expires, 36) <= now().getTime()) return 'none';
      const same = going === digest(deletion.going) && deletion.children <= Number.parseInt(children, 36);
      return same ? 'good' : 'outdated';
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The form that tokens have; it is also that of an idempotency key. */
export const isDeletionTokenFormat = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-z]{1,11}\.[0-9a-f]{16}\.[0-9a-z]{1,3}\.[\w-]{43}$/.test(text);
