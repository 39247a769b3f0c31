import * as z from 'zod';
import {
  longText,
  memoize,
  name,
  text,
  timestamp,
  titleText,
  uniqueList,
  uuid,
} from '../../kernel/core/schema.ts';
import { priorities } from '../../kernel/core/priority.ts';
import { customFieldValues, sentFieldValues } from '../custom-fields/custom-field.ts';
import { LABELS_MAX } from '../stories/story.ts';

/** The most templates of a team. */
export const STORY_TEMPLATES_MAX = 100;
/** The most sub-stories of a template; each is one write of the transaction that makes them. */
export const SUB_STORIES_MAX = 20;
/** The most entries of a template's checklist. */
export const CHECKLIST_MAX = 50;

const TITLE_MAX_CHARACTERS = 500;
const DESCRIPTION_MAX_BYTES = 16 * 1024;
const SUB_DESCRIPTION_MAX_BYTES = 4 * 1024;
const ENTRY_MAX_CHARACTERS = 200;

const entries = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item).max(most, { error: `must contain at most ${most} entries` });

const title = () => titleText(TITLE_MAX_CHARACTERS);
const estimateValue = () => z.number();
const labels = () => uniqueList(uuid(), LABELS_MAX);

/** What a story is made from. */
const content = memoize(() => ({
  title: title().meta({ description: 'The title of stories that are created without one.' }),
  description: longText(DESCRIPTION_MAX_BYTES),
  priority: z.enum(priorities),
  estimateValue: estimateValue(),
  labels: labels(),
  customFields: sentFieldValues(),
  checklist: entries(text({ max: ENTRY_MAX_CHARACTERS }), CHECKLIST_MAX).meta({
    description: 'Added to the description as `- [ ]` items, also to one that the request gives.',
  }),
}));

const subStory = memoize(() => ({
  title: title(),
  description: longText(SUB_DESCRIPTION_MAX_BYTES),
  priority: z.enum(priorities),
  estimateValue: estimateValue(),
  labels: labels(),
}));

const subStorySchema = memoize(() =>
  z
    .object({
      ...subStory(),
      description: subStory().description.nullable(),
      estimateValue: subStory().estimateValue.nullable(),
    })
    .meta({ id: 'SubStory', description: 'A story that is made below the one of a template.' }),
);

export type SubStory = z.output<ReturnType<typeof subStorySchema>>;

const subStoryRequest = memoize(() =>
  z.strictObject({ ...z.object(subStory()).partial().shape, title: title() }).meta({ id: 'SubStoryRequest' }),
);

export type SubStoryRequest = z.output<ReturnType<typeof subStoryRequest>>;

const SUB_STORIES_NOTE = 'Made together with the story, as its children, in this order.';

export const storyTemplateSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      teamId: uuid(),
      name: name(),
      ...content(),
      title: content().title.nullable(),
      description: content().description.nullable(),
      estimateValue: content().estimateValue.nullable(),
      customFields: customFieldValues(),
      subStories: z.array(subStorySchema()).meta({ description: SUB_STORIES_NOTE }),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'StoryTemplate', description: 'What stories of a team are made from.' }),
);

export type StoryTemplate = z.output<ReturnType<typeof storyTemplateSchema>>;

/** What callers can set, on creation and on update. */
export const settable = memoize(() => ({
  name: name(),
  ...content(),
  subStories: entries(subStoryRequest(), SUB_STORIES_MAX).meta({ description: SUB_STORIES_NOTE }),
}));

/** A sub-story with what a request leaves out. */
export const wholeSubStory = (sent: SubStoryRequest): SubStory => ({
  title: sent.title,
  description: sent.description ?? null,
  priority: sent.priority ?? 'none',
  estimateValue: sent.estimateValue ?? null,
  labels: sent.labels ?? [],
});
