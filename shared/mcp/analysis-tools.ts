import * as z from 'zod';
import { runOperation, createTool } from '../api/mcp/tool.ts';
import { analyzeObjective } from '../analysis/analyze-objective.ts';
import { analyzeSprint } from '../analysis/analyze-sprint.ts';
import { analyzeWork } from '../analysis/analyze-work.ts';
import { briefAnalysis } from './brief-analysis.ts';

/**
 * The analyses as tools. Each answer includes its definitions, so the tool list, which every model reads,
 * lists the fields without explaining them.
 */
export const analysisTools = [analyzeSprint, analyzeObjective, analyzeWork].map((operation) =>
  createTool(operation, {
    extendOutput: shallow(operation.output as z.ZodObject),
    run: async (call) => {
      const result = await runOperation(operation, call);
      const now = call.services.now().toISOString();
      return { ...result, data: briefAnalysis(result.data as Record<string, unknown>, now) };
    },
  }),
);

function shallow({ shape }: z.ZodObject): z.ZodObject {
  const anything = z.record(z.string(), z.unknown());
  const members = Object.entries(shape).map(([name, part]) => {
    if (part instanceof z.ZodObject) return [name, anything] as const;
    const hasMembers = part instanceof z.ZodArray && part.element instanceof z.ZodObject;
    return [name, hasMembers ? z.array(anything) : part] as const;
  });
  return z.object(Object.fromEntries(members));
}
