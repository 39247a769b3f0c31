import * as z from 'zod';
import { notFound } from '../api/errors.ts';
import { list, WORKSPACE_PATH } from '../api/operation.ts';
import type { Caller } from '../auth/caller.ts';
import { timestamp, uuid } from '../lib/schema.ts';
import { getObjectiveTeam } from '../objectives/objective-store.ts';
import { getSprintTeam } from '../sprints/sprint-store.ts';
import { getStatusReference } from '../statuses/status-store.ts';
import { listedTeams } from '../teams/list-in-teams.ts';
import { storySchema } from './story.ts';
import { readStoryPage } from './story-list.ts';

export const listStories = list({
  id: 'listStories',
  path: `${WORKSPACE_PATH}/stories`,
  tag: 'Stories',
  summary: 'List stories',
  description:
    'The stories of the teams that the caller has joined, newest first. Filters add up. Archived stories are left out, or with archived=true are the only ones. To keep a copy in step, ask with updatedSince set a minute before the last request, or use webhooks: ids do not tell what was changed or written late.',
  scopes: ['stories:read'],
  principals: ['user', 'serviceAccount'],
  preview: true,
  errors: ['team_required'],
  query: {
    teamId: uuid().optional(),
    statusId: uuid().optional(),
    assigneeId: uuid().optional(),
    sprintId: uuid().optional(),
    objectiveId: uuid().optional(),
    updatedSince: timestamp()
      .optional()
      .meta({ description: 'Only stories whose updatedAt is at or after this instant.' }),
    archived: z.boolean().optional(),
  },
  item: storySchema,
  load: ({ query: { statusId, sprintId, objectiveId }, read }) => ({
    statusTeam: ownerOf(
      'status',
      statusId && getStatusReference(read, statusId).then((status) => status?.teamId ?? undefined),
    ),
    sprintTeam: ownerOf('sprint', sprintId && getSprintTeam(read, sprintId)),
    objectiveTeam: ownerOf('objective', objectiveId && getObjectiveTeam(read, objectiveId)),
  }),
  handle: async ({ query, loaded, caller, read, page, now }) => {
    const { archived = false, ...filter } = query;
    const owners = Object.values(loaded).filter((owner) => owner !== undefined);
    const teams = coveredTeams(caller, filter.teamId, owners);
    return await readStoryPage(read, { ...filter, archived, teams, now }, page);
  },
});

/** What a filter names, and the team that owns it where it exists. */
interface Owner {
  what: string;
  teamId: string | undefined;
}

async function ownerOf(
  what: string,
  team: Promise<string | undefined> | '' | undefined,
): Promise<Owner | undefined> {
  return team ? { what, teamId: await team } : undefined;
}

/** The teams to list: those of the caller or the one asked for, cut by the teams that own what filters name. */
function coveredTeams(caller: Caller, teamId: string | undefined, owners: Owner[]): string[] {
  const owned = owners.map(({ what, teamId: owner }) => {
    if (owner === undefined || !caller.teamIds.has(owner)) throw notFound(what);
    return owner;
  });
  return listedTeams(caller, teamId ?? owned[0]).filter((team) => owned.every((owner) => owner === team));
}
