import * as z from 'zod';
import { ApiError, invalidRequest, type FieldProblem } from '../../core/errors.ts';
import { unknownNames } from '../operation/field-problems.ts';
import type { Operation } from '../operation/operation-kinds.ts';
import { validateIdempotencyKey, validateInput, type ParsedInput } from '../operation/parse-input.ts';
import { argumentsNamed } from './argument-words.ts';
import { requiresIdempotencyKey, TOOL_PAGE_MAX_SIZE, TOOL_PAGE_SIZE } from './tool-schemas.ts';
import { argumentNames } from './tool-words.ts';
import { withoutUnsetNulls } from './unset-nulls.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns invalid arguments as an error instead of throwing it: callers without the right to use the tool must get that
 * error first. `known` are the arguments that the tool has for other operations.
 */
export async function validateArguments(
  operation: Operation,
  args: Arguments,
  known: readonly string[] = [],
): Promise<{ input: ParsedInput | ApiError; key?: string | undefined }> {
  try {
    if (!requiresIdempotencyKey(operation))
      return { input: await validateInput(operation, ...splitArguments(operation, args, known)) };
    const { idempotencyKey, ...rest } = args;
    const [parts, problems] = splitArguments(operation, rest, known);
    if (typeof idempotencyKey !== 'string') {
      const problem = idempotencyKey === undefined ? missingKey : invalidKey;
      problems.push({ path: 'idempotencyKey', ...problem });
    }
    const input = await validateInput(operation, parts, problems);
    return { input, key: validateIdempotencyKey(operation, idempotencyKey as string) };
  } catch (error) {
    if (error instanceof ApiError) return { input: inArguments(error) };
    throw error;
  }
}

const missingKey = { code: 'required', message: 'is required' } as const;
const invalidKey = { code: 'invalid_type', message: 'must be text' } as const;

function splitArguments(
  operation: Operation,
  args: Arguments,
  ofTool: readonly string[],
): [ParsedInput, FieldProblem[]] {
  const { path, query, body } = operation.input;
  const shapes = {
    path: path.shape,
    query: query.shape,
    body: body instanceof z.ZodObject ? body.shape : {},
  };
  const parts = { path: {}, query: operation.paged ? { limit: TOOL_PAGE_SIZE } : {}, body: {} };
  const unknown: string[] = [];
  const known = Object.values(shapes).flatMap((shape) => Object.keys(shape));
  for (const [name, value] of Object.entries(args)) {
    const place = (['path', 'query', 'body'] as const).find((part) => Object.hasOwn(shapes[part], name));
    if (place) Object.assign(parts[place], { [name]: value });
    else unknown.push(name);
  }
  // One that was sent is not what another name stands for.
  const left = known.filter((name) => !Object.hasOwn(args, name));
  const problems = unknownArguments(operation, unknown, { known: left, ofTool });
  if (operation.paged && Number(args['limit']) > TOOL_PAGE_MAX_SIZE) {
    problems.push({ path: 'limit', code: 'too_large', message: `must be at most ${TOOL_PAGE_MAX_SIZE}` });
    parts.query = { ...parts.query, limit: TOOL_PAGE_SIZE };
  }
  const sentQuery = withoutUnsetNulls(query, parts.query) as Record<string, unknown>;
  return [
    { ...parts, query: sentQuery, body: body ? withoutUnsetNulls(body, parts.body) : undefined },
    problems,
  ];
}

/** What is wrong with arguments that an operation has not: the tool can have them for something else that it does. */
function unknownArguments(
  { summary, input }: Operation,
  names: readonly string[],
  { known, ofTool }: { known: readonly string[]; ofTool: readonly string[] },
): FieldProblem[] {
  const shown = known.map(shownName);
  const ownId = Object.keys(input.path.shape).findLast((name) => name !== 'workspaceId');
  const namesFor = (name: string) =>
    name === 'id' && ownId !== undefined ? [shownName(ownId)] : argumentsNamed(name, shown);
  const isOfTool = (name: string) => ofTool.includes(shownName(name));
  const unknown = names.filter((name) => !isOfTool(name));
  const messages = unknownNames('argument', unknown, shown, namesFor);
  const task = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
  return [
    ...unknown.map((path, position): FieldProblem => {
      return { path, code: 'unknown_field', message: messages[position]! };
    }),
    ...names.filter(isOfTool).map((path): FieldProblem => {
      return {
        path,
        message: `cannot be sent in a call to ${task}; leave it out, or send it in another call`,
      };
    }),
  ];
}

const shownName = (name: string): string => argumentNames.get(name) ?? name;

/** An error whose fields are named after arguments instead of their HTTP locations. */
function inArguments(error: ApiError): ApiError {
  if (error.code !== 'invalid_request') return error;
  return invalidRequest(
    error.fields.map(({ in: _, path, ...field }) => ({ ...field, path: path || 'arguments' })),
  );
}
