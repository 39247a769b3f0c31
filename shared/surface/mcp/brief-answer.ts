import * as z from 'zod';
import { runOperation, type ToolOverrides, type ToolOperation } from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';
import { analyzeObjective, lastDayOfObjective } from '../../planning/analysis/analyze-objective.ts';
import type { BurnDownDays, FlowDay } from '../../planning/pictures/facts.ts';
import { lastDayOfSprint } from '../../planning/sprints/sprint-days.ts';
import type { Sprint } from '../../planning/sprints/sprint.ts';
import { briefAnalysis } from './brief-analysis.ts';

/**
 * An analysis as a tool. Each answer includes its definitions, so the tool list, which every model reads,
 * lists the fields without explaining them.
 */
export const briefAnswer = (operation: ToolOperation): ToolOverrides => ({
  extendInput: (shape) => ({ ...shape, picture: z.boolean().optional() }),
  extendOutput: () => shallow(operation.output as z.ZodObject).extend({ facts: z.string().optional() }),
  run: async (call) => {
    const { picture, ...args } = call.args;
    const result = await runOperation(operation, { ...call, args });
    const data = fieldsIn(result.data);
    const now = call.services.now();
    const drawn =
      picture === true && operation.kind === 'resource' ? await operation.picture?.(data, now) : undefined;
    const brief = briefAnalysis(data, now.toISOString());
    const facts = 'begun' in brief ? {} : { facts: await factsOf(operation, data) };
    return { ...result, data: { ...brief, ...facts }, ...(drawn && { picture: drawn }) };
  },
});

/** The facts of an analysis's picture, in words, which only its answer needs. */
async function factsOf(operation: ToolOperation, data: Record<string, unknown>): Promise<string> {
  const { burnDown, cumulativeFlow, ...span } = data;
  const { burnDownFacts, flowFacts } = await import('../../planning/pictures/facts.ts');
  if (!burnDown) return flowFacts((cumulativeFlow ?? []) as FlowDay[]);
  const end =
    operation.id === analyzeObjective.id
      ? lastDayOfObjective(span as { endDate: string | null })
      : lastDayOfSprint(span as Pick<Sprint, 'startDate' | 'endDate' | 'timeZone'>);
  return burnDownFacts({ days: burnDown as BurnDownDays, end });
}

function shallow({ shape }: z.ZodObject): z.ZodObject {
  const anything = z.record(z.string(), z.unknown());
  const { cumulativeFlow: _, ...parts } = shape;
  const members = Object.entries(parts).map(([name, part]) => {
    if (part instanceof z.ZodObject) return [name, anything] as const;
    const hasMembers = part instanceof z.ZodArray && part.element instanceof z.ZodObject;
    return [name, hasMembers ? z.array(anything) : part] as const;
  });
  return z.object(Object.fromEntries(members));
}
