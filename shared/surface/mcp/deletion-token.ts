import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Services } from '../../kernel/core/services.ts';
import type { DerivedKey } from '../../kernel/core/keyring.ts';
import type { Story } from '../../planning/story/story.ts';

/** The time for which a deletion can be confirmed, in milliseconds. */
const TOKEN_LIFETIME_MS = 10 * 60_000;

/** The scope of a deletion token: one story as previewed, and the user. */
interface Deletion {
  userId: string;
  story: Pick<Story, 'id' | 'workspaceId'>;
  /** The previewed impact, in a form that differs for every other version. */
  going: string;
  /** Number of children that would lose their parent. */
  children: number;
}

/** Creates and verifies the tokens that confirm a deletion. They are not stored. */
export async function deletionTokens({ keys, now }: Pick<Services, 'keys' | 'now'>) {
  const { current, all } = await keys('storyDeletion');
  const sign = ({ key }: DerivedKey, { userId, story }: Deletion, claims: readonly string[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([userId, story.workspaceId, story.id, ...claims]))
      .digest();
  return {
    /** Returns a token for a deletion and its expiry. */
    make(deletion: Deletion): { token: string; expiresAt: string } {
      const expiresAt = new Date(now().getTime() + TOKEN_LIFETIME_MS);
      const claims = [
        expiresAt.getTime().toString(36),
        digest(deletion.going),
        deletion.children.toString(36),
      ];
      const token = [...claims, sign(current, deletion, claims).toString('base64url')].join('.');
      return { token, expiresAt: expiresAt.toISOString() };
    },

    /**
     * Whether a token is valid for this deletion, was issued for a smaller impact, or is invalid. Children
     * that have lost their parent since, for example in an interrupted first attempt, do not require a new
     * confirmation.
     */
    verify(token: string, deletion: Deletion): 'good' | 'outdated' | 'none' {
      const [expires = '', going = '', children = '', mac = ''] = token.split('.');
      const sent = Buffer.from(mac, 'base64url');
      const isGenuine = (key: DerivedKey): boolean => {
        const expected = sign(key, deletion, [expires, going, children]);
        return sent.length === expected.length && timingSafeEqual(sent, expected);
      };
      if (!all.some(isGenuine)) return 'none';
      if (Number.parseInt(expires, 36) <= now().getTime()) return 'none';
      const same = going === digest(deletion.going) && deletion.children <= Number.parseInt(children, 36);
      return same ? 'good' : 'outdated';
    },
  };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The format of tokens, which is also that of an idempotency key. */
export const isDeletionTokenFormat = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-z]{1,11}\.[0-9a-f]{16}\.[0-9a-z]{1,3}\.[\w-]{43}$/.test(text);
