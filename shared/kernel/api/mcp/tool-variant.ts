import type * as z from 'zod';
import { invalidRequest } from '../../core/errors.ts';
import {
  runOperation,
  type Arguments,
  type Tool,
  type ToolCall,
  type ToolOperation,
  type ToolOverrides,
} from './tool.ts';
import type { ToolOutcome } from './tool-result.ts';

/** What a tool does instead of its operation, where an argument asks for it. */
export interface ToolVariant {
  /** The arguments that ask for it; one is enough. One that is true only asks, and is not passed on. */
  askedBy: readonly string[];
  /** The other arguments that it takes; any other is refused, either here or by its operation. */
  takes: readonly string[] | 'those of its operation';
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
    const asking = variants.flatMap(({ askedBy }) => askedBy);
    // False asks for nothing, as if it were not there.
    const sent = Object.entries(call.args).filter(
      ([name, value]) => value !== undefined && !(value === false && asking.includes(name)),
    );
    const args = Object.fromEntries(sent);
    const variant = variants.find(({ askedBy }) => askedBy.some((name) => name in args));
    if (!variant) return await (run ?? ((own) => runOperation(operation, own)))({ ...call, args });
    assertTaken(variant, args);
    const passed = sent.filter(([name, value]) => value !== true || !variant.askedBy.includes(name));
    return await variant.run({ ...call, args: Object.fromEntries(passed) });
  },
});

/** The arguments of a page of a list. */
export const PAGE: readonly string[] = ['limit', 'cursor'];

/** What every call can have. */
const OF_ALL = ['workspaceId', 'idempotencyKey'];

/** Throws a 400 for arguments that a variant would not look at. */
function assertTaken({ askedBy, takes }: ToolVariant, args: Arguments): void {
  if (typeof takes === 'string') return;
  assertAlone(args, { asked: askedBy.find((name) => name in args)!, takes: [...takes, ...askedBy] });
}

/** Throws a 400 for arguments that have no effect next to one that asks for something. */
export function assertAlone(
  args: Arguments,
  { asked, takes }: { asked: string; takes: readonly string[] },
): void {
  const others = Object.keys(args).filter(
    (name) => args[name] !== undefined && name !== asked && ![...OF_ALL, ...takes].includes(name),
  );
  if (others.length === 0) return;
  const message = `cannot be sent with ${asked}; send it in a call of its own`;
  throw invalidRequest(others.map((path) => ({ path, message })));
}
