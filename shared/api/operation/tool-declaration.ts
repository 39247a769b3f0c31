/** What MCP calls hints: how a client may treat a tool, such as whether to ask its user first. */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** How an operation shows itself to AI clients: as an MCP tool with the operation's input and output. */
export interface ToolDeclaration {
  /** Unique; what clients call. */
  name: `${string}_${string}`;
  /** What people see in a client's list. */
  title: string;
  /** What a model is told: what the tool is for, and what is not plain from its arguments. */
  description: string;
  annotations: ToolAnnotations;
}

const hints = (readOnlyHint: boolean, destructiveHint: boolean): ToolAnnotations => ({
  readOnlyHint,
  destructiveHint,
  // Creating ones take a key, changing ones a version: doing it again does nothing more.
  idempotentHint: true,
  openWorldHint: false,
});

/** The annotations of tools that look, that add something, and that change or remove what was there. */
export const readOnly = hints(true, false);
export const additive = hints(false, false);
export const destructive = hints(false, true);
