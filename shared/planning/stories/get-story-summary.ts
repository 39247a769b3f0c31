import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { storyQuery } from './story-query.ts';
import { loadNamed, understandQuery } from './understand-query.ts';
import { isFieldGroup, storyGroupBy, storyGroupSchema } from './story-groups.ts';

export const getStorySummary = operation({
  id: 'getStorySummary',
  method: 'GET',
  path: `${WORKSPACE_PATH}/story-summary`,
  tag: 'Stories',
  summary: 'Count stories by group',
  description:
    'Returns how many stories match, by status, category, assignee, label, sprint, priority, team or custom field, the largest group first. Takes the filters of listStories. Can be up to two seconds behind.',
  scopes: ['stories:read'],
  errors: ['team_required', 'service_unavailable'],
  query: () => ({
    ...storyQuery(),
    groupBy: storyGroupBy().meta({
      description: 'What to group the stories by; cf.<key> is a custom field.',
    }),
  }),
  output: () => z.array(storyGroupSchema()),
  total: 'All stories that match, each once.',
  load: loadNamed,
  handle: async ({ query: { groupBy, ...query }, loaded, ...call }) => {
    const { filter } = await understandQuery(query, loaded, call);
    if (isFieldGroup(groupBy)) {
      const { knownFieldOrThrow } = await import('../custom-fields/field-filter.ts');
      await knownFieldOrThrow(groupBy.slice('cf.'.length), call);
    }
    const { countStories } = await import('./count-stories.ts');
    return await countStories(call, filter, groupBy);
  },
});
