import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE, TOOL_PAGE_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import type { Row } from '../../kernel/api/mcp/result-data.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { timestamp, uuid } from '../../kernel/core/schema.ts';
import { timeOfId } from '../../kernel/core/id.ts';
import { queryModels } from '../../kernel/read-model/sandbox-models.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { commentModel } from '../../planning/comments/comment-index.ts';
import { getCommentItem, toComment } from '../../planning/comments/comment-store.ts';
import { listComments } from '../../planning/comments/list-comments.ts';
import { getStoryItem, storyTeamOf, toStory } from '../../planning/story/story-store.ts';

/** How many of someone's newest comments can have changed since a time. */
const CHANGED_MAX = 200;

/** The newest comments of someone, replies too, in the caller's teams, with the rights of listComments. */
const findCommentsBy = operation({
  id: 'findCommentsBy',
  method: 'GET',
  path: `${WORKSPACE_PATH}/comments-by-author`,
  tag: listComments.tag,
  summary: 'Find comments by author',
  scopes: listComments.scopes,
  query: () => ({
    authorId: uuid(),
    storyId: uuid().optional(),
    updatedSince: updatedSince(),
    limit: z.int().min(1, { error: 'must be at least 1' }).max(TOOL_PAGE_MAX_SIZE),
  }),
  output: () => z.array(z.unknown()),
  handle: async ({ query: { authorId, storyId, updatedSince: since, limit }, ...context }) => {
    const { caller, read } = context;
    // An older comment may have been changed since.
    const most = since === undefined ? limit : CHANGED_MAX;
    const found = await queryModels(commentModel, listedTeams(caller, undefined), context, (model) =>
      model
        .statement(
          `SELECT id FROM document WHERE "authorId" = ? AND "storyId" = coalesce(?, "storyId")
           ORDER BY id DESC LIMIT ?`,
        )
        .all(authorId, storyId ?? null, most),
    );
    const newest = found.flat().map((row) => row['id'] as string);
    const ids = [...new Set(newest)].sort((a, b) => (a < b ? 1 : -1)).slice(0, most);
    const items = (await Promise.all(ids.map((id) => getCommentItem(read, id)))).filter(
      (item) => item !== undefined,
    );
    const comments = onlyUpdatedSince(items, since, toComment).slice(0, limit).map(toComment);
    const stories = await Promise.all(comments.map((comment) => getStoryItem(read, comment.storyId)));
    return comments.flatMap(({ parentId, ...comment }, position) => {
      const story = stories[position];
      if (!story || !caller.teamIds.has(storyTeamOf(story))) return [];
      const { reference, title } = toStory(story);
      return [{ reference, title, ...comment, ...(parentId === null ? {} : { parentId }) }];
    });
  },
});

/** list_comments: lists what someone wrote, on a story or on all. */
export const commentsByAuthor: ToolVariant = {
  askedBy: ['authorId'],
  takes: ['storyId', 'updatedSince', 'limit'],
  input: () => ({ authorId: z.string().optional().meta({ description: 'Only theirs.' }) }),
  run: async (call) => {
    const { limit = TOOL_PAGE_SIZE } = call.args;
    const args = { ...call.args, limit };
    const result = await runOperation(findCommentsBy, { ...call, args });
    const count = result.data.length;
    return { ...result, ...(count === limit ? { notes: [`These are the newest ${count}.`] } : {}) };
  },
};

/** How many comments stories have, and when the last was written. */
const findCommentFacts = operation({
  id: 'findCommentFacts',
  method: 'GET',
  path: `${WORKSPACE_PATH}/comment-facts`,
  tag: listComments.tag,
  summary: 'Find how many comments stories have',
  scopes: listComments.scopes,
  query: () => ({ storyIds: z.array(uuid()) }),
  output: () => z.array(z.object({ storyId: uuid(), commentCount: z.int(), lastCommentAt: timestamp() })),
  handle: async ({ query: { storyIds }, ...context }) => {
    const found = await queryModels(commentModel, listedTeams(context.caller, undefined), context, (model) =>
      model
        .statement(
          `SELECT "storyId", count(*) AS count, max(id) AS last FROM document
           WHERE "storyId" IN (SELECT value FROM json_each(?)) GROUP BY 1`,
        )
        .all(JSON.stringify(storyIds)),
    );
    return found.flat().map(({ storyId, count, last }) => ({
      storyId: storyId as string,
      commentCount: count as number,
      lastCommentAt: new Date(timeOfId(last as string)).toISOString(),
    }));
  },
});

/** Fields of comments that a list of stories has only if they are asked for, since they are counted elsewhere. */
export const COMMENT_FIELDS = ['commentCount', 'lastCommentAt'];

/** Listed stories with how many comments each has, and when the last was written. */
export async function withCommentFacts(call: ToolCall, stories: readonly Row[]): Promise<Row[]> {
  const { workspaceId } = call.args;
  const args = { workspaceId, storyIds: stories.map(({ id }) => id) };
  const { data } = await runOperation(findCommentFacts, { ...call, args });
  const facts = new Map(data.map(({ storyId, ...one }) => [storyId, one]));
  const none = { commentCount: 0, lastCommentAt: null };
  return stories.map((story) => ({ ...story, ...(facts.get(story.id) ?? none) }));
}
