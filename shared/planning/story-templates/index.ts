import { createStoryTemplate } from './create-story-template.ts';
import { deleteStoryTemplate } from './delete-story-template.ts';
import { getStoryTemplate } from './get-story-template.ts';
import { listStoryTemplates } from './list-story-templates.ts';
import { updateStoryTemplate } from './update-story-template.ts';

export const storyTemplateOperations = [
  listStoryTemplates,
  createStoryTemplate,
  getStoryTemplate,
  updateStoryTemplate,
  deleteStoryTemplate,
];
