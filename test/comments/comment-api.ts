import type { Comment } from '../../shared/planning/comments/comment.ts';
import type { Client, RequestOptions } from '../support/client.ts';
import { createStoryAs, newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { dataOf } from '../stories/story-api.ts';

/** The comment operations of one story as one client calls them. */
export function commentApi({ path }: { path: string }, storyId: string, client: Client) {
  const all = `${path}/stories/${storyId}/comments`;
  const at = (id: string) => `${all}/${id}`;
  const withKey = (key?: string): Record<string, string> =>
    key === undefined ? {} : { 'idempotency-key': key };
  const send = (body: object, key?: string) => client.post(all, body, withKey(key));
  const update = (id: string, body: object, key?: string) => client.patch(at(id), body, withKey(key));
  return {
    path: all,
    /** Creates a comment and returns the answer. */
    send,
    /** Creates a comment and returns it; throws where that is refused. */
    create: async (body: object = {}): Promise<Comment> =>
      dataOf(await send({ content: 'A comment', ...body }), 201),
    /** Replies to a comment as often as asked, one reply after the other, and returns the replies. */
    async reply({ id: parentId }: Comment, times = 1): Promise<Comment[]> {
      const replies: Comment[] = [];
      for (let number = 0; number < times; number++) {
        replies.push(dataOf(await send({ content: `Reply ${number}`, parentId }), 201));
      }
      return replies;
    },
    get: (id: string) => client.get(at(id)),
    read: async (id: string): Promise<Comment> => dataOf(await client.get(at(id)), 200),
    list: (query: RequestOptions['query'] = {}) => client.get(all, query),
    update,
    /** Changes a comment from its version as given, and returns the new one; throws where that is refused. */
    change: async ({ id, updatedAt }: Comment, content: string): Promise<Comment> =>
      dataOf(await update(id, { expectedUpdatedAt: updatedAt, content }), 200),
    delete: (id: string, key?: string) => client.delete(at(id), withKey(key)),
  };
}

export type CommentApi = ReturnType<typeof commentApi>;

/** A workspace with a team, a member of it who calls, and a story to comment on. */
export async function newCommentWorkspace() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const newStory = () => createStoryAs(member.client, workspace, { teamId: team.id });
  const story = await newStory();
  return { workspace, team, member, newStory, story, api: commentApi(workspace, story.id, member.client) };
}

export type CommentWorkspace = Awaited<ReturnType<typeof newCommentWorkspace>>;

/** Adds a person to the workspace, and returns the same operations on the same story in their name. */
export async function newCommenter(
  workspace: TestWorkspace,
  storyId: string,
  ...who: Parameters<TestWorkspace['person']>
): Promise<CommentApi & { userId: string }> {
  const { id, client } = await workspace.person(...who);
  return { ...commentApi(workspace, storyId, client), userId: id };
}
