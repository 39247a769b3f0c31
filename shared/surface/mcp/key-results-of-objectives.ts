import * as z from 'zod';
import { runOperation } from '../../kernel/api/mcp/tool.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { listKeyResults } from '../../planning/key-results/list-key-results.ts';

/** list_objectives: lists key results instead, of all objectives or of one. */
export const listedKeyResults: ToolVariant = {
  askedBy: ['keyResults', 'objectiveId'],
  takes: 'those of its operation',
  operations: [listKeyResults],
  input: () => ({
    keyResults: z.boolean().optional().meta({ description: 'Instead, their key results.' }),
    objectiveId: z.string().optional().meta({ description: 'Instead, the key results of one.' }),
  }),
  run: ({ args: { keyResults: _, ...args }, ...call }) => runOperation(listKeyResults, { ...call, args }),
};
