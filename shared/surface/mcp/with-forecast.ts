import * as z from 'zod';
import { analyzeObjective } from '../../planning/analysis/analyze-objective.ts';
import { analyzeSprint } from '../../planning/analysis/analyze-sprint.ts';
import { getObjectiveForecast } from '../../planning/analysis/get-objective-forecast.ts';
import { getSprintForecast } from '../../planning/analysis/get-sprint-forecast.ts';
import {
  runOperation,
  type ToolOverrides,
  type ToolCall,
  type ToolOperation,
} from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';

const forecasts = new Map<ToolOperation, ToolOperation>([
  [analyzeSprint, getSprintForecast],
  [analyzeObjective, getObjectiveForecast],
]);

const DEFINITION =
  "10,000 simulations of the team's own weeks. assumptions says what they rest on; delays, by how many days each cause puts off p85.";

/** An analysis of a sprint or an objective with its forecast, which explains its dates. */
export function withForecast(
  operation: ToolOperation,
  { run, extendOutput, ...rest }: ToolOverrides,
): ToolOverrides {
  const forecast = forecasts.get(operation);
  if (!forecast) return { ...rest, run: run!, extendOutput: extendOutput! };
  return {
    ...rest,
    extendOutput: () =>
      (extendOutput!() as z.ZodObject).extend({ forecast: z.record(z.string(), z.unknown()) }),
    run: async (call) => {
      const [result, { data }] = await Promise.all([run!(call), runOperation(forecast, subjectOf(call))]);
      const analysis = fieldsIn(result.data);
      const definitions = { ...fieldsIn(analysis['definitions']), forecast: DEFINITION };
      return {
        ...result,
        data: { ...analysis, forecast: forecastFigures(fieldsIn(data)), definitions },
      };
    },
  };
}

/** The same subject, without what only an analysis takes. */
const subjectOf = ({ args: { picture: _, ...args }, ...call }: ToolCall): ToolCall => ({ ...call, args });

/** The figures of a forecast that the analysis does not contain, without empty ones. */
const forecastFigures = (forecast: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(forecast).filter(([name, value]) => !ofAnalysis.has(name) && !isEmpty(value)),
  );

const ofAnalysis = new Set(['name', 'endDate', 'remaining']);

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);
