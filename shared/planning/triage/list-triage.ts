import * as z from 'zod';
import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageWithLongText } from '../../kernel/api/operation/page.ts';
import type { Item } from '../../kernel/core/database.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { storySchema } from '../story/story.ts';
import { showStory, storyIdOf, storyPartitions, storySortKey } from '../story/story-store.ts';
import { triageStates } from '../story-parts/triage.ts';

export const listTriage = list({
  id: 'listTriage',
  path: `${WORKSPACE_PATH}/teams/{teamId}/triage`,
  tag: 'Triage',
  summary: 'List the triage of a team',
  description:
    'Returns the stories that wait for a decision, newest first, or those in another state of triage. Lists of stories, searches, counts, plans and forecasts leave them out until they are accepted. A page can end early if few of the stories match.',
  scopes: ['stories:read'],
  params: { teamId: uuid() },
  query: () => ({
    state: z
      .enum([...triageStates, 'any'])
      .optional()
      .meta({ description: 'Only in this state.', default: 'pending' }),
  }),
  item: storySchema,
  handle: async ({ path: { teamId }, query: { state = 'pending' }, caller, read, page, now }) => {
    const show = (item: Item) => showStory(item, now);
    const found = await readPage(read, page, {
      partitions: listedTeams(caller, teamId).map(storyPartitions.triage),
      sortKey: storySortKey,
      keep: (items) => items.filter((item) => state === 'any' || show(item).triage?.state === state),
    });
    return await pageWithLongText(read, found, page, { resource: show, position: storyIdOf });
  },
});
