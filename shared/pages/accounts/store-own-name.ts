import { renameAuthor } from '../../feedback/items/rename-author.ts';
import { removeUserName, setUserName } from '../../identity/members/user-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';

/** Gives a person the public name that they chose, or takes it away, also in what they posted before. */
export async function storeOwnName(
  { services: { database }, read, now }: WebCall,
  userId: string,
  name: string | undefined,
): Promise<void> {
  await commit(database, [name === undefined ? removeUserName(userId) : setUserName(userId, name)]);
  await renameAuthor({ read, write: (changes) => commit(database, changes) }, userId, now);
}
