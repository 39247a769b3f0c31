import type { Item } from '../../kernel/core/database.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getTeamRules } from '../../identity/team/team-store.ts';
import { STORY_TEMPLATE_PATH } from './list-story-templates.ts';
import { assertUsable, visibleTemplateOrThrow } from './story-template-access.ts';
import { storyTemplatePatch, wholeSubStory } from './story-template-requests.ts';
import { getStoryTemplateItem, replaceStoryTemplate, toStoryTemplate } from './story-template-store.ts';
import { storyTemplateSchema } from './story-template.ts';

export const updateStoryTemplate = operation({
  id: 'updateStoryTemplate',
  method: 'PATCH',
  path: STORY_TEMPLATE_PATH,
  tag: 'Story templates',
  summary: 'Update a story template',
  description:
    'Changes what later stories are made from; those that were made stay as they are. `subStories` and `checklist` replace all of them.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['invalid_reference', 'version_conflict'],
  params: { storyTemplateId: uuid() },
  body: storyTemplatePatch.schema,
  output: storyTemplateSchema,
  load: ({ path, read }) => ({ template: getStoryTemplateItem(read, path.storyTemplateId) }),
  handle: async ({ body: sent, loaded, caller, read, now, commit }) => {
    const template = visibleTemplateOrThrow(caller, loaded.template);
    const body = { ...sent, subStories: sent.subStories?.map(wholeSubStory) };
    if (template.updatedAt !== body.expectedUpdatedAt) throw storyTemplatePatch.conflict(template, body);
    const next = nextVersion(template, storyTemplatePatch.apply(template, body), now);
    const { teamId } = template;
    await assertUsable(next, body, { read, caller, teamId, team: await getTeamRules(read, teamId) });
    const stale = (current: Item | undefined) =>
      current ? storyTemplatePatch.conflict(toStoryTemplate(current), body) : notFound('story template');
    await commit(next === template ? [] : [replaceStoryTemplate(next, template, stale)], template.id);
    return next;
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleTemplateOrThrow(caller, await getStoryTemplateItem(read, resourceId)),
});
