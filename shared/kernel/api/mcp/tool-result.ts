import { legible } from '../../core/legible.ts';
import { publicError } from '../operation/describe-error.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { OperationResult } from '../operation/operation-result.ts';
import { describeToolError } from './tool-error.ts';
import { fitted, RESULT_MAX_CHARACTERS, type ResultKind } from './fitted-result.ts';
import { toolText } from './tool-text.ts';
import { WRITTEN, type Json } from './tool-text-fields.ts';
import { isObject } from './tool-text-words.ts';

/** The result of a tool call: the data as a value and as text, or an error with instructions. */
export interface ToolResult {
  content: [{ type: 'text'; text: string }, ...(Image | ResourceLink)[]];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [member: string]: unknown;
}

/** What a tool returns, and what its text is to be. */
export interface ToolOutcome<D = unknown> extends OperationResult<D> {
  /** Whether long texts are whole. */
  whole?: boolean | undefined;
  /** Whether the fields of a list's items were chosen. */
  chosen?: boolean | undefined;
  /** What else a list says, in words. */
  notes?: readonly string[] | undefined;
  /** Whether nothing was changed by a tool that changes things, such as by a dry run. */
  isRead?: boolean | undefined;
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

/** The form of the text next to a structured result: a summary, or JSON for clients that read only text. */
export type TextForm = 'short' | 'json';

/**
 * Converts a result for a tool: without empty fields and repetition, truncated to what a model can read, with
 * all truncations listed. The text is a summary. Both together are as long as a result may be: the text, which models
 * read, is cut last.
 */
export function toToolResult(
  {
    data,
    meta,
    replayed,
    proposal,
    picture,
    whole,
    chosen,
    notes,
    isSettings = false,
    isRead = false,
  }: ToolOutcome,
  kind: ResultKind,
  text: TextForm = 'short',
): ToolResult {
  const said = [...(proposal ? [waiting(proposal.id)] : []), ...(notes ?? [])];
  const plain = withoutEmpty(JSON.parse(JSON.stringify(data)) as Json);
  const given = Array.isArray(data) ? withCommon(plain as Json[]) : { data: plain };
  const shownAs = whole || isRead ? 'shown' : kind;
  const structured = (most: number) => {
    const { value, truncated } = fitted(given, shownAs, most);
    return {
      ...(value as { data: Json; common?: Json }),
      ...(meta?.nextCursor ? { nextCursor: meta.nextCursor } : {}),
      ...(truncated.length > 0 ? { truncated } : {}),
      ...(replayed ? { replayed } : {}),
      ...(proposal ? { proposal } : {}),
      ...(said.length > 0 ? { notes: said } : {}),
    };
  };
  const written = shownAs === 'written';
  // What a text leaves out of a list and of long texts is its own choice.
  const isWhole = whole || chosen || (Array.isArray(data) && !written);
  const summarized = () =>
    isWhole ? structured(Infinity) : withWrittenTexts(structured(BOTH_MAX_CHARACTERS), plain);
  const summary = (most: number) =>
    isSettings
      ? `settings: ${JSON.stringify(structured(most / 2).data)}`
      : toolText(summarized(), most, { whole, chosen, written });
  const both = text === 'json' ? inJson(structured) : textWithData(summary, structured);
  const images = picture === undefined ? [] : [imageOf(picture)];
  return {
    content: [{ type: 'text', text: both.text }, ...images],
    structuredContent: both.structuredContent,
  };
}

/** So that a model does not take what it has proposed for done. */
const waiting = (proposalId: string): string =>
  `Only proposed: nothing is changed until someone accepts proposal ${proposalId}.`;

/** A single item that was fitted, with its long texts as they are. */
function withWrittenTexts<R extends { data: Json; truncated?: string[] }>(result: R, plain: Json): R {
  if (!isObject(plain) || !isObject(result.data)) return result;
  const texts = Object.entries(plain).filter(([name]) => WRITTEN.includes(name));
  const truncated = result.truncated?.filter((path) => !texts.some(([name]) => path === `data.${name}`));
  return { ...result, data: { ...result.data, ...Object.fromEntries(texts) }, truncated };
}

/** What a text and the data have together; some is left for what frames them, and for a link. */
const BOTH_MAX_CHARACTERS = RESULT_MAX_CHARACTERS - 500;

type Structured = (most: number) => Record<string, unknown>;
type Both = { text: string; structuredContent: Record<string, unknown> };

const lengthOf = (value: unknown): number => JSON.stringify(value).length;

const isShort = ({ text, structuredContent }: Both): boolean =>
  lengthOf(text) + lengthOf(structuredContent) <= BOTH_MAX_CHARACTERS;

/** The data twice. */
function inJson(structured: Structured): Both {
  const attempt = (most: number): Both => {
    const structuredContent = structured(most);
    return { text: JSON.stringify(structuredContent), structuredContent };
  };
  const sizes = Array.from({ length: 12 }, (_, step) => (BOTH_MAX_CHARACTERS / 2) * 0.8 ** step);
  return sizes.map(attempt).find(isShort) ?? attempt(0);
}

/** A text, and next to it as much of the data as there is room for. */
function textWithData(summary: (most: number) => string, structured: Structured): Both {
  const whole = structured(BOTH_MAX_CHARACTERS);
  const least = Math.min(lengthOf(structured(0)), BOTH_MAX_CHARACTERS / 2);
  const text = summary(BOTH_MAX_CHARACTERS - least);
  const both = { text, structuredContent: whole };
  return isShort(both) ? both : { text, structuredContent: structured(BOTH_MAX_CHARACTERS - lengthOf(text)) };
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
