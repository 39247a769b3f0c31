import type { ToolSet } from './tool-sets.ts';

/** MCP's annotations: how a client may treat a tool, such as whether to ask its user first. */
interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Declares an operation as an MCP tool: with its input, and its output as a model needs it. */
export interface ToolDeclaration {
  /** Unique; clients call it by this name. */
  name: `${string}_${string}` | 'search';
  /** Shown to people in a client's list. */
  title: string;
  /** For the model: the tool's purpose, and what its arguments do not make obvious. */
  description: string;
  annotations: ToolAnnotations;
  /** The set that lists it; `core` by default. */
  set?: ToolSet;
  /** Another set that lists it too. */
  alsoIn?: ToolSet;
  /** Fields of the input that are not described to models, which do not need them. */
  omits?: readonly string[];
}

const hints = (readOnlyHint: boolean, destructiveHint: boolean): ToolAnnotations => ({
  readOnlyHint,
  destructiveHint,
  // Creations take a key and updates a version, so repeating a call has no further effect.
  idempotentHint: true,
  openWorldHint: false,
});

/** Annotations of tools that read, that add something, and that change or remove something. */
export const readOnly = hints(true, false);
export const additive = hints(false, false);
export const destructive = hints(false, true);
