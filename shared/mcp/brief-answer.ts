import * as z from 'zod';
import { runOperation, type Differing, type ToolOperation } from '../api/mcp/tool.ts';
import { briefAnalysis } from './brief-analysis.ts';

/**
 * An analysis as a tool. Each answer includes its definitions, so the tool list, which every model reads,
 * lists the fields without explaining them.
 */
export const briefAnswer = (operation: ToolOperation): Differing => ({
  extendOutput: shallow(operation.output as z.ZodObject),
  run: async (call) => {
    const result = await runOperation(operation, call);
    const now = call.services.now().toISOString();
    return { ...result, data: briefAnalysis(result.data as Record<string, unknown>, now) };
  },
});

function shallow({ shape }: z.ZodObject): z.ZodObject {
  const anything = z.record(z.string(), z.unknown());
  const members = Object.entries(shape).map(([name, part]) => {
    if (part instanceof z.ZodObject) return [name, anything] as const;
    const hasMembers = part instanceof z.ZodArray && part.element instanceof z.ZodObject;
    return [name, hasMembers ? z.array(anything) : part] as const;
  });
  return z.object(Object.fromEntries(members));
}
