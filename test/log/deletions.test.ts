import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { readFrom } from '../../shared/kernel/log/log-store.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { homeOf, runCli } from '../infra/cli/cli.ts';
import { connectedClient } from '../mcp/mcp-client.ts';
import { relationApi } from '../relations/relation-api.ts';
import { dataOf, storyApi } from '../stories/story-api.ts';
import { feedbackApi } from '../support/feedback.ts';
import { planningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import type { ChangeEvent } from './changes-api.ts';

interface Ided {
  id: string;
}

let service: WorkerService;
let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let member: Person;

beforeAll(async () => {
  // Its own stream, since the shared one is behind what all files write.
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  member = await workspace.person('member', [team]);
});

const make = async (path: string, body: object, person = admin): Promise<Ided> =>
  dataOf(await person.client.post(`${workspace.path}/${path}`, body), 201);
const remove = async (path: string, person = admin) =>
  void dataOf(await person.client.delete(`${workspace.path}/${path}`), 200);

const newStory = () => storyApi(workspace, admin.client).create({ teamId: team.id });
const newTeam = () => make('teams', { name: 'Brief', code: `B${newKey().slice(0, 6).toUpperCase()}` });
const plan = () => planningApi(workspace, admin.client);
const feedback = () => feedbackApi(workspace, admin.client);
const relate = (one: Ided, other: Ided) => relationApi(workspace, admin.client).relate(one, 'blocks', other);
const commentOn = (story: Ided, person = admin, parentId?: string) =>
  make(`stories/${story.id}/comments`, { content: 'Yes', ...(parentId ? { parentId } : {}) }, person);
const newItem = async () => {
  const portal: Portal = await feedback().portal();
  const item = await feedback().item(portal);
  const comment = await feedback().comment(portal, item, member);
  return { comment, item, path: `portals/${portal.id}/items/${item.id}` };
};

/** Deletes something; returns it, and the log that has its event if that is not the team's. */
type Deed = () => Promise<Ided & { log?: string }>;
type Row = readonly [what: string, deed: Deed, actor: () => object];

/** Something that is made at a path, and deleted there. */
const deleted =
  (path: string, made: () => Promise<Ided>, log?: () => string): Deed =>
  async () => {
    const { id } = await made();
    await remove(`${path}/${id}`);
    return { id, ...(log ? { log: log() } : {}) };
  };
const inWorkspace = () => workspace.id;

const byAdmin = () => ({ kind: 'user', id: admin.id, via: 'rest' });
const byMember = () => ({ kind: 'user', id: member.id, via: 'rest' });
const following = () => ({ kind: 'system', id: null, via: 'automation' });

const ofTeam: Row[] = [
  ['a story', deleted('stories', newStory), byAdmin],
  [
    'a story, by an AI client',
    async () => {
      const [client, { id: storyId }] = [await connectedClient(member, service), await newStory()];
      const args = { workspaceId: workspace.id, storyId };
      const { data } = await client.use('delete_story', args);
      await client.use('delete_story', { ...args, confirmationToken: data.confirmationToken });
      return { id: storyId };
    },
    () => ({ kind: 'user', id: member.id, via: 'mcp' }),
  ],
  [
    'a comment, by an admin',
    async () => {
      const story = await newStory();
      return await deleted(`stories/${story.id}/comments`, () => commentOn(story, member))();
    },
    byAdmin,
  ],
  [
    'a reply, by its author',
    async () => {
      const story = await newStory();
      const reply = await commentOn(story, member, (await commentOn(story)).id);
      await remove(`stories/${story.id}/comments/${reply.id}`, member);
      return reply;
    },
    byMember,
  ],
  [
    'a reply, with its thread',
    async () => {
      const story = await newStory();
      const thread = await commentOn(story);
      const reply = await commentOn(story, member, thread.id);
      await remove(`stories/${story.id}/comments/${thread.id}`);
      return reply;
    },
    following,
  ],
  [
    'a comment, with its story',
    async () => {
      const story = await newStory();
      const comment = await commentOn(story);
      await remove(`stories/${story.id}`);
      return comment;
    },
    following,
  ],
  [
    'a relation',
    async () => {
      const story = await newStory();
      return await deleted(`stories/${story.id}/relations`, async () => relate(story, await newStory()))();
    },
    byAdmin,
  ],
  [
    'a relation, with a story',
    async () => {
      const story = await newStory();
      const relation = await relate(await newStory(), story);
      await remove(`stories/${story.id}`);
      return relation;
    },
    following,
  ],
  ['a sprint', deleted('sprints', () => plan().sprint(team)), byAdmin],
  [
    'a sprint, by the operator',
    async () => {
      const sprint = await plan().sprint(team);
      const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
      expect(await runCli(['sprints', 'delete', sprint.id, '--yes'], env)).toMatchObject({ code: 0 });
      return sprint;
    },
    () => ({ kind: 'system', id: null, via: 'cli' }),
  ],
  ['an objective', deleted('objectives', () => plan().objective(team)), byAdmin],
  [
    'a key result',
    deleted('key-results', async () => plan().keyResult(await plan().objective(team))),
    byAdmin,
  ],
  [
    'a key result, with its objective',
    async () => {
      const objective = await plan().objective(team);
      const result = await plan().keyResult(objective);
      await remove(`objectives/${objective.id}`);
      return result;
    },
    following,
  ],
];

/** Something of a team that is deleted with it. */
const withTeam =
  (made: (teamId: string) => Promise<Ided>): Deed =>
  async () => {
    const { id: log } = await newTeam();
    const { id } = await made(log);
    await remove(`teams/${log}`);
    return { id, log };
  };

const ofTeamItself: Row[] = [
  ['a team', withTeam(async (id) => ({ id })), byAdmin],
  ['a label, with its team', withTeam((teamId) => make('labels', { teamId, name: 'A label' })), following],
  [
    'a status, with its team',
    withTeam((teamId) => make('statuses', { teamId, name: 'A status', category: 'started' })),
    following,
  ],
];

const ofWorkspace: Row[] = [
  ['a member, by an admin', deleted('members', () => workspace.person('member'), inWorkspace), byAdmin],
  [
    'a member, who left',
    async () => {
      const { client } = member;
      dataOf(await client.post(`${workspace.path}/leave`), 200);
      return { id: member.id, log: workspace.id };
    },
    byMember,
  ],
  ['a portal', deleted('portals', () => feedback().portal(), inWorkspace), byAdmin],
  [
    'a feedback item',
    async () => {
      const { item, path } = await newItem();
      await remove(path);
      return { id: item.id, log: workspace.id };
    },
    byAdmin,
  ],
  [
    'a feedback comment',
    async () => {
      const { comment, path } = await newItem();
      await remove(`${path}/comments/${comment.id}`);
      return { id: comment.id, log: workspace.id };
    },
    byAdmin,
  ],
  [
    'a feedback comment, with its item',
    async () => {
      const { comment, path } = await newItem();
      await remove(path);
      return { id: comment.id, log: workspace.id };
    },
    following,
  ],
  [
    'a feedback update',
    async () => {
      const portal = await feedback().portal();
      return await deleted(`portals/${portal.id}/updates`, () => feedback().update(portal), inWorkspace)();
    },
    byAdmin,
  ],
];

/** The event of a deletion as the log has it, whoever may see it. */
async function deletionIn(log: string, id: string): Promise<ChangeEvent | undefined> {
  const reading = { limit: 1_000, consistent: true };
  const entries = await readFrom(createReader(workspace.database), log, 0, reading);
  const events = entries.flatMap((entry) => entry.bodies()).map((body) => JSON.parse(body) as ChangeEvent);
  return events.find(({ type, data }) => type.endsWith('.deleted') && data.id === id);
}

// The member who leaves is needed until then.
const last = ([what]: Row) => Number(what.endsWith('who left'));
const rows = [...ofTeam, ...ofTeamItself, ...ofWorkspace].sort((a, b) => last(a) - last(b));

test.each(rows)(
  'the event of a deletion names who deleted %s, or that it followed',
  async (_, deed, actor) => {
    const { id, log = team.id } = await deed();
    await expect.poll(() => deletionIn(log, id)).toBeDefined();
    expect((await deletionIn(log, id))!.actor).toEqual(actor());
  },
);
