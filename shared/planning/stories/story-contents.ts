import type { OperationContext } from '../../kernel/core/call.ts';
import type { Reference } from '../../kernel/api/operation/include.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { queryModels } from '../../kernel/read-model/sandbox-models.ts';
import { findAttachedStoryIds } from '../attachments/attachment-store.ts';
import { commentModel } from '../comments/comment-index.ts';

type StoryContentsContext = Pick<OperationContext, 'caller' | 'read' | 'setting' | 'now'>;

/**
 * Returns the ids of stories of some teams that have comments, or comments by some people. Throws a 403 without the right
 * to read comments.
 */
export async function findCommentedStoryIds(
  context: StoryContentsContext,
  teams: readonly string[],
  authorIds?: readonly string[],
): Promise<string[]> {
  assertMayRead(context, 'comments:read');
  const found = await queryModels(commentModel, teams, context, (model) => {
    const by = authorIds && `WHERE "authorId" IN (SELECT value FROM json_each(?))`;
    const values = authorIds ? [JSON.stringify(authorIds)] : [];
    return model.statement(`SELECT DISTINCT "storyId" AS id FROM document ${by ?? ''}`).all(...values);
  });
  return found.flat().map((row) => row['id'] as string);
}

/** Returns the number of comments of some stories, replies included, by story id; none for a story without comments. */
export async function countComments(
  context: Omit<StoryContentsContext, 'caller'>,
  stories: readonly Reference[],
): Promise<ReadonlyMap<string, number>> {
  const ids = Map.groupBy(stories, ({ teamId }) => teamId);
  const found = await queryModels(commentModel, [...ids.keys()], context, (model, teamId) =>
    model
      .statement(
        `SELECT "storyId" AS id, count(*) AS count FROM document
         WHERE "storyId" IN (SELECT value FROM json_each(?)) GROUP BY 1`,
      )
      .all(JSON.stringify(ids.get(teamId)!.map(({ id }) => id))),
  );
  return new Map(found.flat().map((row) => [row['id'] as string, row['count'] as number]));
}

/** Returns the ids of the stories of a workspace that have attachments. Eventually consistent. */
export const findStoriesWithAttachments = ({ read, caller }: StoryContentsContext): Promise<string[]> =>
  findAttachedStoryIds(read, caller.workspaceId);

function assertMayRead({ caller }: StoryContentsContext, scope: Scope): void {
  if (caller.kind === 'operator' || caller.scopes.has(scope)) return;
  throw new ApiError('insufficient_scope', `Comments in filter require the scope ${scope}.`, {
    hint: `Use a token that has ${scope}, or leave has:comment and commentedBy: out of filter.`,
    details: { missingScopes: [scope] },
  });
}
