import { randomUUID } from 'node:crypto';
import type { Story } from '../../shared/planning/story/story.ts';
import { getStoryItem, replaceStory } from '../../shared/planning/story/story-store.ts';
import { putStatus } from '../../shared/identity/status/status-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { putKeyResult } from '../../shared/planning/key-results/key-result-store.ts';
import { putObjective } from '../../shared/planning/objective/objective-store.ts';
import { putSprint } from '../../shared/planning/sprints/sprint-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import type { Answer, Client, RequestOptions } from '../support/client.ts';
import { nextSprintName } from '../support/planning.ts';
import type { ServiceAddress } from '../support/service.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';

/** The story operations as one client calls them, with a new key for each create unless one is passed. */
export function storyApi({ path }: { path: string }, client: Client) {
  const at = (id: string) => `${path}/stories/${id}`;
  const withKey = (key?: string): Record<string, string> =>
    key === undefined ? {} : { 'idempotency-key': key };
  const send = (body: object, key = newKey()) => client.post(`${path}/stories`, body, withKey(key));
  const update = (id: string, body: object, key?: string) => client.patch(at(id), body, withKey(key));
  return {
    /** Creates a story and returns the answer. */
    send,
    /** Creates a story and returns it; throws where that is refused. */
    create: async (body: object): Promise<Story> => dataOf(await send({ title: 'A story', ...body }), 201),
    get: (id: string) => client.get(at(id)),
    read: async (id: string): Promise<Story> => dataOf(await client.get(at(id)), 200),
    list: (query: RequestOptions['query'] = {}) => client.get(`${path}/stories`, query),
    update,
    /** Changes a story from its version as given, and returns the new one; throws where that is refused. */
    change: async ({ id, updatedAt }: Story, patch: object): Promise<Story> =>
      dataOf(await update(id, { expectedUpdatedAt: updatedAt, ...patch }), 200),
    archive: (id: string, key?: string) => client.post(`${at(id)}/archive`, undefined, withKey(key)),
    unarchive: (id: string, key?: string) => client.post(`${at(id)}/unarchive`, undefined, withKey(key)),
    delete: (id: string, key?: string) => client.delete(at(id), withKey(key)),
  };
}

export type StoryApi = ReturnType<typeof storyApi>;

export function dataOf<T>({ status, json, text }: Answer, expected: number): T {
  if (status !== expected) throw new Error(`Answered ${status} in the place of ${expected}: ${text}`);
  return json.data as T;
}

/** A workspace with a team and a member of it, who calls. */
export async function newStoryWorkspace(service?: ServiceAddress) {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  return { workspace, team, member, api: storyApi(workspace, member.client) };
}

/** The id of a team's status of a category. */
export async function statusOf(
  { path }: TestWorkspace,
  client: Client,
  team: Team,
  category: string,
): Promise<string> {
  const statuses = dataOf<{ id: string; category: string }[]>(
    await client.get(`${path}/statuses`, { teamId: team.id }),
    200,
  );
  return statuses.find((status) => status.category === category)!.id;
}

/** Puts what stories refer to into the table, through the stores and without the rules of their operations. */
export function seed({ database, id: workspaceId }: TestWorkspace) {
  const at = '2026-01-01T00:00:00.000Z';
  const made = (teamId: string) => ({ id: randomUUID(), workspaceId, teamId, createdAt: at, updatedAt: at });
  const span = { startDate: at, endDate: at };
  const byNobody = { createdBy: randomUUID(), leadUserId: null };
  const neverThrown = () => new Error('This condition always holds here.');
  return {
    /** One more status of a category, as a team can have several. */
    status: async ({ id: teamId }: Team, category: StatusCategory): Promise<string> => {
      const shown = {
        name: 'One more',
        category,
        order: 9,
        color: '#123456',
        isDefault: false,
        archivedAt: null,
      };
      const status = { ...made(teamId), ...shown };
      await commit(database, [putStatus(status)]);
      return status.id;
    },
    sprint: async ({ id: teamId }: Team): Promise<string> => {
      const sprint = {
        ...made(teamId),
        name: nextSprintName(teamId),
        goal: null,
        objectiveId: null,
        ...span,
      };
      await commit(
        database,
        putSprint(
          { ...sprint, automationManaged: false, startedAt: null, closedAt: null, timeZone: 'UTC' },
          writeConflict,
        ),
      );
      return sprint.id;
    },
    objective: async ({ id: teamId }: Team): Promise<string> => {
      const texts = { name: 'An objective', description: null, shortSummary: null, color: '#123456' };
      const standing = { private: false, statusId: randomUUID(), priority: 'low', health: null } as const;
      const objective = { ...made(teamId), sequenceId: 1, ...texts, ...standing, ...span, ...byNobody };
      await commit(database, putObjective(objective));
      return objective.id;
    },
    keyResult: async ({ id: teamId }: Team, objectiveId: string): Promise<string> => {
      const measure = { measurementType: 'number', startValue: 0, currentValue: 0, targetValue: 1 } as const;
      const named = { sequenceId: 1, name: 'A key result', contributorIds: [], objectiveId };
      const keyResult = { ...made(teamId), ...named, ...measure, ...span, ...byNobody };
      await commit(database, putKeyResult(keyResult, neverThrown));
      return keyResult.id;
    },
  };
}

/** Gives a story another version in the table, as if it had last been changed then. */
export async function changedAt(
  { database }: TestWorkspace,
  story: Story,
  updatedAt: string,
): Promise<Story> {
  const changed = { ...story, updatedAt };
  const item = (await getStoryItem(createReader(database), story.id))!;
  await commit(database, [replaceStory(changed, item, () => new Error('The story was changed.'))]);
  return changed;
}
