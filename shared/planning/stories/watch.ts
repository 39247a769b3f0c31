import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid, memoize } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { putWatch } from '../story/watcher-store.ts';

const watchSchema = memoize(() =>
  z
    .object({ id: uuid().meta({ description: 'The story.' }), watching: z.boolean() })
    .meta({ id: 'StoryWatch', description: 'Whether the caller watches a story.' }),
);

interface Watching {
  id: string;
  /** The last segment of its path. */
  act: string;
  watching: boolean;
  summary: string;
  description: string;
}

/** An operation with which the caller says whether they watch a story. */
export const watchOperation = ({ id, act, watching, summary, description }: Watching) =>
  operation({
    id,
    method: 'POST',
    path: `${WORKSPACE_PATH}/stories/{storyId}/${act}`,
    tag: 'Stories',
    summary,
    description,
    scopes: ['stories:read'],
    teamRestricted: 'allowed',
    params: { storyId: uuid() },
    output: watchSchema,
    load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
    handle: async ({ path: { storyId }, loaded, caller, commit }) => {
      readableStoryOrThrow(caller, loaded.story);
      await commit([putWatch(storyId, caller.principalId, watching)], storyId);
      return { id: storyId, watching };
    },
    replay: async ({ resourceId }) => ({ id: resourceId, watching }),
  });
