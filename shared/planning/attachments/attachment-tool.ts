import * as z from 'zod';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { attachedFile } from './attached-file.ts';
import { readStoryFile, removedFile } from './story-file.ts';

/** manage_relations: attaches a file to a story, or removes one by its name. */
export const changedFile: ToolVariant = {
  askedBy: ['file'],
  input: () => ({
    file: z.string().optional().meta({ description: 'Instead, the name of a file.' }),
    content: z.string().optional().meta({ description: 'Of a small file, in base64.' }),
    size: z.int().optional().meta({ description: 'Or its bytes, for an upload form.' }),
  }),
  run: async (call) => await (call.args['action'] === 'remove' ? removedFile : attachedFile)(call),
};

/** get_story: shows a file instead. */
export const shownFile: ToolVariant = {
  askedBy: ['file'],
  input: () => ({
    file: z.string().optional().meta({ description: 'Instead, a file: a link and its text.' }),
  }),
  run: readStoryFile,
};
