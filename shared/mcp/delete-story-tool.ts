import * as z from 'zod';
import { ApiError, invalidRequest } from '../core/errors.ts';
import type { Call } from '../core/call.ts';
import { operation } from '../api/operation/operation.ts';
import { runOperation, type ToolOperation } from '../api/mcp/tool.ts';
import { findRoots, replyCountOf } from '../comments/comment-store.ts';
import type { Caller } from '../core/caller.ts';
import { timestamp, uuid } from '../core/schema.ts';
import { deleteStory } from '../cascades/delete-story.ts';
import { readableStoryOrThrow } from '../stories/get-story.ts';
import type { Story } from '../stories/story.ts';
import {
  findChildKeys,
  getListedStoryItems,
  getStoryItem,
  storyTeamOf,
  toStory,
} from '../stories/story-store.ts';
import { deletionTokens, isDeletionTokenFormat } from './deletion-token.ts';
import { storyTool } from './story-tool.ts';
import type { Item, Reader } from '../core/database.ts';

type Tokens = Awaited<ReturnType<typeof deletionTokens>>;

/** What either call shows: the first all of this, the second that it is done. */
const deletionSchema = z.object({
  id: uuid(),
  deleted: z.boolean(),
  message: z.string(),
  reference: z.string(),
  title: z.string(),
  confirmationToken: z.string(),
  expiresAt: timestamp(),
});

/** delete_story: tells what would go, and does it in a second call that shows the first one's token. */
export const deleteStoryTool = storyTool(deleteStory, {
  extendInput: (shape) => ({ ...shape, confirmationToken: z.string().optional() }),
  run: async (call) => {
    const { confirmationToken: token, ...args } = call.args;
    const tokens = await deletionTokens(call.services);
    if (token === undefined) return await runOperation(announcement(tokens), { ...call, args });
    if (!isDeletionTokenFormat(token)) throw noToken();
    // The token is the key of the deletion, so that sent twice it deletes once and answers the same.
    return await runOperation(confirmed(tokens, token), { ...call, args }, token).catch(throwAsToken);
  },
  extendOutput: deletionSchema,
});

/** The first call: changes nothing, but needs the rights of the second. */
const announcement = (tokens: Tokens): ToolOperation =>
  operation({
    id: 'announceStoryDeletion',
    method: 'GET',
    path: deleteStory.path,
    tag: deleteStory.tag,
    summary: 'Tell what deleting a story would do',
    scopes: ['stories:write'],
    role: deleteStory.role,
    params: { storyId: uuid() },
    output: deletionSchema,
    load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
    handle: async ({ loaded, caller, read }) => {
      const story = toStory(readableStoryOrThrow(caller, loaded.story));
      const found = await findGoing(caller, read, story);
      const { token, expiresAt } = tokens.make({ userId: caller.principalId, story, ...found });
      return {
        id: story.id,
        deleted: false,
        message: found.message,
        reference: story.reference,
        title: story.title,
        confirmationToken: token,
        expiresAt,
      };
    },
  });

/** How many comments and stories below are counted; what is more is told as such. */
const MAX_COUNTED = 100;

/** What would go with a story: for its user, who is told of the stories below that they see, and for the token. */
async function findGoing(caller: Caller, read: Reader, { id, updatedAt }: Story) {
  const [roots, children] = await Promise.all([
    findRoots(read, id, { before: undefined, limit: MAX_COUNTED }),
    findChildKeys(read, id, MAX_COUNTED),
  ]);
  const seen = (await getListedStoryItems(read, children)).filter(
    (item) => item !== undefined && caller.teamIds.has(storyTeamOf(item)),
  );
  const threads = roots.map((root) => [root.pk, replyCountOf(root)] as const);
  const comments = threads.reduce((sum, [, replies]) => sum + 1 + replies, 0);
  return {
    going: JSON.stringify([updatedAt, threads]),
    children: children.length,
    message: [
      `Nothing is deleted yet. It would delete the story for good, with ${counted(comments, roots, 'comment', 'comments')}.`,
      below(seen, children),
      'Ask the user; if they agree, call delete_story again with confirmationToken.',
    ].join(' '),
  };
}

const below = (seen: readonly unknown[], looked: readonly unknown[]): string =>
  seen.length === 0
    ? 'It is the parent of no stories that you see.'
    : `It is the parent of ${counted(seen.length, looked, 'story', 'stories')}, which would stay without a parent.`;

function counted(count: number, looked: readonly unknown[], one: string, many: string): string {
  if (count === 0) return `no ${many}`;
  return `${looked.length === MAX_COUNTED ? 'at least ' : ''}${count} ${count === 1 ? one : many}`;
}

/** The second call: the deletion, if the story is still what its user was told about. */
const confirmed = (tokens: Tokens, token: string): ToolOperation => ({
  ...deleteStory,
  handle: async (call: Call<unknown, unknown, unknown, { story: Item | undefined }>) => {
    const { caller, loaded, read } = call;
    const story = toStory(readableStoryOrThrow(caller, loaded.story));
    const found = await findGoing(caller, read, story);
    const judged = tokens.judge(token, { userId: caller.principalId, story, ...found });
    if (judged === 'none') throw noToken();
    if (judged === 'outdated') {
      throw new ApiError(
        'version_conflict',
        'The story, or what would go with it, was changed since its deletion was announced.',
        {
          hint: 'Call delete_story without confirmationToken, and ask the user again.',
          details: { currentUpdatedAt: story.updatedAt, changedFields: [] },
        },
      );
    }
    return await deleteStory.handle(call);
  },
});

/** A token that has deleted another story is, as a key, one for something else. */
const throwAsToken = (error: unknown): never => {
  throw error instanceof ApiError && error.code === 'idempotency_key_reused' ? noToken() : error;
};

const noToken = () =>
  invalidRequest([
    {
      path: 'confirmationToken',
      message: 'is not one that delete_story gave you for this story in the last 10 minutes',
    },
  ]);
