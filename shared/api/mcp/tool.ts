import * as z from 'zod';
import type { Role, RequestPrincipal } from '../../core/caller.ts';
import { uuid } from '../../core/schema.ts';
import { ApiError, invalidRequest, type FieldProblem } from '../../core/errors.ts';
import { execute, type Result } from '../operation/execute.ts';
import { idempotencyClaim } from '../operation/idempotency.ts';
import type { ListOperation, ResourceOperation } from '../operation/operation-kinds.ts';
import { fillPath, validateInput, validateIdempotencyKey, type Input } from '../operation/parse-input.ts';
import type { Services } from '../../core/services.ts';
import type { ToolDeclaration } from '../operation/tool-declaration.ts';
import {
  resultSchema,
  argumentsSchema,
  requiresIdempotencyKey,
  TOOL_PAGE_SIZE,
  TOOL_PAGE_MAX_SIZE,
  toolArguments,
} from './tool-schemas.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/** What can be a tool: one handler with a caller of the API. */
export type ToolOperation = ResourceOperation | ListOperation;

export type Arguments = Readonly<Record<string, unknown>>;

/** One call of a tool, by a user whose rights are looked up where the tool reads. */
export interface ToolCall {
  args: Arguments;
  /** Who the user is in a workspace, or with null outside of any; its authority throws where they are no member. */
  senderIn: (workspaceId: string | null) => Promise<RequestPrincipal>;
  services: Services;
}

/** A tool as clients are told of it, and what it does. */
export interface Tool extends ToolDeclaration {
  /** The weakest role that may use it. */
  role: Role;
  /** Whether it takes the id of a workspace. */
  inWorkspace: boolean;
  /** Worked out when first asked for: only clients that list tools want it. */
  schemas: () => ToolSchemas;
  run: (call: ToolCall) => Promise<Result>;
}

/** The JSON Schemas of a tool's arguments and of its structured answer. */
export interface ToolSchemas {
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

/** In what a tool differs from the operation that it is of. */
export interface Differing {
  /** Changes the arguments; `run` then says what they mean. */
  extendInput?: (shape: z.ZodRawShape) => z.ZodRawShape;
  run?: Tool['run'];
  /** What it shows, where that is not what the operation does. */
  extendOutput?: z.ZodType;
}

/** The tool that an operation declares, in part different where one operation alone does not say all. */
export function createTool(operation: ToolOperation, differing: Differing = {}): Tool {
  const { tool, role, id } = operation;
  if (!tool) throw new Error(`${id} declares no tool.`);
  const {
    extendInput: extendInput = (shape) => shape,
    run = (call) => runOperation(operation, call),
    extendOutput,
  } = differing;
  let schemas: ToolSchemas | undefined;
  return {
    ...tool,
    role,
    inWorkspace: isInWorkspace(operation),
    schemas: () =>
      (schemas ??= {
        inputSchema: argumentsSchema(extendInput(toolArguments(operation))),
        outputSchema: resultSchema(operation, extendOutput),
      }),
    run,
  };
}

/**
 * Runs an operation with a tool's arguments, under an idempotency key of its own where they hold none. Throws
 * what the operation throws, with fields named as arguments.
 */
export async function runOperation(
  operation: ToolOperation,
  { args, senderIn, services }: ToolCall,
  ownKey?: string,
): Promise<Result> {
  const { input, key = ownKey } = validateArguments(operation, args);
  const workspaceId = workspaceOf(operation, args);
  if (workspaceId === undefined) throw input;
  const { resolveCaller, ...principal } = await senderIn(workspaceId);
  const claim =
    key === undefined || input instanceof ApiError
      ? undefined
      : idempotencyClaim(
          operation,
          principal,
          { idempotencyKey: key, path: fillPath(operation.path, input.path), body: bytesOf(input.body) },
          services.now(),
        );
  return await execute(services, { operation, resolveCaller, input, claim });
}

const isInWorkspace = ({ input }: ToolOperation): boolean => Object.hasOwn(input.path.shape, 'workspaceId');

/** The workspace of a call, null for an operation outside of any, or undefined where none is named. */
function workspaceOf(operation: ToolOperation, args: Arguments): string | null | undefined {
  if (!isInWorkspace(operation)) return null;
  return uuid().safeParse(args['workspaceId']).data;
}

/** What a key is held against: the judged body, with its members in the order of the schema. */
const bytesOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body ?? null));

/** Bad arguments are kept, not thrown: who may not use the tool learns that first. */
function validateArguments(
  operation: ToolOperation,
  args: Arguments,
): { input: Input | ApiError; key?: string | undefined } {
  try {
    if (!requiresIdempotencyKey(operation))
      return { input: validateInput(operation, ...splitArguments(operation, args)) };
    const { idempotencyKey, ...rest } = args;
    const [parts, problems] = splitArguments(operation, rest);
    if (typeof idempotencyKey !== 'string') {
      const message = idempotencyKey === undefined ? 'is required' : 'must be text';
      problems.push({ path: 'idempotencyKey', message });
    }
    const input = validateInput(operation, parts, problems);
    return { input, key: validateIdempotencyKey(operation, idempotencyKey as string) };
  } catch (error) {
    if (error instanceof ApiError) return { input: inArguments(error) };
    throw error;
  }
}

function splitArguments(operation: ToolOperation, args: Arguments): [Input, FieldProblem[]] {
  const { path, query, body } = operation.input;
  const shapes = {
    path: path.shape,
    query: query.shape,
    body: body instanceof z.ZodObject ? body.shape : {},
  };
  const parts = { path: {}, query: operation.paged ? { limit: TOOL_PAGE_SIZE } : {}, body: {} };
  const problems: FieldProblem[] = [];
  for (const [name, value] of Object.entries(args)) {
    const place = (['path', 'query', 'body'] as const).find((part) => Object.hasOwn(shapes[part], name));
    if (place) Object.assign(parts[place], { [name]: value });
    else problems.push({ path: name, message: 'is not a known argument' });
  }
  if (operation.paged && Number(args['limit']) > TOOL_PAGE_MAX_SIZE) {
    problems.push({ path: 'limit', message: `must be at most ${TOOL_PAGE_MAX_SIZE}` });
    parts.query = { ...parts.query, limit: TOOL_PAGE_SIZE };
  }
  return [{ ...parts, body: body ? parts.body : undefined }, problems];
}

/** An error whose fields are named by their arguments, not by where HTTP would carry them. */
function inArguments(error: ApiError): ApiError {
  const fields = error.details['fields'] as FieldProblem[] | undefined;
  if (error.code !== 'invalid_request' || !fields) return error;
  return invalidRequest(
    fields.map(({ path, message }) => ({
      path: path === 'body' ? 'arguments' : path.replace(/^(path|query)\./, ''),
      message,
    })),
  );
}
