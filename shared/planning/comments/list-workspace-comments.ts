import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { changedDays } from '../../kernel/db/changed-days.ts';
import { readNewestOfSources, type NewestSource } from '../../kernel/db/merge-partitions.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { flatCommentSchema } from './comment.ts';
import {
  commentIdOf,
  commentIndexes,
  commentPartitions,
  commentSortKey,
  firstCommentSortKeyAt,
  getListedComments,
  toComment,
} from './comment-store.ts';

export const listWorkspaceComments = list({
  id: 'listWorkspaceComments',
  path: `${WORKSPACE_PATH}/comments`,
  tag: 'Comments',
  summary: 'List comments of a workspace',
  description:
    "Returns comments and replies on all stories of the caller's teams, archived stories too, newest first. Each reply is an item of its own, with parentId. To poll for changes, set updatedSince to one minute before your previous request; deletions are in the changes feed only. A page can end early if updatedSince is long ago, if the teams are many, or if the response would exceed 4 MB.",
  scopes: ['comments:read', 'stories:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional(), updatedSince: updatedSince() }),
  item: flatCommentSchema,
  handle: async ({ query, caller, read, page, now }) => {
    const sources = sourcesOf(listedTeams(caller, query.teamId), query.updatedSince, now);
    const position = {
      before: page.after === undefined ? undefined : commentSortKey(page.after),
      limit: page.limit + 1,
    };
    const { items, end } = await readNewestOfSources(read, sources, position, async (keys) =>
      onlyUpdatedSince(await getListedComments(read, keys), query.updatedSince, toComment),
    );
    return pageOf(items, page, { resource: toComment, position: commentIdOf }, end);
  },
});

/** The partitions that together contain every comment of the teams changed at or after an instant, and some others. */
function sourcesOf(teams: readonly string[], updatedSince: string | undefined, now: Date): NewestSource[] {
  const all: NewestSource = { index: commentIndexes.team, partitions: teams.map(commentPartitions.team) };
  const days = changedDays({ updatedSince, now }, teams.length);
  if (!days) return [all];
  const changed = teams.flatMap((team) => days.map((day) => commentPartitions.changed(team, day)));
  return [
    { index: commentIndexes.changed, partitions: changed },
    { ...all, downTo: firstCommentSortKeyAt(Date.parse(days[0]!)) },
  ];
}
