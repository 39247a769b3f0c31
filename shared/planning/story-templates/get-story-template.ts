import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { STORY_TEMPLATE_PATH } from './list-story-templates.ts';
import { visibleTemplateOrThrow } from './story-template-access.ts';
import { getStoryTemplateItem } from './story-template-store.ts';
import { storyTemplateSchema } from './story-template.ts';

export const getStoryTemplate = operation({
  id: 'getStoryTemplate',
  method: 'GET',
  path: STORY_TEMPLATE_PATH,
  tag: 'Story templates',
  summary: 'Get a story template',
  description: 'Returns what stories are made from it, with its checklist and sub-stories.',
  scopes: ['stories:read'],
  params: { storyTemplateId: uuid() },
  output: storyTemplateSchema,
  load: ({ path, read }) => ({ template: getStoryTemplateItem(read, path.storyTemplateId) }),
  handle: async ({ loaded, caller }) => visibleTemplateOrThrow(caller, loaded.template),
});
