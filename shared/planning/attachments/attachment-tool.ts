import * as z from 'zod';
import { assertAlone, type ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { attachedFile } from './attached-file.ts';
import { readStoryFile, removedFile } from './story-file.ts';

/** manage_relations: attaches a file to a story, or removes one by its name. */
export const changedFile: ToolVariant = {
  askedBy: ['file'],
  takes: ['storyId', 'action', 'content', 'size'],
  input: () => ({
    file: z.string().optional().meta({ description: 'Instead, the name of a file.' }),
    content: z.string().optional().meta({ description: 'Of a small file, in base64.' }),
    size: z.int().optional().meta({ description: 'Or its bytes, for an upload form.' }),
  }),
  run: async (call) => {
    const { action, file: _, storyId: __, ...of } = call.args;
    if (action === 'remove') {
      assertAlone({ ...of, action }, { asked: 'action', takes: [] });
      return await removedFile(call);
    }
    if (of['content'] !== undefined) assertAlone(of, { asked: 'content', takes: [] });
    return await attachedFile(call);
  },
};

/** get_story: shows a file instead. */
export const shownFile: ToolVariant = {
  askedBy: ['file'],
  takes: ['storyId'],
  input: () => ({
    file: z.string().optional().meta({ description: 'Instead, a file: a link and its text.' }),
  }),
  run: readStoryFile,
};
