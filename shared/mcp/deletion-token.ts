import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../api/services.ts';
import { deriveKey } from '../lib/derive-key.ts';
import type { Story } from '../stories/story.ts';

/** How long a deletion can be confirmed, in milliseconds. */
const LIFETIME = 10 * 60_000;

/** What a deletion token is good for: one version of one story, and the user who saw it. */
export interface Deletion {
  userId: string;
  story: Pick<Story, 'id' | 'workspaceId' | 'updatedAt'>;
}

/** Makes and judges the tokens by which the deletion of a story is confirmed. They are kept nowhere. */
export async function deletionTokens({ secret, now }: Pick<Services, 'secret' | 'now'>) {
  const key = deriveKey(await secret('OAUTH_KEY_ARN'), 'deletion of a story');
  const sign = ({ userId, story }: Deletion, expires: string) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, story.workspaceId, story.id, story.updatedAt, expires]))
      .digest();
  return {
    /** A token for a deletion, and until when it is good. */
    make(deletion: Deletion): { token: string; expiresAt: string } {
      const expiresAt = new Date(now().getTime() + LIFETIME);
      const [expires, version] = [expiresAt, new Date(deletion.story.updatedAt)].map((instant) =>
        instant.getTime().toString(36),
      ) as [string, string];
      const token = `${expires}.${version}.${sign(deletion, expires).toString('base64url')}`;
      return { token, expiresAt: expiresAt.toISOString() };
    },

    /** Whether a token is for this deletion, was for an earlier version of the story, or is none. */
    judge(token: string, { userId, story }: Deletion): 'good' | 'outdated' | 'none' {
      const [expires = '', version = '', mac = ''] = token.split('.');
      const seen = { ...story, updatedAt: instantOf(version) };
      const expected = sign({ userId, story: seen }, expires);
      const sent = Buffer.from(mac, 'base64url');
      if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return 'none';
      if (Number.parseInt(expires, 36) <= now().getTime()) return 'none';
      return seen.updatedAt === story.updatedAt ? 'good' : 'outdated';
    },
  };
}

/** The form that tokens have; it is also that of an idempotency key. */
export const looksLikeDeletionToken = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-z]{1,11}\.[0-9a-z]{1,11}\.[\w-]{43}$/.test(text);

const instantOf = (version: string): string => {
  const instant = new Date(Number.parseInt(version, 36));
  return Number.isNaN(instant.getTime()) ? '' : instant.toISOString();
};
