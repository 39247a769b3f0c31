import type { Key, Reader, Change } from '../../kernel/core/database.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

/** An index of a user's portal posts, for updating their author name. */
export type AuthorPost = { kind: 'item' | 'comment'; id: string };

const PREFIX = 'POST#';

const postKey = (userId: string, { kind, id }: AuthorPost): Key => ({
  pk: userPartition(userId),
  sk: `${PREFIX}${kind}#${id}`,
});

export const putPost = (userId: string, post: AuthorPost): Change => ({ put: { ...postKey(userId, post) } });

/** Removes a deleted post from the index. */
export const deletePost = (userId: string, post: AuthorPost): Change => ({ delete: postKey(userId, post) });

/** All posts of a user, strongly consistent. */
export async function listPosts(read: Reader, userId: string): Promise<AuthorPost[]> {
  const items = await read.children(userPartition(userId), PREFIX);
  return items.map(({ sk }) => {
    const [kind, id] = sk.slice(PREFIX.length).split('#') as [AuthorPost['kind'], string];
    return { kind, id };
  });
}
