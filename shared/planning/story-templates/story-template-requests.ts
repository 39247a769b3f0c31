import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { memoize, name, uuid } from '../../kernel/core/schema.ts';
import { sentFieldValues } from '../story-parts/custom-field.ts';
import { content, subStory, type SubStory } from './story-template.ts';

/** The most sub-stories of a template; each is one write of the transaction that makes them. */
const SUB_STORIES_MAX = 20;
/** The most entries of a template's checklist. */
const CHECKLIST_MAX = 50;

const subStoryRequest = memoize(() =>
  z
    .strictObject({ ...z.object(subStory()).partial().shape, title: subStory().title })
    .meta({ id: 'SubStoryRequest' }),
);

/** A sub-story with what a request leaves out. */
export const wholeSubStory = (sent: z.output<ReturnType<typeof subStoryRequest>>): SubStory => ({
  title: sent.title,
  description: sent.description ?? null,
  priority: sent.priority ?? 'none',
  estimateValue: sent.estimateValue ?? null,
  labels: sent.labels ?? [],
});

const atMost = (most: number) => ({ error: `must contain at most ${most} entries` });

/** What callers can set, on creation and on update. */
const settable = memoize(() => ({
  name: name(),
  ...content(),
  title: content().title.meta({
    description: 'Of stories that are created without one; by default its name.',
  }),
  customFields: sentFieldValues(),
  checklist: content()
    .checklist.max(CHECKLIST_MAX, atMost(CHECKLIST_MAX))
    .meta({ description: 'Added to the description as `- [ ]` items, also to one that the request gives.' }),
  subStories: z
    .array(subStoryRequest())
    .max(SUB_STORIES_MAX, atMost(SUB_STORIES_MAX))
    .meta({ description: 'Made together with the story, as its children, in this order.' }),
}));

export const storyTemplateCreateSchema = memoize(() =>
  z
    .strictObject({ teamId: uuid(), ...z.object(settable()).partial().shape, name: name() })
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
