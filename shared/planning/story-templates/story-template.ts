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
import { customFieldValues } from '../story-parts/custom-field.ts';
import { DESCRIPTION_MAX_CHARACTERS, LABELS_MAX } from '../story/story.ts';

/** The most templates of a team. */
export const STORY_TEMPLATES_MAX = 100;

/** A template is one item of the table, of at most 400 KB. */
export const TEMPLATE_MAX_BYTES = 256 * 1024;

const TITLE_MAX_CHARACTERS = 500;
const SUB_DESCRIPTION_MAX_CHARACTERS = 4 * 1024;
const ENTRY_MAX_CHARACTERS = 200;

const planned = memoize(() => ({
  priority: z.enum(priorities),
  estimateValue: z.number(),
  labels: uniqueList(uuid(), LABELS_MAX),
}));

/** What a story is made from. */
export const content = memoize(() => ({
  title: titleText(TITLE_MAX_CHARACTERS),
  description: longText(DESCRIPTION_MAX_CHARACTERS),
  ...planned(),
  checklist: z.array(text({ max: ENTRY_MAX_CHARACTERS })),
}));

/** What a story below it is made from. */
export const subStory = memoize(() => ({
  title: titleText(TITLE_MAX_CHARACTERS),
  description: longText(SUB_DESCRIPTION_MAX_CHARACTERS),
  ...planned(),
}));

/** The fields with null where they can be left out. */
const shown = <T extends z.ZodType, D extends z.ZodType, E extends z.ZodType>(
  fields: { description: D; estimateValue: E } & Record<string, T>,
) => ({ description: fields.description.nullable(), estimateValue: fields.estimateValue.nullable() });

const subStorySchema = memoize(() =>
  z
    .object({ ...subStory(), ...shown(subStory()) })
    .meta({ id: 'SubStory', description: 'A story that is made below the one of a template.' }),
);

export type SubStory = z.output<ReturnType<typeof subStorySchema>>;

export const storyTemplateSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      teamId: uuid(),
      name: name(),
      ...content(),
      ...shown(content()),
      title: content().title.nullable(),
      customFields: customFieldValues(),
      subStories: z.array(subStorySchema()),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'StoryTemplate', description: 'What stories of a team are made from.' }),
);

export type StoryTemplate = z.output<ReturnType<typeof storyTemplateSchema>>;
