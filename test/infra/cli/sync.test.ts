import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import type { FeedbackItem } from '../../../shared/feedback/item.ts';
import type { Objective } from '../../../shared/objectives/objective.ts';
import type { Story } from '../../../shared/stories/story.ts';
import type { Team } from '../../../shared/teams/team.ts';
import { storyApi, type StoryApi } from '../../stories/story-api.ts';
import { feedbackOf } from '../../support/feedback.ts';
import { planner, type Planner } from '../../support/planning.ts';
import { seededRandom } from '../../support/random.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';
import { runCli, startCli } from './cli.ts';
import { mirrorIn, shownTo } from './mirror.ts';
import { PATIENCE_MS } from '../../support/until.ts';

let workspace: TestWorkspace;
let teams: Team[];
let admin: Person;
let reader: Person;
let folder: string;
let stories: StoryApi;
let plan: Planner;

beforeEach(async () => {
  workspace = await newWorkspace();
  teams = [await workspace.team(), await workspace.team()];
  admin = await workspace.person('admin', teams);
  reader = await workspace.person('member', teams);
  stories = storyApi(workspace, admin.client);
  plan = planner(workspace, admin.client);
  folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const env = (person = reader) => ({ PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: person.token });
const sync = (...options: string[]) => runCli(['sync', folder, ...options], env());
const shown = () => shownTo(reader.client, workspace);
/** Syncs until the mirror has what the service shows: the feed lags behind a write. */
const untilInStep = () =>
  expect
    .poll(
      async () => {
        await sync('--once');
        const [mirror, service] = [mirrorIn(folder), await shown()];
        const linesOf = (contents: typeof mirror) =>
          Object.entries(contents).flatMap(([file, lines]) =>
            lines.map((line) => [file, JSON.stringify(line)].join(' ')),
          );
        const [have, want] = [linesOf(mirror), linesOf(service)];
        const differing = [
          ...have.filter((line) => !want.includes(line)).map((line) => `mirror: ${line}`),
          ...want.filter((line) => !have.includes(line)).map((line) => `service: ${line}`),
        ];
        return differing.length === 0 ? 'in step' : differing;
      },
      { timeout: PATIENCE_MS, interval: 200 },
    )
    .toBe('in step');
const relate = (one: Story, type: string, other: Story) =>
  admin.client.post(`${workspace.path}/stories/${one.id}/relations`, { type, relatedStoryId: other.id });
const comment = (story: Story, content: string, parentId?: string) =>
  admin.client.post(`${workspace.path}/stories/${story.id}/comments`, {
    content,
    ...(parentId ? { parentId } : {}),
  });
const place = (team: Team) => ({ workspaceId: workspace.id, teamId: team.id, principalId: reader.id });

test('lists what the member sees, then follows changes, deletions and rights', async () => {
  const [here, there] = teams as [Team, Team];
  const story = await stories.create({ teamId: here.id, description: 'Ä body\nof lines' });
  const far = await stories.create({ teamId: there.id });
  const root = (await comment(story, 'A comment')).json.data as { id: string };
  await comment(story, 'A reply', root.id);
  await relate(far, 'blocked_by', story);
  await relate(story, 'relates_to', far);
  await stories.archive((await stories.create({ teamId: here.id })).id);
  const secret = await plan.objective(here, { private: true, name: 'A secret' });
  await plan.keyResult(secret);
  await plan.sprint(here);
  const feedback = feedbackOf(workspace, admin.client);
  const portal = await feedback.portal({ visibility: 'private' });
  const [item, gone] = [await feedback.item(portal), await feedback.item(portal)];
  const update = await feedback.update(portal, { body: 'Soon' });
  const at = feedback.pathOf(portal);
  await admin.client.post(`${at}/items/${item.id}/comments`, { content: 'A note', internal: true });
  const first = await sync('--once');
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('Up to date')]);
  // By which a later version finds what this one has made.
  expect(existsSync(join(folder, '.plotline-sync.db'))).toBe(true);
  expect(mirrorIn(folder)).toEqual(await shown());
  expect(mirrorIn(folder)['relations']).toHaveLength(2);

  const { updatedAt: expectedUpdatedAt } = secret;
  await plan.objectives.update(secret.id, { expectedUpdatedAt, private: false });
  await stories.change(story, { title: 'Another' });
  await stories.delete(far.id);
  await feedback.change(`${at}/updates/${update.id}`, update, { title: 'Another update' });
  await admin.client.post(`${at}/items/${item.id}/comments`, { content: 'An answer' });
  await admin.client.delete(`${at}/items/${gone.id}`);
  await workspace.operator.leaveTeam(place(there));
  await untilInStep();
  expect(mirrorIn(folder)).toMatchObject({ relations: [], 'key-results': [{ objectiveId: secret.id }] });
  expect(mirrorIn(folder)).toMatchObject({
    'feedback-items': [{ id: item.id }],
    'feedback-updates': [{ title: 'Another update' }],
  });
  expect(mirrorIn(folder)['feedback-comments']).toHaveLength(2);
  await workspace.operator.joinTeam(place(there));
  await untilInStep();
  expect(mirrorIn(folder)['teams']).toHaveLength(2);
});

test('equals the service after being killed at random, while others write, delete, leave and hide', async () => {
  const { seed, whole } = inject('sampling');
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const made: Story[] = [];
  const feedback = feedbackOf(workspace, admin.client);
  const portal = await feedback.portal();
  const items: FeedbackItem[] = [];
  const at = (item: FeedbackItem) => `${feedback.pathOf(portal)}/items/${item.id}`;
  const objectives: Objective[] = [];
  let joined = true;
  const deeds: (() => Promise<unknown>)[] = [
    async () => made.push(await stories.create({ teamId: pick(teams)!.id })),
    async () => made.push(await stories.create({ teamId: pick(teams)!.id })),
    async () => {
      const n = Math.floor(random() * made.length);
      if (made[n]) made[n] = await stories.change(made[n], { title: `Title ${random()}` });
    },
    async () => {
      const [gone] = made.splice(Math.floor(random() * made.length), 1);
      if (gone) await stories.delete(gone.id);
    },
    async () => made[0] && comment(pick(made)!, `Comment ${random()}`),
    async () => made.length > 1 && relate(made[0]!, 'relates_to', made.at(-1)!),
    async () => objectives.push(await plan.objective(pick(teams)!, { private: random() < 0.5 })),
    async () => {
      const objective = objectives.pop();
      if (!objective) return;
      const { updatedAt: expectedUpdatedAt } = objective;
      await plan.objectives.update(objective.id, { expectedUpdatedAt, private: !objective.private });
      await plan.keyResult(objective);
    },
    async () => items.push(await feedback.item(portal)),
    async () => {
      const item = pick(items);
      if (item) await admin.client.post(`${at(item)}/comments`, { content: 'An answer' });
    },
    async () => {
      const item = items.pop();
      if (item) await admin.client.delete(at(item));
    },
    async () => {
      await workspace.operator[joined ? 'leaveTeam' : 'joinTeam'](place(teams[1]!));
      joined = !joined;
    },
  ];
  let working = true;
  const work = (async () => {
    for (let n = whole ? 600 : 60; n > 0; n--) {
      await pick(deeds)!();
      await delay(random() * 60);
    }
    working = false;
  })();
  let kills = 0;
  while (working || kills < 2) {
    const { child, ended } = startCli(['sync', folder], env());
    await delay(200 + random() * 2_500);
    child.kill('SIGKILL');
    kills++;
    await ended;
  }
  await work;
  await untilInStep();
});

test('lists anew when the service no longer retains the changes after its cursor', async () => {
  const [kept, gone] = [
    await stories.create({ teamId: teams[0]!.id }),
    await stories.create({ teamId: teams[0]!.id }),
  ];
  await sync('--once');
  await stories.delete(gone.id);
  const url = await expiringOnce();
  // A mirror belongs to the service that it was made from.
  const store = new DatabaseSync(join(folder, '.plotline-sync.db'));
  store.prepare('UPDATE state SET json = replace(json, ?, ?)').run(sharedService().baseUrl, url);
  store.close();
  const { code, stderr } = await runCli(['sync', folder, '--once'], { ...env(), PLOTLINE_URL: url });
  expect([code, stderr]).toEqual([0, expect.stringContaining('listed again')]);
  expect(mirrorIn(folder)['stories']!.map(({ id }) => id)).toEqual([kept.id]);
  expect(mirrorIn(folder)).toEqual(await shown());
});

/** Before the first request that is about something, the reader leaves a team or joins it, or stays. */
type Step = readonly ['leaveTeam' | 'joinTeam' | 'stay', about: string];

/** The address of a service before whose answers a reader takes these steps, one after the other, once they are to. */
async function whoseReader(team: Team, steps: readonly Step[]) {
  const left = [...steps];
  const begun = { isBegun: false };
  const url = await standBefore(async (path, pass) => {
    if (begun.isBegun && left[0] && path.includes(left[0][1])) {
      const [step] = left.shift()!;
      if (step !== 'stay') await workspace.operator[step](place(team));
    }
    pass();
  });
  const once = () => runCli(['sync', folder, '--once'], { ...env(), PLOTLINE_URL: url });
  return { once, left, begin: () => (begun.isBegun = true) };
}

/** A team's story with a comment and an objective, of which no feed that begins now tells: it begins five seconds ago. */
async function oldWork(team: Team) {
  const story = await stories.create({ teamId: team.id });
  await comment(story, 'A comment');
  const objective = await plan.objective(team);
  await delay(5_500);
  return { story, objective };
}

test('has the teams of its reader, who leaves and joins one while all is listed', async () => {
  const [, team] = teams as [Team, Team];
  const { story } = await oldWork(team);
  const cases: Record<string, { joins?: true; steps: readonly Step[] }> = {
    'in it for the listing only': {
      joins: true,
      steps: [
        ['stay', '/changes'],
        ['joinTeam', '/teams'],
        ['leaveTeam', '&cursor='],
      ],
    },
    'out of it for the listing only': {
      steps: [
        ['leaveTeam', '/labels'],
        ['joinTeam', '&cursor='],
      ],
    },
    'out of it for one request': {
      steps: [
        ['leaveTeam', `/stories/${story.id}/comments`],
        ['joinTeam', '/'],
      ],
    },
    'gone before its stories are listed': { steps: [['leaveTeam', `/stories?`]] },
  };
  for (const [what, { joins, steps }] of Object.entries(cases)) {
    rmSync(folder, { recursive: true });
    if (joins) await workspace.operator.leaveTeam(place(team));
    const { once, left, begin } = await whoseReader(team, steps);
    begin();
    const { code, stderr } = await once();
    expect([what, code, left], stderr).toEqual([what, 0, []]);
    await once();
    expect({ what, ...mirrorIn(folder) }).toEqual({ what, ...(await shown()) });
    if (!(await shown())['teams']!.some(({ id }) => id === team.id))
      await workspace.operator.joinTeam(place(team));
  }
});

test.each(['an objective', 'a team'])(
  'has %s that comes into sight, also if its reader leaves the team meanwhile and is back before the next look',
  async (what) => {
    const [, team] = teams as [Team, Team];
    const isTeam = what === 'a team';
    const objective = await plan.objective(team, { private: !isTeam });
    await plan.keyResult(objective);
    if (isTeam) await workspace.operator.leaveTeam(place(team));
    await delay(5_500);
    const { once, left, begin } = await whoseReader(team, [
      ['leaveTeam', isTeam ? `/teams/${team.id}` : `/objectives/${objective.id}`],
      ['joinTeam', '/changes'],
    ]);
    expect((await once()).code).toBe(0);
    begin();
    const { updatedAt: expectedUpdatedAt } = objective;
    if (isTeam) await workspace.operator.joinTeam(place(team));
    else await plan.objectives.update(objective.id, { expectedUpdatedAt, private: false });
    await expect
      .poll(async () => [(await once()).code, left], { timeout: PATIENCE_MS, interval: 200 })
      .toEqual([0, []]);
    expect((await once()).code).toBe(0);
    expect(mirrorIn(folder)).toEqual(await shown());
    expect(mirrorIn(folder)['objectives']).toMatchObject([{ id: objective.id, private: false }]);
  },
);

test('has nothing of a team that its reader leaves while it is fetched', async () => {
  const [, team] = teams as [Team, Team];
  await oldWork(team);
  await workspace.operator.leaveTeam(place(team));
  const { once, left, begin } = await whoseReader(team, [['leaveTeam', '/stories?']]);
  expect((await once()).code).toBe(0);
  begin();
  await workspace.operator.joinTeam(place(team));
  expect([(await once()).code, left]).toEqual([0, []]);
  expect(mirrorIn(folder)).toEqual(await shown());
  expect(mirrorIn(folder)['teams']).toHaveLength(1);
});

test('touches neither the mirror of another member nor files that it has not written', async () => {
  await sync('--once');
  const other = await workspace.person('member', teams);
  const foreign = await runCli(['sync', folder, '--once'], env(other));
  expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('another member')]);
  rmSync(join(folder, '.plotline-sync.db'));
  const stranger = await sync('--once');
  expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining('not from plotline sync')]);
});

test('needs no more memory for a mirror that is larger than it', async () => {
  const script = join(import.meta.dirname, 'fixture/large-mirror.ts');
  const heap = ['--max-old-space-size=48', '--max-semi-space-size=2'];
  const { stdout } = await promisify(execFile)(process.execPath, [...heap, script, folder]);
  expect(stdout).toBe('12000 resources\n');
  expect(statSync(join(folder, 'stories.jsonl')).size).toBeGreaterThan(96_000_000);
});

type Pass = () => void;

/** Stands before the service: what is asked of it goes through a test, which passes it on or answers itself. */
async function standBefore(
  handle: (url: string, pass: Pass, outgoing: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const pass = () => {
      const headers = { authorization: incoming.headers.authorization };
      request(`${sharedService().baseUrl}${incoming.url}`, { headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, { 'content-type': 'application/json' });
        answer.pipe(outgoing);
      }).end();
    };
    void handle(incoming.url!, pass, outgoing);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers the first continuation of the feed as one whose cursor has expired. */
function expiringOnce(): Promise<string> {
  let expired = false;
  return standBefore((url, pass, outgoing) => {
    if (expired || !/\/changes\?.*cursor=/.test(url)) return pass();
    expired = true;
    outgoing.writeHead(410, { 'content-type': 'application/json' });
    outgoing.end('{"data":null,"error":{"code":"cursor_expired","message":"","hint":""}}');
  });
}
