import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { storyOperations } from '../../shared/planning/stories/index.ts';
import { accountRoutes } from '../support/account-routes.ts';
import { newAccount, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';

/** Writes a day of a workspace of the service under test. */
const WRITES = 2;
const DAY_MS = 24 * 60 * 60 * 1000;

let service: ClockedService;
let proxy: DynamoDbProxy;
let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  proxy = await startProxy();
  const { dynamodbEndpoint, credentials } = sharedService();
  Object.assign(proxy, { target: dynamodbEndpoint, credentials });
  const access = { endpoint: proxy.endpoint, region: 'local', credentials };
  service = await startClockedService([...storyOperations.map(operationRoute), ...accountRoutes], {
    database: createDatabase(sharedService().tableName, access),
    setting: (variable) =>
      variable === 'RATE_LIMITS'
        ? JSON.stringify({ credential: 1_000, workspace: 1_000, writesADay: WRITES })
        : undefined,
  });
});
beforeEach(async () => {
  proxy.reset();
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});

const newStory = () => storyApi(workspace, member.client).create({ teamId: team.id });

async function openStory() {
  const story = await newStory();
  const browser = await signedIn(service, workspace, member);
  const path = `/stories/${story.id}`;
  return { story, browser, path, page: await browser.open(path) };
}

const commentsOn = async (id: string) =>
  (await member.client.get(`${workspace.path}/stories/${id}/comments`)).json.data as { content: string }[];

/** Asserts that a page has the form for a comment with this text, and says what to do. */
function expectTyped({ text }: Shown, path: string, content: string, words: string) {
  expect(text).toContain(`action="${path}/comment"`);
  expect(text).toMatch(new RegExp(`<textarea[^>]*>\\s*${content}</textarea>`));
  expect(text).toContain(words);
}

/** Signs in again, as in another tab: the session of the browser is a new one. */
async function signInAgain(browser: Browser) {
  browser.cookies.delete('__Host-session');
  const page = await browser.open('/sign-in');
  await browser.submit(page, '/sign-in', await newAccount(workspace, member));
}

describe('what was typed into the page of a story is not lost', () => {
  test.each([
    ['12:00', /Try again in 1[12] hours\./],
    ['23:15', /Try again in 4[0-5] minutes\./],
  ])('where the workspace has used up its writes of the day by %s', async (time, says) => {
    service.pass((Date.parse(`1970-01-01T${time}:00Z`) - (service.now.getTime() % DAY_MS) + DAY_MS) % DAY_MS);
    const { story, browser, path, page } = await openStory();
    for (let written = 0; written < WRITES; written++) {
      await browser.submit(await browser.open(path), `${path}/comment`, { content: 'Written' });
    }
    const refused = await browser.submit(page, `${path}/comment`, { content: 'One more' });
    expect(refused.status).toBe(429);
    expectTyped(refused, path, 'One more', 'You can send it again from here.');
    expect(refused.text).toMatch(says);
    expect(refused.text).toContain(`href="${path}"`);
    service.pass(DAY_MS);
    const browserOfDay = await signedIn(service, workspace, member);
    const again = await browserOfDay.submit(await browserOfDay.open(path), `${path}/comment`, {
      content: 'One more',
    });
    expect(again.status).toBe(200);
    expect((await commentsOn(story.id))[0]).toMatchObject({ content: 'One more' });
  });

  test('while the table answers nothing, and is then stored once', async () => {
    const { story, browser, path, page } = await openStory();
    proxy.fault = () => 'throttle';
    const refused = await browser.submit(page, `${path}/comment`, { content: 'Too busy' });
    proxy.fault = undefined;
    expect(refused.status).toBe(503);
    expectTyped(refused, path, 'Too busy', 'You can send it again from here.');
    for (const _ of [1, 2]) {
      const sent = await browser.submit(refused, `${path}/comment`, { content: 'Too busy' });
      expect(sent.status).toBe(200);
    }
    expect(await commentsOn(story.id)).toMatchObject([{ content: 'Too busy' }]);
  });

  test('while no choice can be saved', async () => {
    const { story, browser, path, page } = await openStory();
    const done = await statusOf(workspace, member.client, team, 'completed');
    proxy.fault = () => 'throttle';
    const refused = await browser.submit(page, `${path}/save`, { status: done });
    proxy.fault = undefined;
    expect(refused.status).toBe(503);
    await browser.submit(refused, `${path}/save`);
    expect((await storyApi(workspace, member.client).read(story.id)).statusId).toBe(done);
  });

  test('where a choice is made meanwhile, which keeps it until it is posted or cleared', async () => {
    const { story, browser, path, page } = await openStory();
    const done = await statusOf(workspace, member.client, team, 'completed');
    const fields = { status: done, content: 'Half a thou' };
    const chosen = await browser.submit(page, `${path}/save`, fields);
    expect([chosen.status, chosen.text]).toEqual([200, expect.stringContaining('Your changes are saved.')]);
    expectTyped(chosen, path, 'Half a thou', `form="story-form"`);
    expect(chosen.text).not.toMatch(/You wrote this earlier|autofocus/);
    expect((await storyApi(workspace, member.client).read(story.id)).statusId).toBe(done);
    expect(await commentsOn(story.id)).toEqual([]);

    const later = await browser.open(path);
    expectTyped(later, path, 'Half a thou', 'You wrote this earlier.');
    // The status is another one since: the choice is refused, and the comment is not.
    const started = await statusOf(workspace, member.client, team, 'started');
    const other = { status: started, content: 'Half a thought' };
    const late = await browser.submit(page, `${path}/save`, other);
    expect(late.status).toBe(409);
    expectTyped(late, path, 'Half a thought', 'role="alert"');
  });

  test('where the story is changed meanwhile, until the field is emptied', async () => {
    const { browser, path, page } = await openStory();
    const saved = await browser.submit(page, `${path}/save`, { priority: 'high', content: 'Half a thou' });
    expectTyped(saved, path, 'Half a thou', 'Your changes are saved.');
    await browser.submit(saved, `${path}/save`, { priority: 'low', content: ' ' });
    expect((await browser.open(path)).text).not.toContain('Half a thou');
  });

  test('where the person has signed in again in another tab', async () => {
    const { story, browser, path, page } = await openStory();
    await signInAgain(browser);
    const refused = await browser.submit(page, `${path}/comment`, { content: 'Still mine' });
    expect(refused.status).toBe(403);
    expectTyped(refused, path, 'Still mine', 'You have signed in again');
    expect(await commentsOn(story.id)).toEqual([]);
    const sent = await browser.submit(refused, `${path}/comment`, { content: 'Still mine' });
    expect([sent.status, await commentsOn(story.id)]).toMatchObject([200, [{ content: 'Still mine' }]]);
  });
});

describe('a choice that was made after the session ended is said not to be saved', () => {
  const choose = async (
    { browser, path, page, story }: Awaited<ReturnType<typeof openStory>>,
    content = '',
  ) => {
    browser.cookies.delete('__Host-session');
    const asked = await browser.submit(page, `${path}/save`, { status: story.statusId, content });
    const shown = await browser.submit(asked, '/sign-in', await newAccount(workspace, member));
    expect(new URL(shown.url).pathname).toBe(path);
    expect(shown.text).toContain('what you changed is not saved yet');
    return shown;
  };

  test('where nothing is written', async () => {
    await choose(await openStory());
  });

  test('where a comment is being written, which is kept', async () => {
    const opened = await openStory();
    expectTyped(await choose(opened, 'Half a thou'), opened.path, 'Half a thou', 'You wrote this earlier.');
  });

  test('where a comment was kept before', async () => {
    const opened = await openStory();
    const { browser, path, page, story } = opened;
    await browser.submit(page, `${path}/save`, { status: story.statusId, content: 'Half a thou' });
    expectTyped(await choose(opened), path, 'Half a thou', 'You wrote this earlier.');
  });
});

test('a comment that was sent after the session ended is no choice', async () => {
  const { browser, path, page } = await openStory();
  browser.cookies.delete('__Host-session');
  const asked = await browser.submit(page, `${path}/comment`, { content: 'A thought' });
  const shown = await browser.submit(asked, '/sign-in', await newAccount(workspace, member));
  expectTyped(shown, path, 'A thought', 'You wrote this earlier.');
  expect(shown.text).not.toContain('what you changed is not saved yet');
});

test('a page that is not found is shown also where what was written cannot be read', async () => {
  const { id } = await newStory();
  const stranger = await signedIn(service, workspace, await workspace.person('member'));
  let reads = 0;
  proxy.fault = (_, __, body) => (JSON.stringify(body).includes('DRAFT#') && ++reads ? 'reject' : undefined);
  const shown = await stranger.open(`/stories/${id}`);
  proxy.fault = undefined;
  expect([shown.status, reads]).toEqual([404, 1]);
});
