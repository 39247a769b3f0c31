import { createHash } from 'node:crypto';
import { itemKind } from '../../kernel/db/table.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';

const draftKind = itemKind('OIDC#', 'expiry');

/** Under the state of the sign-in, which only the browser that started it has. */
const draftKey = (state: string): Key =>
  draftKind.key(createHash('sha256').update(state).digest('base64url'));

/** Stores what someone had written, as text, while they sign in at a provider. `expiresAt` is in milliseconds since 1970. */
export const putOidcDraft = (state: string, draft: string, expiresAt: number): Change => ({
  put: { ...draftKey(state), draft, expiresAt, ttl: Math.ceil(expiresAt / 1000) },
});

/** The draft stored before a sign-in at the provider, unless it is too old. */
export async function getOidcDraft(read: Reader, state: string, now: Date): Promise<string | undefined> {
  const item = await read.get(draftKey(state));
  return item && (item['expiresAt'] as number) > now.getTime() ? (item['draft'] as string) : undefined;
}

export const deleteOidcDraft = (state: string): Change => ({ delete: draftKey(state) });
