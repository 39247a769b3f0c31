import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import {
  recurringStoriesOfTeam,
  recurringStoryIdOf,
  recurringStorySortKey,
  toRecurringStory,
} from './recurring-story-store.ts';
import { recurringStorySchema } from './recurring-story.ts';

export const RECURRING_STORIES_PATH = `${WORKSPACE_PATH}/recurring-stories`;
export const RECURRING_STORY_PATH = `${RECURRING_STORIES_PATH}/{recurringStoryId}`;

export const listRecurringStories = list({
  id: 'listRecurringStories',
  path: RECURRING_STORIES_PATH,
  tag: 'Story templates',
  summary: 'List recurring stories',
  description:
    "Returns the recurring stories of the caller's teams, or of one team, newest first, each with its next five due dates.",
  scopes: ['stories:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional(), updatedSince: updatedSince() }),
  item: recurringStorySchema,
  handle: async ({ query, caller, read, page }) => {
    const { items, end } = await readPage(read, page, {
      partitions: listedTeams(caller, query.teamId).map(recurringStoriesOfTeam),
      sortKey: recurringStorySortKey,
      keep: (found) => onlyUpdatedSince(found, query.updatedSince, toRecurringStory),
    });
    return pageOf(items, page, { resource: toRecurringStory, position: recurringStoryIdOf }, end);
  },
});
