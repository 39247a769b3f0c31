import * as z from 'zod';
import { runOperation, type ToolCall, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import { getStorySummary } from '../../planning/stories/get-story-summary.ts';
import type { StoryGroupCount } from '../../planning/stories/story-groups.ts';
import { listedTeams } from '../../identity/teams/team-access.ts';
import { findCandidates } from './find-named.ts';

const openCategories = ['backlog', 'unstarted', 'started'];

/** list_members: with `openWork`, also how much each has to do, in the teams that the caller sees. */
export const membersWithWork: ToolOverrides = {
  extendInput: ({ ids: _, updatedSince: __, ...shape }) => ({
    ...shape,
    name: z.string().optional().meta({ description: 'Only those with this in their name or email.' }),
    openWork: z.boolean().optional().meta({ description: 'Also the open stories of each.' }),
  }),
  run: async (call) => {
    const { openWork, name, ...args } = call.args;
    const result = await (name === undefined
      ? runOperation(listMembers, { ...call, args })
      : membersNamed({ ...call, args }, name));
    if (openWork !== true) return result;
    const { workspaceId, teamId } = args;
    const query = { workspaceId, ...(teamId === undefined ? {} : { teamId }) };
    const { data } = await runOperation(getStorySummary, {
      ...call,
      args: { ...query, statusCategory: openCategories, groupBy: 'assignee' },
    });
    const work = new Map(
      (data as StoryGroupCount[]).map(({ key, count, estimate }) => [key, { count, estimate }]),
    );
    const members = (result.data as { id: string }[]).map((member) => {
      const { count = 0, estimate = 0 } = work.get(member.id) ?? {};
      return { ...member, openStories: count, openEstimate: estimate };
    });
    return { ...result, data: members };
  },
};

/** Maximum number of members that are found by name. */
const FOUND_MAX = 50;

/** The members with a text in their name or address, with the rights of listMembers. */
async function membersNamed(call: ToolCall, name: unknown): Promise<OperationResult> {
  const { workspaceId, teamId } = call.args;
  const { data } = await runOperation(findMemberIds, { ...call, args: { workspaceId, name } });
  const ids = (data as string[]).slice(0, FOUND_MAX);
  if (ids.length === 0) return { data: [], replayed: false };
  const args = { workspaceId, ids, limit: FOUND_MAX, ...(teamId === undefined ? {} : { teamId }) };
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
    const wanted = name.trim().toLowerCase();
    const members = await findCandidates('member', { ...context, teams });
    return members
      .filter(({ names }) => names.some((one) => one?.toLowerCase().includes(wanted)))
      .map(({ id }) => id);
  },
});
