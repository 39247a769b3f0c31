import type * as z from 'zod';
import { runOperation, type Tool, type ToolCall, type ToolOperation, type ToolOverrides } from './tool.ts';
import type { ToolOutcome } from './tool-result.ts';

/** What a tool does instead of its operation, where an argument asks for it. */
export interface ToolVariant {
  /** The arguments that ask for it; one is enough. One that is true only asks, and is not passed on. */
  askedBy: readonly string[];
  /** The operations that it runs, if their rights differ from those of the tool. */
  operations?: readonly ToolOperation[];
  /** Its arguments that the tool does not have, without those that the list of tools has no room to announce. */
  input?: () => z.ZodRawShape;
  run: (call: ToolCall) => Promise<ToolOutcome>;
}

/** A tool that does something else than its operation. */
export interface OwnTool extends ToolOverrides {
  run: Tool['run'];
}

/** A tool that runs the first of several variants that is asked for, otherwise its operation. */
export const withVariants = (
  operation: ToolOperation,
  { extendInput = (shape) => shape, run, ...rest }: ToolOverrides,
  variants: readonly ToolVariant[],
): OwnTool => ({
  ...rest,
  operations: [operation, ...variants.flatMap(({ operations = [] }) => operations)],
  extendInput: (shape) =>
    Object.fromEntries([
      ...Object.entries(extendInput(shape)),
      ...variants.flatMap(({ input }) => Object.entries(input?.() ?? {})),
    ]),
  run: async (call) => {
    const { args } = call;
    const variant = variants.find(({ askedBy }) => askedBy.some((name) => isAsking(args[name])));
    if (!variant) return await (run ?? ((own) => runOperation(operation, own)))(call);
    const passed = Object.entries(args).filter(
      ([name, value]) => value !== true || !variant.askedBy.includes(name),
    );
    return await variant.run({ ...call, args: Object.fromEntries(passed) });
  },
});

const isAsking = (value: unknown): boolean => value !== undefined && value !== false;
