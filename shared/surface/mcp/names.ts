import type { Tool, ToolCall } from '../../kernel/api/mcp/tool.ts';
import { isObject } from '../../kernel/api/mcp/result-data.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { JsonSchema } from '../../kernel/core/json-schema.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { namedFields, namedKinds, readNames, type NamedKind } from '../../nouns/names.ts';

/** Fields that hold ids, with the field for the name. */
const named: ReadonlyMap<string, [name: string, kind: NamedKind]> = new Map([
  ...[...namedFields].flatMap(([field, { nameField, kind }]): [string, [string, NamedKind]][] =>
    nameField === null ? [] : [[field, [nameField, kind]]],
  ),
  // Of a comment or a refusal; tools take the reference as `story`.
  ['storyId', ['story', 'story']],
  // Of a forecast.
  ['unlikelyStoryIds', ['unlikelyStories', 'story']],
]);

/** Custom fields by their keys, of whose values only people have ids, and the field for their names by the same keys. */
export const NAMES_BY_KEY = { values: 'customFields', names: 'customFieldNames' };

/** Groups of an analysis or a count, whose id is that of the grouping resource. */
const groupedBy: ReadonlyMap<unknown, NamedKind> = new Map([
  ['team', 'team'],
  ['assignee', 'principal'],
  ['status', 'status'],
  ['label', 'label'],
  ['sprint', 'sprint'],
  ['objective', 'objective'],
]);

/**
 * Extends a read tool's answers with names next to ids, as far as the user may see them, so that models need not look
 * them up; costs one more round trip.
 */
export function withNames(tool: Tool): Tool {
  let schemas: ReturnType<Tool['schemas']> | undefined;
  return {
    ...tool,
    schemas: () => {
      const { inputSchema, outputSchema } = tool.schemas();
      return (schemas ??= { inputSchema, outputSchema: namedSchema(outputSchema) });
    },
    run: async (call) => {
      const { call: watched, callerOf } = watchCaller(call);
      const result = await tool.run(watched);
      const { data } = result;
      const caller = callerOf();
      if (!caller) return result;
      const wanted = idsIn(data);
      const names = await readNames({ read: createReader(call.services.database), caller }, wanted);
      return { ...result, data: withNamesIn(data, names) };
    },
  };
}

/** A call that remembers as whom its operations ran. */
function watchCaller(call: ToolCall): { call: ToolCall; callerOf: () => Caller | undefined } {
  let caller: Caller | undefined;
  const principalIn: ToolCall['principalIn'] = async (workspaceId, charge) => {
    const principal = await call.principalIn(workspaceId, charge);
    return {
      ...principal,
      resolveCaller: async (read, now) => (caller = await principal.resolveCaller(read, now)),
    };
  };
  return { call: { ...call, principalIn }, callerOf: () => caller };
}

/** The ids in some data whose resources have names. */
function idsIn(data: unknown): (readonly [NamedKind, string])[] {
  if (Array.isArray(data)) return data.flatMap(idsIn);
  return membersOf(data).flatMap(({ member, value, kind }) => {
    if (member === NAMES_BY_KEY.values && isObject(value))
      return Object.values(value).flatMap((id) => (isId(id) ? [['principal', id] as const] : []));
    return kind === undefined
      ? idsIn(value)
      : [value].flat().flatMap((id) => (typeof id === 'string' ? [[kind, id] as const] : []));
  });
}

const isId = (value: unknown): value is string => uuid().safeParse(value).success;

/** The same data with names next to the ids; an id of a list whose name is not known has an empty one. */
function withNamesIn(data: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(data)) return data.map((one) => withNamesIn(one, names));
  if (typeof data !== 'object' || data === null) return data;
  const members = membersOf(data).flatMap(({ member, value, nameMember }) => {
    if (member === NAMES_BY_KEY.values && isObject(value)) {
      const known = Object.entries(value).flatMap(([key, id]) => {
        const name = isId(id) ? names.get(id) : undefined;
        return name === undefined || name === '' ? [] : [[key, name] as const];
      });
      return [
        [member, value],
        ...(known.length > 0 ? [[NAMES_BY_KEY.names, Object.fromEntries(known)]] : []),
      ];
    }
    if (nameMember === undefined) return [[member, withNamesIn(value, names)]];
    const name = Array.isArray(value)
      ? value.map((id) => names.get(String(id)) ?? '')
      : names.get(String(value));
    const isNamed = name !== undefined && name.length > 0;
    return [[member, value], ...(isNamed ? [[nameMember, name]] : [])];
  });
  return Object.fromEntries(members);
}

interface Member {
  member: string;
  value: unknown;
  /** The kind of resource that an id refers to, and the field for its name. */
  kind?: NamedKind;
  nameMember?: string;
}

function membersOf(data: unknown): Member[] {
  if (!isObject(data)) return [];
  const { by, resource, field } = data;
  // Of a change of a field that holds ids, its values.
  const ofField = typeof field === 'string' ? named.get(field)?.[1] : undefined;
  const ofId = isActor(data) || isFieldGroup(by) ? 'principal' : (groupedBy.get(by) ?? kindOf(resource));
  return Object.entries(data).map(([member, value]) => {
    // Next to its own reference, the story of a comment has its name already.
    const isKnown = member === 'storyId' && 'reference' in data;
    if (ofField !== undefined && VALUES.includes(member) && value !== null)
      return { member, value, kind: ofField, nameMember: `${member}Name` };
    const [nameMember, kind] = (isKnown ? undefined : named.get(member)) ?? [
      'name',
      member === 'id' ? ofId : undefined,
    ];
    return kind === undefined || value === null ? { member, value } : { member, value, kind, nameMember };
  });
}

/** What a field was and is. */
const VALUES = ['from', 'to', 'now'];

/** Whether a group is of a custom field, of whose values only people have ids. */
const isFieldGroup = (by: unknown): boolean => typeof by === 'string' && by.startsWith('cf.');

/** The kind of a resource of a change set, if it has names. */
const kindOf = (resource: unknown): NamedKind | undefined => namedKinds.find((kind) => kind === resource);

/** Whether some data says who did something, and through what; the system has no id. */
const isActor = (data: object): boolean => ['kind', 'id', 'via'].every((member) => member in data);

/** The output schema with the added names. */
function namedSchema(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  if (items) return { ...schema, items: namedSchema(items) };
  if (!properties) return schema;
  if (isActor(properties)) return { ...schema, properties: { ...properties, name: { type: 'string' } } };
  const members = Object.entries(properties).flatMap(([member, part]) => {
    if (member === NAMES_BY_KEY.values)
      return [
        [member, part],
        [NAMES_BY_KEY.names, { type: 'object' }],
      ];
    const name = named.get(member)?.[0];
    if (name === undefined) return [[member, namedSchema(part)]];
    const text = { type: 'string' };
    return [
      [member, part],
      [name, part['type'] === 'array' ? { type: 'array', items: text } : text],
    ];
  });
  return { ...schema, properties: Object.fromEntries(members) as Record<string, JsonSchema> };
}
