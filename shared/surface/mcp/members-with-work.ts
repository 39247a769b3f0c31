import * as z from 'zod';
import { nameKey } from '../../kernel/core/name-key.ts';
import { assertAlone } from '../../kernel/api/mcp/tool-variant.ts';
import { runOperation, type ToolCall, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import { getStorySummary } from '../../planning/stories/get-story-summary.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { findCandidates } from './find-named.ts';

type ListedMembers = OperationResult<readonly { id: string }[]>;

const openCategories = ['backlog', 'unstarted', 'started'];

/**
 * list_members: with `openWork`, also how much each has to do, in the teams that the caller sees; with `workingTime`,
 * when each works and is away.
 */
export const membersWithWork: ToolOverrides = {
  extendInput: ({ ids: _, updatedSince: __, ...shape }) => ({
    ...shape,
    name: z.string().optional().meta({ description: 'In their name or email.' }),
    openWork: z.boolean().optional().meta({ description: 'Also the open stories of each.' }),
    workingTime: z.boolean().optional(),
  }),
  run: async (call) => {
    const { openWork, workingTime, name, ...args } = call.args;
    const found = await (name === undefined
      ? runOperation(listMembers, { ...call, args })
      : membersNamed({ ...call, args }, name));
    const result = openWork === true ? await withOpenWork({ ...call, args }, found) : found;
    if (workingTime !== true) return result;
    // Imported on demand: few calls ask when people work.
    const { withWorkingTime } = await import('./working-time-of-members.ts');
    return await withWorkingTime(call, result);
  },
};

async function withOpenWork(call: ToolCall, result: ListedMembers): Promise<ListedMembers> {
  const { workspaceId, teamId } = call.args;
  const query = { workspaceId, ...(teamId === undefined ? {} : { teamId }) };
  const { data } = await runOperation(getStorySummary, {
    ...call,
    args: { ...query, statusCategory: openCategories, groupBy: 'assignee' },
  });
  const work = new Map(data.map(({ key, count, estimate }) => [key, { count, estimate }]));
  const members = result.data.map((member) => {
    const { count = 0, estimate = 0 } = work.get(member.id) ?? {};
    return { ...member, openStories: count, openEstimate: estimate };
  });
  return { ...result, data: members };
}

/** Maximum number of members that are found by name. */
const FOUND_MAX = 50;

/** The members with a text in their name or address, with the rights of listMembers. */
async function membersNamed(call: ToolCall, name: unknown): Promise<ListedMembers> {
  assertAlone(call.args, { asked: 'name', takes: ['teamId', 'limit'] });
  const { workspaceId, teamId, limit = FOUND_MAX } = call.args;
  const { data } = await runOperation(findMemberIds, { ...call, args: { workspaceId, name } });
  const ids = data.slice(0, FOUND_MAX);
  if (ids.length === 0) return { data: [], replayed: false };
  const args = { workspaceId, ids, limit, ...(teamId === undefined ? {} : { teamId }) };
  return await runOperation(listMembers, { ...call, args });
}

const findMemberIds = operation({
  id: 'findMemberIds',
  method: 'GET',
  path: listMembers.path,
  tag: listMembers.tag,
  summary: 'Find members by name',
  scopes: listMembers.scopes,
  query: () => ({ name: z.string() }),
  output: () => z.array(z.string()),
  handle: async ({ query: { name }, ...context }) => {
    const teams = listedTeams(context.caller, undefined);
    const wanted = nameKey(name);
    const members = await findCandidates('member', { ...context, teams });
    return members
      .filter(({ names }) => names.some((one) => one !== null && nameKey(one).includes(wanted)))
      .map(({ id }) => id);
  },
});
