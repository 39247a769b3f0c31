import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { historyApi } from '../history/history-api.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { planningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let stories: StoryApi;
let browser: Browser;

beforeAll(async () => {
  // Its own stream, since the shared one is behind what all files write.
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
  browser = await signedIn(service, workspace, member);
});

/** What was said and done on the page of a story, in its order and without times. */
async function postsOn(storyId: string, reader = browser): Promise<string[]> {
  const { text } = await reader.open(`/stories/${storyId}`);
  const list = /<ul class="plain posts">(.*?)<\/ul>/s.exec(text)![1]!;
  return [...list.matchAll(/<li class="(?:activity|card)".*?<\/li>/gs)].map(([post]) =>
    post
      .replaceAll(
        /<(time|form)[^>]*>.*?<\/\1>|<div class="acts">.*?<\/div>|<span class="avatar".*?<\/span>/gs,
        '',
      )
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .replace(/ · $/, '')
      .trim(),
  );
}

test('a story shows what was done with it between its comments, in the order of time', async () => {
  const story = await stories.create({ teamId: team.id, title: 'One' });
  const done = await statusOf(workspace, member.client, team, 'completed');
  const comments = `${workspace.path}/stories/${story.id}/comments`;
  let changed = await stories.change(story, { title: 'Two', priority: 'urgent' });
  await member.client.post(comments, { content: 'Now it is urgent.' });
  changed = await stories.change(changed, { statusId: done, endDate: '2026-12-04T00:00:00.000Z' });
  changed = await stories.change(changed, { description: 'A body', assigneeId: member.id });
  await stories.change(changed, { priority: 'none', clearFields: ['assigneeId'] });
  await historyApi(workspace, member.client).of(`stories/${story.id}`, 5);
  const { text } = await browser.open(`/stories/${story.id}`);
  expect(text).toMatch(/>Activity<.*<li class="activity">(?:(?!<\/li>).)*data-clock/s);
  const posts = await postsOn(story.id);
  expect(posts.slice(0, 4)).toEqual([
    'A member created the story',
    'A member changed the title to Two',
    'A member changed the priority to Urgent',
    'A member Now it is urgent.',
  ]);
  expect(posts.slice(4).toSorted()).toEqual([
    'A member changed the assignee to A member',
    'A member changed the description',
    'A member changed the due date to 4 December 2026',
    'A member changed the status from Backlog to Done',
    'A member cleared the assignee',
    'A member cleared the priority',
  ]);
});

test('what was done with links, relations and files of a story is said as that', async () => {
  const story = await stories.create({ teamId: team.id });
  const other = await stories.create({ teamId: team.id });
  const at = `${workspace.path}/stories/${story.id}`;
  const link = await member.client.post(`${at}/links`, { url: 'https://git.example/1', title: 'Passkeys' });
  await member.client.post(`${at}/relations`, { type: 'blocks', relatedStoryId: other.id });
  await attachmentApi(workspace, member.client).attach(story, 'hello', { name: 'log.txt' });
  await member.client.delete(`${at}/links/${link.json.data.id}`);
  await member.client.post(`${at}/archive`);
  await historyApi(workspace, member.client).of(`stories/${story.id}`, 4);
  expect(await postsOn(story.id)).toEqual([
    'A member created the story',
    'A member added the link Passkeys',
    `A member made it block ${other.reference}`,
    'A member added the file log.txt',
    'A member removed the link Passkeys',
    'A member archived the story',
  ]);
  expect(await postsOn(other.id)).toContain(`A member made it blocked by ${story.reference}`);
});

test('no more than the newest changes are shown, and none of what the reader cannot see', async () => {
  const admin = await workspace.person('admin', [team]);
  const secret = await planningApi(workspace, admin.client).objective(team, {
    name: 'A secret',
    private: true,
  });
  const bySomebody = storyApi(workspace, admin.client);
  const story = await bySomebody.create({ teamId: team.id });
  let changed = await bySomebody.change(story, { objectiveId: secret.id });
  await historyApi(workspace, member.client).of(`stories/${story.id}`, 2);
  expect(await postsOn(story.id)).toContain('A admin changed the objective');
  expect(await postsOn(story.id, await signedIn(service, workspace, admin))).toContain(
    'A admin changed the objective to A secret',
  );
  for (let number = 1; number <= 21; number++) {
    changed = await bySomebody.change(changed, { title: `Title ${number}` });
  }
  await historyApi(workspace, member.client).of(`stories/${story.id}`, 23);
  const posts = await postsOn(story.id);
  expect(posts).toHaveLength(20);
  expect([posts[0], posts.at(-1)]).toEqual([
    'A admin changed the title to Title 2',
    'A admin changed the title to Title 21',
  ]);
});
