import * as z from 'zod';
import { invalidRequest } from '../core/errors.ts';
import { runOperation, createTool } from '../api/mcp/tool.ts';
import { listObjectiveStatuses } from '../statuses/list-objective-statuses.ts';
import { listStatuses } from '../statuses/list-statuses.ts';

const operations = { stories: listStatuses, objectives: listObjectiveStatuses };
const kinds = Object.keys(operations) as (keyof typeof operations)[];

/** list_statuses: the statuses of stories or, with `of`, of the workspace's objectives. */
export const listStatusesTool = createTool(listStatuses, {
  extendInput: (shape) => ({ ...shape, of: z.enum(kinds).optional().meta({ default: 'stories' }) }),
  run: (call) => {
    const { of = 'stories', ...args } = call.args;
    const kind = kinds.find((name) => name === of);
    if (!kind) throw invalidRequest([{ path: 'of', message: `must be one of: ${kinds.join(', ')}` }]);
    return runOperation(operations[kind], { ...call, args });
  },
});
