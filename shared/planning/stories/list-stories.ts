import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { readOnly } from '../../kernel/api/operation/tool-declaration.ts';
import { externalId, externalSource, storySchema } from '../story/story.ts';
import { storyListIncludes } from './story-includes.ts';
import { isIndexedFilter, readStoryPage } from './story-list.ts';
import { storySort } from '../story/story-order.ts';
import { storyQuery } from './story-query.ts';
import { loadNamed, understandQuery } from './understand-query.ts';

export const listStories = list({
  id: 'listStories',
  path: `${WORKSPACE_PATH}/stories`,
  tag: 'Stories',
  summary: 'List stories',
  description:
    'Lists stories in your teams, newest first. Use `sort` to change the order; with `q`, best matches come first. Filters combine with AND, several values of one filter with OR. With externalSource and externalId, returns the story that another tool calls so. Lists with `sort` or with filters other than statusId, assigneeId, sprintId, objectiveId, updatedSince, updatedBefore and `archived` can be up to two seconds behind. To keep a copy in sync, set updatedSince to one minute before your previous request, or use webhooks; ids do not reveal updates or late writes. A cursor is bound to `limit` as well as to the filters.',
  scopes: ['stories:read'],
  preview: true,
  errors: ['team_required', 'service_unavailable'],
  query: () => ({
    ...storyQuery(),
    sort: storySort().optional().meta({
      description: 'The field to sort by, descending after `-`. `cf.<key>` is a custom field.',
    }),
    externalSource: externalSource().optional().meta({
      description: 'With externalId: the story that is called so there, if there is one. It is up to date.',
    }),
    externalId: externalId().optional().meta({ description: 'Only with externalSource.' }),
  }),
  item: storySchema,
  cursorBindsLimit: true,
  includes: storyListIncludes,
  tool: {
    name: 'list_stories',
    title: 'List stories',
    description:
      'Stories of your teams, newest first: {"filter":"(is:open OR is:blocked) login"}. filter takes words and assignee:me status:"In Progress" -label:bug priority:high due:<2w sprint:current estimate:none cf.severity:high has:comment commentedBy:me sort:-due. fields takes commentCount, lastCommentAt too.',
    annotations: readOnly,
    omits: [
      'statusCategory',
      'reporterId',
      'labelId',
      'priority',
      'keyResultId',
      'parentId',
      'blocked',
      'overdue',
      'dueSince',
      'dueBefore',
      'createdSince',
      'createdBefore',
      'completedSince',
      'completedBefore',
      'q',
      'cf',
      'externalSource',
      'externalId',
    ],
  },
  load: loadNamed,
  handle: async ({ query: { externalSource: source, externalId: id, ...query }, loaded, page, ...call }) => {
    if (source !== undefined || id !== undefined) {
      // Few lists ask for one story of another tool.
      const { readExternalStory } = await import('./external-story.ts');
      return await readExternalStory(call, { externalSource: source, externalId: id, ...query });
    }
    const { filter, sort: order } = await understandQuery(query, loaded, call);
    if (order === undefined && isIndexedFilter(filter)) return await readStoryPage(call.read, filter, page);
    // Most lists are answered by indexes.
    const { queryStories } = await import('./query-stories.ts');
    return await queryStories(call, filter, order, page);
  },
});
