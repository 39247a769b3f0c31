import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { STORY_TEMPLATE_PATH } from './list-story-templates.ts';
import { visibleTemplateOrThrow } from './story-template-access.ts';
import { deleteStoryTemplateItem, getStoryTemplateItem } from './story-template-store.ts';

export const deleteStoryTemplate = operation({
  id: 'deleteStoryTemplate',
  method: 'DELETE',
  path: STORY_TEMPLATE_PATH,
  tag: 'Story templates',
  summary: 'Delete a story template',
  description: 'Deletes a template for good. Stories that were made from it stay.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  ifMatch: true,
  params: { storyTemplateId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ template: getStoryTemplateItem(read, path.storyTemplateId) }),
  handle: async ({ loaded, caller, assertMatch, commit }) => {
    const template = visibleTemplateOrThrow(caller, loaded.template);
    assertMatch(template);
    await commit([deleteStoryTemplateItem(template, writeConflict)], template.id);
    return { id: template.id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
