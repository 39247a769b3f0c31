import * as z from 'zod';
import {
  runOperation,
  type Arguments,
  type ToolOverrides,
  type ToolCall,
} from '../../kernel/api/mcp/tool.ts';
import { isObject } from '../../kernel/api/mcp/result-data.ts';
import { assertAlone } from '../../kernel/api/mcp/tool-variant.ts';
import { ApiError, fieldError, invalidRequest } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { previewSchedule } from '../../planning/scheduling/planner/preview-schedule.ts';
import { withStoryIds } from '../../planning/stories/story-tool.ts';

type Preview = z.output<(typeof previewSchedule)['output']>;

const preview = memoize(() => z.record(z.string(), z.unknown()).optional());

/** analyze_work: with `preview`, shows what a change would move in people's schedules, in place of the analysis. */
export const withSchedulePreview = ({
  extendInput,
  extendOutput,
  run,
  ...rest
}: ToolOverrides): ToolOverrides => ({
  ...rest,
  extendInput: (shape) => ({
    ...extendInput!(shape),
    preview: preview().meta({
      description:
        'Instead, what this would move in schedules, keeping nothing: {"stories":[{"story":"ENG-1","endDate":"2026-12-01"}],"members":[{"memberId":"…","timeOff":[{"startDate":"2026-12-07","endDate":"…"}]}]}; also priority, assigneeId, startDate, workingHours, busy.',
    }),
  }),
  extendOutput: () =>
    (extendOutput!() as z.ZodObject).partial().extend({ preview: preview(), message: z.string().optional() }),
  run: async (call) => {
    const { preview: changes, ...args } = call.args;
    if (changes === undefined) return await run!({ ...call, args });
    assertAlone(call.args, { asked: 'preview', takes: [] });
    if (typeof changes !== 'object' || changes === null)
      throw invalidRequest([{ path: 'preview', message: 'must be an object' }]);
    const { workspaceId } = args;
    const body = await withIds(call, changes as Arguments);
    const { data } = await runOperation(previewSchedule, { ...call, args: { ...body, workspaceId } }).catch(
      throwAsPreview,
    );
    const preview = inWords(data);
    return { data: { preview: preview, message: messageOf(preview) }, replayed: false };
  },
});

const TOOL = { name: 'analyze_work', role: 'guest' } as const;

/** A change with ids in place of references, which alone are a story too, and of names. */
async function withIds(call: ToolCall, changes: Arguments): Promise<Arguments> {
  const { stories } = changes;
  const named = Array.isArray(stories)
    ? stories.map((one: unknown) => (typeof one === 'string' ? { story: one } : one))
    : stories;
  const pathOf = (position: number, argument: string) => `preview.stories.${position}.${argument}`;
  const found =
    Array.isArray(named) && named.every(isObject)
      ? { stories: await withStoryIds(TOOL, call, named, pathOf) }
      : {};
  // Imported on demand: most analyses are of what is stored.
  const { withNestedNames } = await import('./nested-names.ts');
  return await withNestedNames(TOOL, call, { value: { ...changes, ...found }, at: 'preview' });
}

/** A preview as a model needs it: each story with a sentence. */
function inWords({ moved, newlyAtRisk, newlyFitting, complete }: Preview) {
  const movesInWords = (moves: Preview['moved']) =>
    moves.map(({ reference, title, explanation }) => ({ reference, title, explanation }));
  return {
    moved: movesInWords(moved),
    newlyAtRisk: movesInWords(newlyAtRisk),
    newlyFitting: movesInWords(newlyFitting),
    ...(complete ? {} : { complete }),
  };
}

/** The same for clients that read only text. */
function messageOf({ moved, newlyAtRisk, newlyFitting }: ReturnType<typeof inWords>): string {
  const stories = new Map([...moved, ...newlyAtRisk, ...newlyFitting].map((one) => [one.reference, one]));
  const lines = [...stories.values()].map(({ reference, explanation }) => `${reference}: ${explanation}`);
  const moves =
    lines.length > 0 ? lines : ['No story in a schedule would move, nor fit any better or worse.'];
  return [...moves, 'Nothing has been changed.'].join('\n');
}

/** Reports problems under the argument that holds the changes. */
function throwAsPreview(error: unknown): never {
  if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
  const fields = error.fields.map((field) => ({ ...field, path: `preview.${field.path}` }));
  throw fieldError(error.code, fields);
}
