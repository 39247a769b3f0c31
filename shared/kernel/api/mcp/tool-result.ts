import { legible } from '../../core/legible.ts';
import { publicError } from '../operation/describe-error.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { OperationResult } from '../operation/operation-result.ts';
import { describeToolError } from './tool-error.ts';
import { TEXT_MAX_CHARACTERS, toolText } from './tool-text.ts';
import type { Json } from './tool-text-fields.ts';

/** The result of a tool call: the data as a value and as text, or an error with instructions. */
export interface ToolResult {
  content: [{ type: 'text'; text: string }, ...(Image | ResourceLink)[]];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [member: string]: unknown;
}

/** What a tool returns, and what its text is to be. */
export interface ToolOutcome extends OperationResult {
  /** Whether long texts are whole. */
  whole?: boolean | undefined;
  /** Whether the fields of a list's items were chosen. */
  chosen?: boolean | undefined;
  /** What else a list says, in words. */
  notes?: readonly string[] | undefined;
  /** Whether the text is the data as JSON: settings, for which there are no words. */
  isSettings?: boolean | undefined;
}

/** The address of what a result is about, for clients that read resources. */
export interface ResourceLink {
  type: 'resource_link';
  uri: string;
  name: string;
  mimeType: 'application/json';
}

/** A picture that the client shows its user; models know its facts from the data. */
interface Image {
  type: 'image';
  mimeType: 'image/svg+xml';
  /** Base64. */
  data: string;
  annotations: { audience: ['user'] };
}

const imageOf = (svg: string): Image => ({
  type: 'image',
  mimeType: 'image/svg+xml',
  data: Buffer.from(svg).toString('base64'),
  annotations: { audience: ['user'] },
});

/** Maximum characters of JSON for data (some 16,000 tokens), and for echoes of the caller's own input. */
const RESULT_MAX_CHARACTERS = { shown: TEXT_MAX_CHARACTERS - 2_000, written: 8_000 };
/** Maximum text lengths to try, in order, until a result fits. */
const TEXT_STEPS = [32_768, 8_000, 4_000, 2_000, 1_000, 500, 250];
/** Maximum numbers of nested items to try, once shorter texts are not enough. */
const NESTED_STEPS = [60, 20, 5, 1];
/** The last step: truncated titles, for a page of long ones. */
const MINIMUM = { text: 100, below: 1 };

/** The form of the text next to a structured result: a summary, or JSON for clients that read only text. */
export type TextForm = 'short' | 'json';

/**
 * Converts a result for a tool: without empty fields and repetition, truncated to what a model can read, with
 * all truncations listed. The text is a summary.
 */
export function toToolResult(
  { data, meta, replayed, picture, whole, chosen, notes, isSettings = false }: ToolOutcome,
  kind: keyof typeof RESULT_MAX_CHARACTERS,
  text: TextForm = 'short',
): ToolResult {
  const plain = withoutEmpty(JSON.parse(JSON.stringify(data)) as Json);
  const { value, truncated } = fitted(
    Array.isArray(data) ? withCommon(plain as Json[]) : { data: plain },
    whole ? 'shown' : kind,
  );
  const structuredContent = {
    ...(value as { data: Json; common?: Json }),
    ...(meta?.nextCursor ? { nextCursor: meta.nextCursor } : {}),
    ...(truncated.length > 0 ? { truncated } : {}),
    ...(replayed ? { replayed } : {}),
    ...(notes && notes.length > 0 ? { notes: [...notes] } : {}),
  };
  const short = isSettings
    ? `settings: ${JSON.stringify(structuredContent.data)}`
    : toolText(structuredContent, { whole, chosen, written: kind === 'written' });
  const shown = text === 'json' ? JSON.stringify(structuredContent) : short;
  const images = picture === undefined ? [] : [imageOf(picture)];
  return { content: [{ type: 'text', text: shown }, ...images], structuredContent };
}

/** Converts an error for the model to act on. Internal errors are logged and not shown. */
export function toToolError(
  error: unknown,
  { requestId, tool }: { requestId: string; tool: string },
): { code: ErrorCode; answer: ToolResult } {
  const shown = publicError(error, { requestId, operationId: tool });
  const { code } = shown;
  const described = { ...describeToolError(shown), ...(code === 'internal_error' ? { requestId } : {}) };
  // Before it is JSON, of which an escape of ours would not be one.
  const shownStrings = (_: string, value: unknown) => (typeof value === 'string' ? legible(value) : value);
  const text = JSON.stringify({ error: described }, shownStrings);
  return { code, answer: { content: [{ type: 'text', text }], isError: true } };
}

/** Removes null fields, and the workspace, which the call named; shows what cannot be seen. */
function withoutEmpty(value: Json): Json {
  if (typeof value === 'string') return legible(value);
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      part === null || name === 'workspaceId' ? [] : [[legible(name), withoutEmpty(part)]],
    ),
  );
}

/** Fields that identify or count list items, which are kept even if all items share them. */
const OWN = new Set([
  'id',
  'reference',
  'title',
  'name',
  'content',
  'description',
  'text',
  'role',
  'memberId',
  'count',
  'updatedAt',
]);

/** A list whose items omit shared values, which appear once next to them. */
function withCommon(items: Json[]): { [member: string]: Json } {
  const [first, ...others] = items as { [member: string]: Json }[];
  if (!first || others.length === 0) return { data: items };
  const common = Object.entries(first).filter(
    ([name, value]) =>
      !OWN.has(name) && others.every((other) => JSON.stringify(other[name]) === JSON.stringify(value)),
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
  /** Paths of truncated values, such as `data.0.description`. */
  truncated: string[];
}

function fitted(value: Json, kind: keyof typeof RESULT_MAX_CHARACTERS): Fitted {
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
    attempt = { value: cut(value, { ...step, kind }, [], truncated), truncated };
    const most = RESULT_MAX_CHARACTERS[step.below < Infinity ? 'shown' : kind];
    if (JSON.stringify(attempt.value).length <= most) break;
  }
  return attempt;
}

/** Maximum text length, and number of nested items. */
interface Step {
  text: number;
  below: number;
}

/** What is left of one outcome among many: a repeated call would do again what no longer shows. */
function slim(outcome: Json): Json {
  if (typeof outcome !== 'object' || outcome === null || Array.isArray(outcome)) return outcome;
  const { error, ...fields } = outcome;
  const own = Object.entries(fields).filter(([name]) => OUTCOME.has(name));
  return { ...Object.fromEntries(own), ...(error === undefined ? {} : { error }) };
}

const OUTCOME = new Set(['id', 'reference', 'title', 'name', 'updatedAt', 'cleared', 'deleted']);

function cut(
  value: Json,
  step: Step & { kind: keyof typeof RESULT_MAX_CHARACTERS },
  path: string[],
  truncated: string[],
): Json {
  if (typeof value === 'string') {
    if (value.length <= step.text) return value;
    truncated.push(path.join('.'));
    return cutText(value, step.text);
  }
  if (Array.isArray(value)) {
    // A page itself has a cursor; ids in a list are small.
    const isHeavy = (one: Json) => typeof one === 'object' || String(one).length > MINIMUM.text;
    const heavy = path.length > 1 && value.length > step.below && value.some(isHeavy);
    if (heavy) truncated.push(path.join('.'));
    // What a write did is listed whole.
    const isOfOutcomes = step.kind === 'written' && path.length === 2 && step.below > MINIMUM.below;
    const kept = heavy ? (isOfOutcomes ? value.map(slim) : value.slice(-step.below)) : value;
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
