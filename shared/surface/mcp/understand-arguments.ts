import { findEnumValue } from '../../kernel/core/enum-words.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';
import { withoutPastedParts } from './pasted-story.ts';
import { isNoText } from './way-to-clear.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns a tool's arguments as its schema wants them where what was sent can only mean one thing: the API's value
 * where a person's words name one (`High`, `No Priority`, `On track`), since models pass on what people write, a list
 * or an object where a text was passed in place of it, a number or a boolean where its text was, the id or reference in a
 * pasted story, and nothing where an option that is not set was null. Anything else stays as it is, to be refused by its name.
 */
export function understandArguments(
  inputSchema: JsonSchema,
  args: Arguments,
  { isOfMany = false, clearable = () => clearableIn(inputSchema) }: Understanding = {},
): Record<string, unknown> {
  const properties = (inputSchema['properties'] ?? {}) as Record<string, JsonSchema>;
  // What does not exist yet has nothing to clear; the key is that of the call, not of one of many.
  const isNew = !isOfMany && 'idempotencyKey' in args && isUnset(args['expectedUpdatedAt']);
  const cleared = isNew ? new Set<string>() : new Set(clearable());
  const parsed = (name: string, value: string): unknown =>
    Object.hasOwn(properties, name) ? parsedAs(properties[name]!, value) : (jsonIn(value, /^\s*\[/) ?? value);
  return Object.fromEntries(
    Object.entries(args).flatMap(([sent, value]): [string, unknown][] => {
      const name = argumentOf(sent, properties, args);
      const schema = Object.hasOwn(properties, name) ? properties[name]! : {};
      const isUnsetOption = (value === null && !takesNull(schema)) || isNoText(name, value);
      if (isUnsetOption && Object.hasOwn(properties, name) && !cleared.has(name)) return [];
      return [[name, withoutPastedParts(name, typeof value === 'string' ? parsed(name, value) : value)]];
    }),
  );
}

interface Understanding {
  /** Whether they are those of one of several things of a call. */
  isOfMany?: boolean;
  /** The fields that a tool can clear: null there is meant, and is refused with how to clear it. */
  clearable?: (() => readonly string[]) | undefined;
}

/** The fields that a tool's clearFields takes, by its schema. */
export function clearableIn({ properties = {} }: JsonSchema): readonly string[] {
  const { clearFields } = properties as Record<string, JsonSchema>;
  const { enum: names = [] } = (clearFields?.['items'] ?? {}) as { enum?: string[] };
  return names;
}

const isUnset = (value: unknown): boolean => value === undefined || value === null;

const takesNull = ({ type, anyOf = [] }: JsonSchema & { anyOf?: JsonSchema[] }): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(takesNull);

/** What a text means where a schema wants something else. */
function parsedAs(schema: JsonSchema, text: string): unknown {
  const { type } = schema;
  if (type === 'array') return listIn((schema['items'] ?? {}) as JsonSchema, text);
  if ((type === 'integer' || type === 'number') && /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text))
    return Number(text);
  if (type === 'object') return jsonIn(text, /^\s*\{/) ?? text;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return valueOf(schema, text);
}

/** A list in a text: as JSON, or its entries with commas between them. */
function listIn(items: JsonSchema, text: string): unknown[] {
  const json = jsonIn(text, /^\s*\[/) as unknown[] | undefined;
  const written = json ?? oneIn(items, text) ?? text.split(',').map((one) => one.trim());
  return written.map((one) => (typeof one === 'string' ? valueOf(items, one) : one));
}

/** An object in a text, where a list of objects is wanted. */
function oneIn({ type }: JsonSchema, text: string): unknown[] | undefined {
  const one = type === 'object' ? jsonIn(text, /^\s*\{/) : undefined;
  return one === undefined ? undefined : [one];
}

/** What a text is as JSON, if it begins as wanted. */
export function jsonIn(text: string, beginning: RegExp): unknown {
  if (!beginning.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What results call things, and what the arguments for them are called. */
const shownNames: ReadonlyMap<string, string> = new Map([
  ['team', 'teamId'],
  ['status', 'statusId'],
  ['assignee', 'assigneeId'],
  ['reporter', 'reporterId'],
  ['author', 'authorId'],
  ['actor', 'actorId'],
  ['sprint', 'sprintId'],
  ['objective', 'objectiveId'],
  ['keyResult', 'keyResultId'],
  ['lead', 'leadUserId'],
  ['member', 'memberId'],
  ['parent', 'parentId'],
  ['labelNames', 'labels'],
]);

/** The argument that a name means: that of results works too, unless it is another argument of the tool. */
function argumentOf(sent: string, properties: object, args: Arguments): string {
  const name = shownNames.get(sent);
  const isKnown = name !== undefined && name in properties && !(sent in properties) && !(name in args);
  return isKnown ? name : sent;
}

function valueOf({ enum: values }: JsonSchema, text: string): string {
  return Array.isArray(values) ? (findEnumValue(values as string[], text) ?? text) : text;
}
