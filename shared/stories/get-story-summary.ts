import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { queryModels } from '../read-model/sandbox-models.ts';
import { conditionOf, levelsOf } from './story-conditions.ts';
import { storyModel } from './story-index.ts';
import { filterOf, loadNamed, storyQuery } from './story-query.ts';
import {
  addGroups,
  countGroups,
  storyGroups,
  storyGroupSchema,
  type StoryGroupCount,
} from './story-summary.ts';

export const getStorySummary = operation({
  id: 'getStorySummary',
  method: 'GET',
  path: `${WORKSPACE_PATH}/story-summary`,
  tag: 'Stories',
  summary: 'Count stories by group',
  description:
    'Returns how many stories match, by status, assignee, label, sprint, priority or team, the largest group first. Takes the filters of listStories. Can be up to two seconds behind.',
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount'],
  errors: ['team_required', 'service_unavailable'],
  query: {
    ...storyQuery,
    groupBy: z.enum(storyGroups).meta({ description: 'What to group the stories by.' }),
  },
  output: z.array(storyGroupSchema),
  load: loadNamed,
  handle: async ({ query: { groupBy, ...query }, loaded, ...call }) => {
    const filter = filterOf(query, loaded, call.caller, call.now);
    let groups: StoryGroupCount[] = [];
    for (const level of levelsOf(filter)) {
      const found = await queryModels(storyModel, filter.teams, call, (model, teamId) =>
        countGroups(model, conditionOf(model, filter, level), groupBy, teamId),
      );
      groups = addGroups(found.flat()).filter(({ count }) => count > 0);
      if (groups.length > 0) break;
    }
    return groups;
  },
});
