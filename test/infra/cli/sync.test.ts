import { execFile } from 'node:child_process';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import type { FeedbackItem } from '../../../shared/feedback/items/item.ts';
import type { Objective } from '../../../shared/planning/objective/objective.ts';
import type { Story } from '../../../shared/planning/story/story.ts';
import { feedbackApi } from '../../support/feedback.ts';
import { seededRandom } from '../../support/random.ts';
import { sharedService } from '../../support/service.ts';
import { runCli, startCli } from './cli.ts';
import { mirrorIn } from './mirror.ts';
import { startInterceptor } from './interceptor.ts';
import { syncSetup } from './sync-setup.ts';

test('sync lists what the member sees, then follows changes, deletions and rights', async () => {
  const { workspace, teams, admin, stories, plan, folder, sync, shown, untilInStep, comment, relate, place } =
    await syncSetup();
  const [here, there] = teams;
  const story = await stories.create({ teamId: here.id, description: 'Ä body\nof lines' });
  const far = await stories.create({ teamId: there.id });
  const root = (await comment(story, 'A comment')).json.data as { id: string };
  await comment(story, 'A reply', root.id);
  await relate(far, 'blocked_by', story);
  await relate(story, 'relates_to', far);
  await stories.archive((await stories.create({ teamId: here.id })).id);
  const secret = await plan.objective(here, { private: true, name: 'A secret', health: 'on_track' });
  await plan.keyResult(secret);
  await plan.updatesOf(secret).write();
  await plan.sprint(here);
  const feedback = feedbackApi(workspace, admin.client);
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
  const resources = Object.values(await shown()).reduce((count, lines) => count + lines.length, 0);
  expect(JSON.parse((await sync('--once', '--json')).stdout)).toEqual({ directory: folder, resources });

  const { updatedAt: expectedUpdatedAt } = secret;
  await plan.objectives.update(secret.id, { expectedUpdatedAt, private: false });
  await stories.change(story, { title: 'Another' });
  await stories.delete(far.id);
  await feedback.change(`${at}/updates/${update.id}`, update, { title: 'Another update' });
  await admin.client.post(`${at}/items/${item.id}/comments`, { content: 'An answer' });
  await admin.client.delete(`${at}/items/${gone.id}`);
  const moved = await stories.create({ teamId: there.id });
  await comment(moved, 'It moves with its story');
  await workspace.operator.leaveTeam(place(there));
  await untilInStep();
  const arrived = await stories.change(moved, { teamId: here.id });
  await untilInStep();
  const idsOf = (file: string) => mirrorIn(folder)[file]!.map(({ id }) => id);
  expect(idsOf('stories')).toContain(moved.id);
  expect(mirrorIn(folder)['comments']).toMatchObject([
    { storyId: story.id },
    { storyId: story.id },
    { storyId: moved.id },
  ]);
  await stories.change(arrived, { teamId: there.id });
  await untilInStep();
  expect(idsOf('stories')).not.toContain(moved.id);
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

test('the mirror equals the service after being killed at random, while others write, delete, leave and hide', async () => {
  const { workspace, teams, admin, stories, plan, folder, env, untilInStep, comment, relate, place } =
    await syncSetup();
  const { seed, whole } = inject('sampling');
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const made: Story[] = [];
  const feedback = feedbackApi(workspace, admin.client);
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
      const n = Math.floor(random() * made.length);
      const there = teams.find(({ id }) => id !== made[n]?.teamId)!;
      if (made[n]) made[n] = await stories.change(made[n], { teamId: there.id });
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
      await workspace.operator[joined ? 'leaveTeam' : 'joinTeam'](place(teams[1]));
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

test('sync lists again when the service no longer retains the changes after its cursor', async () => {
  const { teams, stories, folder, sync, shown, env } = await syncSetup();
  const [kept, gone] = [
    await stories.create({ teamId: teams[0].id }),
    await stories.create({ teamId: teams[0].id }),
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

test('sync reads the comments of a team from one list, and says so if the service has no such list', async () => {
  const { teams, stories, folder, env, shown, comment } = await syncSetup();
  for (const team of teams) {
    const story = await stories.create({ teamId: team.id });
    const root = (await comment(story, 'A comment')).json.data as { id: string };
    await comment(await stories.create({ teamId: team.id }), 'Another');
    await comment(story, 'A reply', root.id);
  }
  const asked: string[] = [];
  let isOld = true;
  const url = await startInterceptor((path, pass, outgoing) => {
    if (/\/comments(\?|$)/.test(path)) asked.push(path);
    if (!isOld || !path.includes('/comments?')) return pass();
    outgoing.writeHead(404, { 'content-type': 'application/json' });
    outgoing.end('{"data":null,"error":{"code":"not_found","message":"There is no such route.","hint":""}}');
  });
  const sync = () => runCli(['sync', folder, '--once'], { ...env(), PLOTLINE_URL: url });
  const refused = await sync();
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('/comments (404)')]);

  [isOld, asked.length] = [false, 0];
  expect((await sync()).code).toBe(0);
  expect(mirrorIn(folder)).toEqual(await shown());
  expect(mirrorIn(folder)['comments']).toHaveLength(6);
  expect(asked).toHaveLength(teams.length);
});

test('sync touches neither the mirror of another member nor files that it has not written', async () => {
  const { workspace, teams, folder, env, sync } = await syncSetup();
  await sync('--once');
  const other = await workspace.person('member', teams);
  const foreign = await runCli(['sync', folder, '--once'], env(other));
  expect([foreign.code, foreign.stderr]).toEqual([1, expect.stringContaining('another member')]);
  rmSync(join(folder, '.plotline-sync.db'));
  const stranger = await sync('--once');
  expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringContaining('not from plotline sync')]);
});

test('sync needs no more memory for a mirror that is larger than it', async () => {
  const { folder } = await syncSetup();
  const script = join(import.meta.dirname, 'fixture/large-mirror.ts');
  const heap = ['--max-old-space-size=48', '--max-semi-space-size=2'];
  const { stdout } = await promisify(execFile)(process.execPath, [...heap, script, folder]);
  expect(stdout).toBe('12000 resources\n');
  expect(statSync(join(folder, 'stories.jsonl')).size).toBeGreaterThan(96_000_000);
});

/** Answers the first continuation of the feed as one whose cursor has expired. */
function expiringOnce(): Promise<string> {
  let expired = false;
  return startInterceptor((url, pass, outgoing) => {
    if (expired || !/\/changes\?.*cursor=/.test(url)) return pass();
    expired = true;
    outgoing.writeHead(410, { 'content-type': 'application/json' });
    outgoing.end('{"data":null,"error":{"code":"cursor_expired","message":"","hint":""}}');
  });
}
