import { isDeepStrictEqual } from 'node:util';
import { toJsonText } from '../../core/json.ts';
import { describeError } from '../operation/describe-error.ts';
import { errorCodes, type ApiError, type ErrorCode } from '../../core/errors.ts';
import type { Result } from '../operation/execute.ts';
import { toolText, type Json } from './tool-text.ts';

/** What a client gets of a tool call: the answer as a value and as text, or an error that says what to do. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [member: string]: unknown;
}

/** Characters of JSON that what is shown may have, some 20,000 tokens; and what was written, which is known. */
const RESULT_MAX_CHARACTERS = { shown: 60_000, written: 8_000 };
/** How long texts may be, the first of these with which an answer fits. */
const TEXT_STEPS = [8_000, 4_000, 2_000, 1_000, 500, 250];
/** How many of what hangs below an item are left, once shorter texts alone do not make an answer fit. */
const NESTED_STEPS = [60, 20, 5, 1];
/** What is tried last: of a page of long titles, their beginnings. */
const MINIMUM = { text: 100, below: 1 };

/** How the text beside a structured answer is written: in short, or for clients that read nothing else as JSON. */
export type TextForm = 'short' | 'json';

/**
 * A result as a tool's answer: without empty members, without what all items of a list repeat, and cut to what a
 * model can read, with each cut marked. The text tells the same in short.
 */
export function toToolResult(
  { data, meta, replayed }: Result,
  kind: keyof typeof RESULT_MAX_CHARACTERS,
  text: TextForm = 'short',
): ToolResult {
  const json = Array.isArray(data) ? `[${data.map(toJsonText).join(',')}]` : toJsonText(data);
  const plain = withoutEmpty(JSON.parse(json) as Json);
  const { value, truncated } = fitted(
    Array.isArray(data) ? withCommon(plain as Json[]) : { data: plain },
    RESULT_MAX_CHARACTERS[kind],
  );
  const structuredContent = {
    ...(value as { data: Json; common?: Json }),
    ...(meta?.nextCursor ? { nextCursor: meta.nextCursor } : {}),
    ...(truncated.length > 0 ? { truncated } : {}),
    ...(replayed ? { replayed } : {}),
  };
  const shown = text === 'json' ? JSON.stringify(structuredContent) : toolText(structuredContent);
  return { content: [{ type: 'text', text: shown }], structuredContent };
}

/** An error as a tool's answer, for the model to act on. What is not meant for callers is logged and not shown. */
export function toToolError(
  error: unknown,
  { requestId, tool }: { requestId: string; tool: string },
): { code: ErrorCode; answer: ToolResult } {
  const { shown } = describeError(error, { requestId, operationId: tool });
  const { code, message, details } = shown;
  const text = JSON.stringify({ error: { code, message, hint: hintOf(shown), ...details } });
  return { code, answer: { content: [{ type: 'text', text }], isError: true } };
}

/** Hints that name headers and parameters of HTTP, said in tools and arguments. */
const toolHints: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Correct the arguments listed in fields and call again.',
  invalid_cursor:
    'Use nextCursor of the previous page with all other arguments unchanged, or start without a cursor.',
  invalid_reference: 'Use ids that tools returned for this workspace and team.',
  invalid_idempotency_key: 'Use a new UUID as idempotencyKey.',
  idempotency_key_reused: 'Use a new idempotencyKey for a different operation.',
  team_required: 'Call again with a teamId from list_teams.',
  not_found: 'Check the ids; list_workspaces, list_teams and list_stories show what you can see.',
  version_conflict:
    'Read it again and reconsider, with its current updatedAt as expectedUpdatedAt. If changedFields is empty, your change has already been made.',
  conflict: 'Read the current state and reconsider.',
  service_unavailable: 'Wait a moment and call again with the same arguments.',
  internal_error: 'Try again later; tell the user if it persists.',
};

const hintOf = ({ code, hint }: ApiError): string =>
  hint === errorCodes[code].hint ? (toolHints[code] ?? hint) : hint;

/** Leaves out what has no value, and the workspace, which the call named. */
function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      part === null || name === 'workspaceId' ? [] : [[name, withoutEmpty(part)]],
    ),
  );
}

/** What each item of a list tells of itself, also where others happen to say the same. */
const OWN = new Set(['id', 'reference', 'title', 'name', 'content', 'role', 'memberId', 'updatedAt']);

/** A list whose items leave out what all of them say; that stands beside them, once. */
function withCommon(items: Json[]): { [member: string]: Json } {
  const [first, ...others] = items as { [member: string]: Json }[];
  if (!first || others.length === 0) return { data: items };
  const common = Object.entries(first).filter(
    ([name, value]) => !OWN.has(name) && others.every((other) => isDeepStrictEqual(other[name], value)),
  );
  if (common.length === 0) return { data: items };
  const names = new Set(common.map(([name]) => name));
  const data = [first, ...others].map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => !names.has(name))),
  );
  return { common: Object.fromEntries(common), data };
}

interface Fitted {
  value: Json;
  /** Where something was left out, such as `data.0.description`. */
  truncated: string[];
}

function fitted(value: Json, most: number): Fitted {
  const shortest = TEXT_STEPS.at(-1)!;
  const steps: Step[] = [
    { text: Infinity, below: Infinity },
    ...TEXT_STEPS.map((text) => ({ text, below: Infinity })),
    ...NESTED_STEPS.map((below) => ({ text: shortest, below })),
    MINIMUM,
  ];
  let attempt: Fitted = { value, truncated: [] };
  for (const step of steps) {
    const truncated: string[] = [];
    attempt = { value: cut(value, step, [], truncated), truncated };
    if (JSON.stringify(attempt.value).length <= most) break;
  }
  return attempt;
}

/** How long texts may be, and how many of what hangs below an item are left. */
interface Step {
  text: number;
  below: number;
}

function cut(value: Json, step: Step, path: string[], truncated: string[]): Json {
  if (typeof value === 'string') {
    if (value.length <= step.text) return value;
    truncated.push(path.join('.'));
    return cutText(value, step.text);
  }
  if (Array.isArray(value)) {
    // A page itself has its cursor; ids in a list are no weight.
    const heavy = path.length > 1 && value.length > step.below && typeof value[0] === 'object';
    if (heavy) truncated.push(path.join('.'));
    const kept = heavy ? value.slice(-step.below) : value;
    return kept.map((part, position) => cut(part, step, [...path, String(position)], truncated));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, cut(part, step, [...path, name], truncated)]),
  );
}

function cutText(text: string, most: number): string {
  const end = /[\uD800-\uDBFF]/.test(text[most - 1]!) ? most - 1 : most;
  return `${text.slice(0, end)}… [${text.length - end} more characters cut]`;
}
