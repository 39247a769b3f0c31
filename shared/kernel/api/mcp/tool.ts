import * as z from 'zod';
import { roles, type Role, type RequestPrincipal } from '../../core/caller.ts';
import { uuid } from '../../core/schema.ts';
import type { Scope } from '../../core/scopes.ts';
import { ApiError, withFields } from '../../core/errors.ts';
import type { ToolSet } from '../operation/tool-sets.ts';
import { execute } from '../operation/execute.ts';
import type { OperationResult, ResultOf } from '../operation/operation-result.ts';
import { parseChangeSet } from '../operation/change-set.ts';
import { idempotencyClaim } from '../operation/idempotency-store.ts';
import type { RequestSource } from '../operation/request-origin.ts';
import { WORKSPACE_PATH } from '../operation/operation.ts';
import type { BulkOperation, ListOperation, ResourceOperation } from '../operation/operation-kinds.ts';
import { chargeOf, chargeOfBulk } from '../bulk/charge.ts';
import type { Charge } from '../operation/web-route.ts';
import { fillPath } from '../operation/parse-input.ts';
import type { Services } from '../../core/services.ts';
import type { ToolDeclaration } from '../operation/tool-declaration.ts';
import { resultSchema, argumentsSchema, toolArguments } from './tool-schemas.ts';
import type { ToolOutcome } from './tool-result.ts';
import { withoutUnsetNulls } from './unset-nulls.ts';
import { validateArguments } from './validate-arguments.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/** Operations that can be tools: those with one handler and an API caller. */
export type ToolOperation = ResourceOperation | ListOperation;

export type Arguments = Readonly<Record<string, unknown>>;

/** A tool call by a user whose rights are resolved when the tool reads. */
export interface ToolCall {
  args: Arguments;
  /**
   * The user's identity in a workspace, or outside of any with null; its authority throws if they are not a
   * member. The cost is what the call counts for in the rate limits; a request counts as much as its dearest call.
   */
  principalIn: (workspaceId: string | null, charge?: Charge) => Promise<RequestPrincipal>;
  services: Services;
  /** The origin of the client's request. */
  source: RequestSource;
  /** Reports how many of several items are done. */
  progress?: ReportProgress | undefined;
  /** Reports the proposal that a write joined instead of being made. */
  proposed?: ((proposal: NonNullable<OperationResult['proposal']>) => void) | undefined;
  /** The arguments that the tool's schema has, so that one of them is never called unknown. */
  known?: readonly string[] | undefined;
}

export type ReportProgress = (done: number, total: number) => void;

/** A tool: its description for clients, and its implementation. */
export interface Tool extends Omit<ToolDeclaration, 'omits' | 'set'> {
  set: ToolSet;
  /** The role that every call of it needs. */
  role: Role;
  /** The scopes of the API that its operations need: for a call, all of one set. */
  scopeSets: readonly (readonly Scope[])[];
  /** Whether the tool takes a workspace id. */
  inWorkspace: boolean;
  /** Computed on first use, because only clients that list tools need it. */
  schemas: () => ToolSchemas;
  run: (call: ToolCall) => Promise<ToolOutcome>;
  /** What each of its `stories` takes, if it takes several as objects. */
  itemFields?: (() => readonly string[]) | undefined;
  /** The fields that it can clear, if its schema does not list them. */
  clearable?: (() => readonly string[]) | undefined;
  /** The fields that its rows have only for those who ask for them, which it then takes as `fields`. */
  fieldsOnDemand?: readonly string[] | undefined;
  /** The address of the page that shows its results, for clients that support MCP Apps. */
  app?: string | undefined;
}

/** A tool as clients list it, without its implementation. */
export type ListedTool = Omit<Tool, 'run' | 'itemFields' | 'clearable' | 'fieldsOnDemand'>;

/** The JSON Schemas of a tool's arguments and structured result. */
export interface ToolSchemas {
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

/** The parts of a tool that differ from its operation. */
export interface ToolOverrides {
  /** The tool, if the operation does not declare it, so that its function need not have the text. */
  declared?: ToolDeclaration;
  /** The operations that it runs, if it has a choice. */
  operations?: readonly ToolOperation[];
  /** Changes the arguments; `run` then interprets them. */
  extendInput?: (shape: z.ZodRawShape) => z.ZodRawShape;
  run?: Tool['run'];
  itemFields?: () => readonly string[];
  clearable?: () => readonly string[];
  fieldsOnDemand?: readonly string[];
  /** Returns the output, if it differs from the operation's. */
  extendOutput?: () => z.ZodType;
}

/** Creates the tool of an operation, with overrides for parts that differ. */
export function createTool(operation: ToolOperation, overrides: ToolOverrides = {}): Tool {
  const {
    declared = operation.tool,
    extendInput = (shape: z.ZodRawShape) => shape,
    run = (call) => runOperation(operation, call),
    extendOutput,
    operations = [operation],
    itemFields,
    clearable,
    fieldsOnDemand,
  } = overrides;
  if (!declared) throw new Error(`${operation.id} declares no tool.`);
  const { omits = [], ...tool } = declared;
  let schemas: ToolSchemas | undefined;
  return {
    set: 'core',
    ...tool,
    role: roles.find((role) => operations.some((one) => one.role === role))!,
    scopeSets: operations.map(({ scopes }) => scopes),
    inWorkspace: isInWorkspace(operation),
    schemas: () =>
      (schemas ??= {
        inputSchema: argumentsSchema(extendInput(toolArguments(operation, omits))),
        outputSchema: resultSchema(operation, extendOutput?.()),
      }),
    run,
    itemFields,
    clearable,
    fieldsOnDemand,
  };
}

/** Throws what is wrong with the arguments of an operation, before any of several operations runs. */
export async function assertArguments(operation: ToolOperation, { args, known }: ToolCall): Promise<void> {
  const { input } = await validateArguments(operation, args, known);
  if (input instanceof ApiError) throw input;
}

/**
 * Runs an operation with a tool's arguments, generating an idempotency key if they contain none. Rethrows the
 * operation's errors, with fields named after arguments.
 */
export async function runOperation<O extends ToolOperation>(
  operation: O,
  { args, principalIn, services, source, known, proposed }: ToolCall,
  ownKey?: string,
): Promise<ResultOf<O>> {
  const { expectedUpdatedAt: version, ...unversioned } = args;
  const isMatched = isMatchedByVersion(operation) && version !== undefined;
  const { input, key = ownKey } = await validateArguments(operation, isMatched ? unversioned : args, known);
  const workspaceId = workspaceOf(operation, args);
  if (workspaceId === undefined) throw input;
  const { resolveCaller, countWrites, ...principal } = await principalIn(workspaceId, chargeOf(operation));
  const claim =
    key === undefined || input instanceof ApiError
      ? undefined
      : idempotencyClaim(
          operation,
          principal,
          { idempotencyKey: key, path: fillPath(operation.path, input.path), body: bytesOf(input.body) },
          services.now(),
        );
  const ifMatch = isMatched ? [version as string] : undefined;
  const changeSetId = parseChangeSet(source.headers['change-set']);
  const how = { claim, ifMatch, source, changeSetId, countWrites };
  const result = await execute(services, { operation, resolveCaller, input, ...how }).catch(
    (error: unknown) => throwAsVersion(error, isMatched),
  );
  if (result.proposal) proposed?.(result.proposal);
  return result;
}

/** Whether a tool says as `expectedUpdatedAt` what HTTP says in If-Match. */
const isMatchedByVersion = (operation: ToolOperation): boolean =>
  operation.kind === 'resource' && operation.ifMatch;

function throwAsVersion(error: unknown, isMatched: boolean): never {
  if (!isMatched || !(error instanceof ApiError) || error.code !== 'version_conflict') throw error;
  const { details } = error;
  throw new ApiError('version_conflict', 'It has changed since the version you have read.', { details });
}

/** Runs the items of a bulk operation, and returns what became of each: its resource, or why it was refused. */
export async function runBulk(
  operation: BulkOperation,
  { args, principalIn, services, source, progress, proposed }: ToolCall,
  items: readonly Arguments[],
): Promise<{ data: unknown; refusal?: ApiError }[]> {
  const { executeBulk } = await import('../bulk/execute-bulk.ts');
  const workspaceId = String(args['workspaceId']);
  const { body: bodySchema } = operation.of.input;
  const json = {
    items: items.map((item) => ({ ...item, body: withoutUnsetNulls(bodySchema, item['body']) })),
  };
  const body = Buffer.from(JSON.stringify(json));
  const request = { ...source, parameters: { workspaceId }, query: new URLSearchParams(), json, body };
  const principal = await principalIn(workspaceId, chargeOfBulk(json));
  let done = 0;
  const onItem = () => progress?.(++done, items.length);
  const result = await executeBulk(services, {
    operation,
    principal,
    request,
    describe: (refusal) => ({ refusal }),
    onItem,
  }).catch(throwAsStories);
  return result.data.items.map(({ data, error, proposal }) => {
    if (proposal) proposed?.(proposal);
    return {
      data,
      ...(error && 'refusal' in error && error.refusal instanceof ApiError && { refusal: error.refusal }),
    };
  });
}

/** Reports a problem of an item under the argument that lists the items. */
function throwAsStories(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
  const path = (of: string) => of.replace(/^items\b/, 'stories').replace(/(^|\.)body\./, '$1');
  throw withFields(
    error,
    error.fields.map((field) => ({ ...field, path: path(field.path) })),
  );
}

const isInWorkspace = ({ path }: ToolOperation): boolean => path.startsWith(WORKSPACE_PATH);

/** The workspace of a call, null for an operation outside of any, or undefined if it is missing. */
function workspaceOf(operation: ToolOperation, args: Arguments): string | null | undefined {
  if (!isInWorkspace(operation)) return null;
  return uuid().safeParse(args['workspaceId']).data;
}

/** The input of the idempotency hash: the validated body, with fields in schema order. */
const bytesOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body ?? null));

/** Runs an operation whose fields the tool has under other names, by which its errors call them. */
export const withArgumentNames = async <T>(
  names: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> =>
  await run().catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.fields.some(({ path }) => firstPart(path) in names))
      throw error;
    const fields = error.fields.map((field) => {
      const first = firstPart(field.path);
      return { ...field, path: (names[first] ?? first) + field.path.slice(first.length) };
    });
    throw withFields(error, fields);
  });

const firstPart = (path: string): string => path.split('.')[0]!;
