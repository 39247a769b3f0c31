import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { claimApi, type Claimed } from '../claims/claim-api.ts';
import { connectAgent } from '../oauth/agent.ts';
import { newStoryWorkspace, statusOf } from '../stories/story-api.ts';
import { readAll } from '../support/answers.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

const [AGENTS, OVER_MCP, STORIES] = [20, 10, 40];

let service: WorkerService;
let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let admin: Person;

beforeAll(async () => {
  ({ service } = await workerService());
  made = await newStoryWorkspace(service);
  admin = await made.workspace.person('admin', [made.team]);
});

interface Agent {
  id: string;
  /** Claims a story, completes it and comments on it; returns its id, or undefined if none was ready. */
  workOnNext: () => Promise<string | undefined>;
}

/** An agent that uses the REST API with a key. */
async function restAgent(statusId: string): Promise<Agent> {
  const { workspace, team } = made;
  const { id, client } = await workspace.serviceAccount([team]);
  const api = claimApi(workspace, client);
  return {
    id,
    async workOnNext() {
      const answer = await api.sendNext({ teamId: team.id });
      // A read model that twenty agents ask at once may be late: then they ask again.
      const [claimed] = (answer.json.data ?? []) as Claimed[];
      if (!claimed) return undefined;
      const { story, claim } = claimed;
      const { updatedAt: expectedUpdatedAt } = story;
      const body = { statusId, expectedUpdatedAt, fencingNumber: claim.fencingNumber };
      expect((await api.update(story.id, body)).status).toBe(200);
      const comments = `${workspace.path}/stories/${story.id}/comments`;
      expect((await client.post(comments, { content: 'Done' })).status).toBe(201);
      return story.id;
    },
  };
}

/** An agent that uses the tools of the MCP server. */
async function mcpAgent(statusId: string): Promise<Agent> {
  const { workspace, team } = made;
  const account = await workspace.serviceAccount([team]);
  const mcp = await connectAgent(workspace, admin, account, service);
  return {
    id: account.id,
    async workOnNext() {
      const next = await mcp.callTool('claim_story', {});
      const claimed = next.structuredContent?.data;
      if (!claimed?.reference) return undefined;
      const { data } = await mcp.use('get_story', { story: claimed.reference });
      const stories = [{ story: claimed.reference, expectedUpdatedAt: data.updatedAt }];
      await mcp.use('update_stories', { stories, statusId });
      const comment = { story: claimed.reference, content: 'Done', idempotencyKey: newKey() };
      await mcp.use('save_comment', comment);
      return claimed.storyId;
    },
  };
}

/** What an actor did since a time: how often each thing. */
async function workOf(actorId: string, since: string): Promise<Record<string, number>> {
  const sets = await readAll(made.member.client, `${made.workspace.path}/change-sets`, { actorId, since });
  const counts: Record<string, number> = {};
  for (const set of sets) {
    for (const [type, count] of Object.entries(set.counts as Record<string, number>))
      counts[type] = (counts[type] ?? 0) + count;
  }
  return counts;
}

test('twenty agents work off a backlog over REST and MCP; in the morning a person sees what each did, and takes back the night of one with one call', async () => {
  const { workspace, team } = made;
  const statusId = await statusOf(workspace, made.member.client, team, 'completed');
  const create = () => made.api.create({ teamId: team.id, title: newKey() });
  const stories: Story[] = await Promise.all(Array.from({ length: STORIES }, create));
  const agents = await Promise.all(
    Array.from({ length: AGENTS }, (_, n) => (n < OVER_MCP ? mcpAgent : restAgent)(statusId)),
  );
  const since = new Date().toISOString();
  const done = new Map<string, string[]>(agents.map(({ id }) => [id, []]));
  const count = () => [...done.values()].flat().length;
  await Promise.all(
    agents.map(async ({ id, workOnNext }) => {
      while (count() < STORIES) {
        const story = await workOnNext();
        if (story === undefined) await delay(200);
        else done.get(id)!.push(story);
      }
    }),
  );
  expect([...done.values()].flat().sort()).toEqual(stories.map(({ id }) => id).sort());
  await service.streamsIdle();

  for (const { id } of agents) {
    const own = done.get(id)!.length;
    const expected = {
      'story.claimed': own,
      'story.updated': own,
      'story.released': own,
      'comment.created': own,
    };
    expect(await workOf(id, since)).toEqual(own === 0 ? {} : expected);
  }

  // Comments of others are an admin's to delete.
  const sets = changeSetApi(workspace, admin.client);
  const busiest = [...done].sort(([, one], [, other]) => other.length - one.length)[0]!;
  const night = { actorId: busiest[0], since };
  const { json } = await sets.revertChanges(night);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
  expect(json.data.reverted).toHaveLength(2 * busiest[1].length);
  const now = await Promise.all(stories.map(({ id }) => made.api.read(id)));
  const open = now.filter(({ completedAt, claim }) => completedAt === null && claim === null);
  expect(open.map(({ id }) => id).sort()).toEqual(busiest[1].toSorted());
  const comments = await made.member.client.get(`${workspace.path}/stories/${busiest[1][0]}/comments`);
  expect(comments.json.data).toEqual([]);
  expect((await sets.revertChanges(night)).json.data).toMatchObject({ reverted: [], changeSetId: null });
});
