import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { onlyUpdatedSince, updatedSince } from '../../kernel/core/query-parameters.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readPage } from '../../kernel/db/merge-partitions.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import {
  storyTemplateIdOf,
  storyTemplateSortKey,
  templatesOfTeam,
  toStoryTemplate,
} from './story-template-store.ts';
import { storyTemplateSchema } from './story-template.ts';

export const STORY_TEMPLATES_PATH = `${WORKSPACE_PATH}/story-templates`;
export const STORY_TEMPLATE_PATH = `${STORY_TEMPLATES_PATH}/{storyTemplateId}`;

export const listStoryTemplates = list({
  id: 'listStoryTemplates',
  path: STORY_TEMPLATES_PATH,
  tag: 'Story templates',
  summary: 'List story templates',
  description: "Returns the story templates of the caller's teams, or of one team, newest first.",
  scopes: ['stories:read'],
  errors: ['team_required'],
  query: () => ({ teamId: uuid().optional(), updatedSince: updatedSince() }),
  item: storyTemplateSchema,
  handle: async ({ query, caller, read, page }) => {
    const { items, end } = await readPage(read, page, {
      partitions: listedTeams(caller, query.teamId).map(templatesOfTeam),
      sortKey: storyTemplateSortKey,
      keep: (found) => onlyUpdatedSince(found, query.updatedSince, toStoryTemplate),
    });
    return pageOf(items, page, { resource: toStoryTemplate, position: storyTemplateIdOf }, end);
  },
});
