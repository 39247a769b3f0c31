import { createHash } from 'node:crypto';
import type { Reader } from '../../kernel/core/database.ts';
import { readBack } from '../../kernel/log/log-store.ts';
import { newestMarks } from '../news/notification-store.ts';

/** What a page looks at: what happens in teams, and the notifications of a member. */
interface LookedAt {
  workspaceId: string;
  teamIds: readonly string[];
  /** Whose notifications; no one's if left out. */
  memberId?: string;
}

/** How something is that can change. */
interface Looked {
  /** Another text after each change. */
  state: string;
  /** When it changed last, in milliseconds since 1970; 0 for never. */
  changedAt: number;
}

/** How the things are that a page looks at: half a read unit for each, eventually consistent. */
export async function pageStateOf(
  read: Reader,
  { workspaceId, teamIds, memberId }: LookedAt,
): Promise<Looked> {
  const [news, ...logs] = await Promise.all([
    memberId === undefined ? [] : newestMarks(read, { workspaceId, memberId }),
    ...teamIds.map((teamId) => readBack(read, teamId, { limit: 1 })),
  ]);
  const entries = logs.flat();
  const names = [...news.map(({ name }) => name), ...logs.map(([entry]) => entry?.number ?? 0)];
  return {
    state: createHash('sha256').update(names.join(' ')).digest('base64url').slice(0, 16),
    changedAt: Math.max(0, ...[...entries, ...news].map(({ at }) => at)),
  };
}
