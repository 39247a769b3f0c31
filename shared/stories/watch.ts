import * as z from 'zod';
import { WORKSPACE_PATH } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';

export const STORY_PATH = `${WORKSPACE_PATH}/stories/{storyId}`;

export const watchSchema = z
  .object({ id: uuid().meta({ description: 'The story.' }), watching: z.boolean() })
  .meta({ id: 'StoryWatch', description: 'Whether the caller watches a story.' });
