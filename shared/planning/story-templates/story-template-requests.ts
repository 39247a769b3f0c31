import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { settable } from './story-template.ts';

export const storyTemplateCreateSchema = memoize(() =>
  z
    .strictObject({
      teamId: uuid(),
      ...z.object(settable()).partial().shape,
      name: settable().name,
    })
    .meta({ id: 'CreateStoryTemplateRequest' }),
);

/** The update schema of a story template. */
export const storyTemplatePatch = definePatch('UpdateStoryTemplateRequest', {
  fields: settable,
  cleared: {
    title: null,
    description: null,
    estimateValue: null,
    labels: [],
    customFields: {},
    checklist: [],
    subStories: [],
  },
  keyed: 'customFields',
});
