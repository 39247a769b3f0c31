import * as z from 'zod';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import type { Call } from '../../kernel/core/call.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { runOperation, type ToolOverrides, type ToolOperation } from '../../kernel/api/mcp/tool.ts';
import { findRoots, replyCountOf } from '../../planning/comments/comment-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { readableStoryOrThrow } from '../../planning/story/story-access.ts';
import type { Story } from '../../planning/story/story.ts';
import { findChildKeys } from '../../planning/story/story-lookup-store.ts';
import { getListedStoryItems, getStoryItem, storyTeamOf, toStory } from '../../planning/story/story-store.ts';
import { deletionTokens, isDeletionTokenFormat } from './deletion-token.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

type Tokens = Awaited<ReturnType<typeof deletionTokens>>;

/** The output of both calls: the first returns the details, the second confirms the deletion. */
const deletionSchema = memoize(() =>
  z.object({
    id: uuid(),
    deleted: z.boolean(),
    message: z.string(),
    reference: z.string(),
    title: z.string(),
    confirmationToken: z.string(),
    expiresAt: timestamp(),
  }),
);

/** delete_story: the first call previews the deletion, the second performs it with the token of the first. */
export const confirmedDeletion: ToolOverrides = {
  extendInput: (shape) => ({ ...shape, confirmationToken: z.string().optional() }),
  run: async (call) => {
    const { confirmationToken: token, ...args } = call.args;
    const tokens = await deletionTokens(call.services);
    if (token === undefined) return await runOperation(announcement(tokens), { ...call, args });
    if (!isDeletionTokenFormat(token)) throw noToken();
    // The token is the idempotency key of the deletion, so that a repeat deletes once and returns the same
    // answer.
    return await runOperation(confirmed(tokens, token), { ...call, args }, token).catch(throwAsToken);
  },
  extendOutput: deletionSchema,
};

/** The first call: changes nothing, but requires the same rights as the second. */
const announcement = (tokens: Tokens): ToolOperation =>
  operation({
    id: 'announceStoryDeletion',
    method: 'GET',
    path: deleteStory.path,
    tag: deleteStory.tag,
    summary: 'Preview the deletion of a story',
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

/** Maximum number of comments and children counted. */
const COUNTED_MAX = 100;

/** The impact of the deletion: for the user, limited to the children they can see, and for the token. */
async function findGoing(caller: Caller, read: Reader, { id, updatedAt }: Story) {
  const [roots, children] = await Promise.all([
    findRoots(read, id, { before: undefined, limit: COUNTED_MAX }),
    findChildKeys(read, id, COUNTED_MAX),
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
      `Nothing has been deleted yet. This would delete the story with ${counted(comments, roots, 'comment', 'comments')}; it can be restored for 30 days.`,
      below(seen, children),
      'Ask the user. If they agree, call delete_story again with confirmationToken.',
    ].join(' '),
  };
}

const below = (seen: readonly unknown[], looked: readonly unknown[]): string =>
  seen.length === 0
    ? 'It has no children that you can see.'
    : `It has ${counted(seen.length, looked, 'child story', 'child stories')}, which would lose their parent.`;

function counted(count: number, looked: readonly unknown[], one: string, many: string): string {
  if (count === 0) return `no ${many}`;
  return `${looked.length === COUNTED_MAX ? 'at least ' : ''}${count} ${count === 1 ? one : many}`;
}

/** The second call: deletes the story if it is unchanged since the preview. */
const confirmed = (tokens: Tokens, token: string): ToolOperation => ({
  ...deleteStory,
  handle: async (call: Call<unknown, unknown, unknown, { story: Item | undefined }>) => {
    const { caller, loaded, read } = call;
    const story = toStory(readableStoryOrThrow(caller, loaded.story));
    const found = await findGoing(caller, read, story);
    const validity = tokens.verify(token, { userId: caller.principalId, story, ...found });
    if (validity === 'none') throw noToken();
    if (validity === 'outdated') {
      throw new ApiError(
        'version_conflict',
        'The story, or what would be deleted with it, has changed since the preview.',
        {
          hint: 'Call delete_story without confirmationToken and ask the user again.',
          details: { currentUpdatedAt: story.updatedAt, changedFields: [] },
        },
      );
    }
    return await deleteStory.handle(call);
  },
});

/**
 * A token that was used to delete another story counts as an idempotency key reused for a different request.
 */
const throwAsToken = (error: unknown): never => {
  throw error instanceof ApiError && error.code === 'idempotency_key_reused' ? noToken() : error;
};

const noToken = () =>
  invalidRequest([
    {
      path: 'confirmationToken',
      message: 'was not issued by delete_story for this story in the last 10 minutes',
    },
  ]);
