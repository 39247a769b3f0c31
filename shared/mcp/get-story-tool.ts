import * as z from 'zod';
import { invalidRequest } from '../api/errors.ts';
import { runOperation, toolOf } from '../api/tool.ts';
import { uuid } from '../lib/schema.ts';
import { getStoryByReference, storyReference } from '../stories/get-story-by-reference.ts';
import { getStory } from '../stories/get-story.ts';

/** get_story: takes an id or a reference, since people say ENG-184 and answers hold ids. */
export const getStoryTool = toolOf(getStory, {
  taking: ({ storyId: _, ...shape }) => ({
    ...shape,
    story: z.string().meta({ description: 'Its id, or its reference such as ENG-184.' }),
  }),
  run: async (call) => {
    const { story, ...rest } = call.args;
    if (uuid().safeParse(story).success) {
      return await runOperation(getStory, { ...call, args: { ...rest, storyId: story } });
    }
    if (!storyReference().safeParse(story).success) {
      const message = story === undefined ? 'is required' : 'must be an id or a reference such as ENG-184';
      throw invalidRequest([{ path: 'story', message }]);
    }
    return await runOperation(getStoryByReference, { ...call, args: { ...rest, reference: story } });
  },
});
