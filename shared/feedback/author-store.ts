import type { Key, Reader, Change } from '../core/database.ts';

/** Who a user is to a workspace as a visitor of its portals: an id of its own, not that of a member. */
const visitorKey = (userId: string, workspaceId: string): Key => ({
  pk: `U#${userId}`,
  sk: `V#${workspaceId}`,
});

export async function getVisitorId(
  read: Reader,
  userId: string,
  workspaceId: string,
): Promise<string | undefined> {
  return (await read.get(visitorKey(userId, workspaceId)))?.['visitorId'] as string | undefined;
}

/** Keeps the id of a visitor who has none yet. */
export const putVisitorId = (
  userId: string,
  { workspaceId, visitorId }: { workspaceId: string; visitorId: string },
  writeConflict: () => Error,
): Change => ({
  put: { ...visitorKey(userId, workspaceId), visitorId },
  if: 'absent',
  onConditionFailed: writeConflict,
});

/** What a user has written on portals, to be found when they change their name. */
export type Post = { kind: 'item' | 'comment'; id: string };

const PREFIX = 'POST#';

const postKey = (userId: string, { kind, id }: Post): Key => ({
  pk: `U#${userId}`,
  sk: `${PREFIX}${kind}#${id}`,
});

export const putPost = (userId: string, post: Post): Change => ({ put: { ...postKey(userId, post) } });

/** Forgets a post that is deleted. */
export const deletePost = (userId: string, post: Post): Change => ({ delete: postKey(userId, post) });

/** All posts of a user, consistent. */
export async function listPosts(read: Reader, userId: string): Promise<Post[]> {
  const items = await read.children(`U#${userId}`, PREFIX);
  return items.map(({ sk }) => {
    const [kind, id] = sk.slice(PREFIX.length).split('#') as [Post['kind'], string];
    return { kind, id };
  });
}
