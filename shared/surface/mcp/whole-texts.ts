import * as z from 'zod';
import type { ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import type { OwnTool } from '../../kernel/api/mcp/tool-variant.ts';

/** A tool whose text result has long texts cut, unless it is asked for all of them. */
export const inFullIfAsked = ({ extendInput, run, ...rest }: OwnTool): ToolOverrides => ({
  ...rest,
  extendInput: (shape) => ({
    ...(extendInput?.(shape) ?? shape),
    full: z.boolean().optional().meta({ description: 'Long texts uncut.' }),
  }),
  run: async (given) => {
    const { full, ...args } = given.args;
    return { ...(await run({ ...given, args })), whole: full === true };
  },
});
