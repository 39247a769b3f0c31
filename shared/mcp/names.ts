import type { Tool, ToolCall } from '../api/mcp/tool.ts';
import { createReader } from '../db/reader.ts';
import { getLabelItem, toLabel } from '../labels/label-store.ts';
import { getFormerItem, isMemberItem, toMember } from '../members/member-store.ts';
import { getSprintItem, toSprint } from '../sprints/sprint-store.ts';
import { getStatusItem, toStatus } from '../statuses/status-store.ts';
import { getTeamItem, toTeam } from '../teams/team-store.ts';
import type { Item, Reader } from '../core/database.ts';
import type { JsonSchema } from '../core/json-schema.ts';
import { getMemberItem } from '../auth/membership-store.ts';

type NameOf = (read: Reader, workspaceId: string, id: string) => Promise<string | undefined>;

const nameIn = (
  item: Promise<Item | undefined>,
  toResource: (found: Item) => { name: string },
): Promise<string | undefined> => item.then((found) => found && toResource(found).name);

const status: NameOf = (read, _, id) => nameIn(getStatusItem(read, id), toStatus);
const team: NameOf = (read, _, id) => nameIn(getTeamItem(read, id), toTeam);
const sprint: NameOf = (read, _, id) => nameIn(getSprintItem(read, id), toSprint);
const label: NameOf = (read, _, id) => nameIn(getLabelItem(read, id), toLabel);
const member: NameOf = async (read, workspaceId, id) => {
  const [now, former] = await Promise.all([
    getMemberItem(read, workspaceId, id),
    getFormerItem(read, workspaceId, id),
  ]);
  // A service account is not a member and is shown by its id.
  const item = isMemberItem(now) ? now : former;
  return item && toMember(item).name;
};

/**
 * Fields that hold ids, with the field for the name. Whoever can see a resource can see these too, unlike
 * objectives, which can be private.
 */
const named = new Map<string, [name: string, nameOf: NameOf]>(
  Object.entries({
    statusId: ['status', status],
    teamId: ['team', team],
    sprintId: ['sprint', sprint],
    assigneeId: ['assignee', member],
    leadUserId: ['lead', member],
    authorId: ['author', member],
    labels: ['labelNames', label],
  }),
);

/** Groups of an analysis, whose id is that of the grouping resource. */
const groupedBy: ReadonlyMap<string, NameOf> = new Map([
  ['team', team],
  ['assignee', member],
]);

/**
 * Extends a read tool's answers with names next to ids, so that models need not look them up; costs one more
 * round trip.
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
      const result = await tool.run(call);
      return { ...result, data: await addNames(result.data, call) };
    },
  };
}

async function addNames(data: unknown, { args, services }: ToolCall): Promise<unknown> {
  const workspaceId = String(args['workspaceId']).toLowerCase();
  const read = createReader(services.database);
  const names = new Map<string, Promise<string | undefined>>();
  const nameOf = (find: NameOf, id: string) => {
    const known = names.get(id) ?? find(read, workspaceId, id);
    names.set(id, known);
    return known;
  };
  /** All reads are issued at once, so they share a batch. */
  const visit = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return await Promise.all(value.map(visit));
    if (typeof value !== 'object' || value === null) return value;
    const { by, id } = value as { by?: unknown; id?: unknown };
    const ofGroup = typeof by === 'string' && typeof id === 'string' ? groupedBy.get(by) : undefined;
    const entries = Object.entries(value).map(async ([member, part]) => {
      const [name, find] = named.get(member) ?? [];
      if (name !== undefined && find && typeof part === 'string') {
        return [
          [member, part],
          [name, await nameOf(find, part)],
        ];
      }
      if (name !== undefined && find && Array.isArray(part) && part.length > 0) {
        const all = await Promise.all(part.map((one) => nameOf(find, String(one))));
        return [
          [member, part],
          [name, all.map((one) => one ?? '')],
        ];
      }
      if (member === 'id' && ofGroup)
        return [
          [member, part],
          ['name', await nameOf(ofGroup, String(part))],
        ];
      return [[member, await visit(part)]];
    });
    const found = (await Promise.all(entries)).flat();
    return Object.fromEntries(found.filter(([, part]) => part !== undefined));
  };
  return await visit(data);
}

/** The output schema with the added names. */
function namedSchema(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  if (items) return { ...schema, items: namedSchema(items) };
  if (!properties) return schema;
  const members = Object.entries(properties).flatMap(([member, part]) => {
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
