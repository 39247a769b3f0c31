import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { createBrowser, newAccount, signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour', private: true });
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
  browser = await signedIn(service, workspace, member);
});

const pageOf = ({ id }: Pick<Story, 'id'>) => `/stories/${id}`;
const newStory = (fields: object = {}) => stories.create({ teamId: team.id, ...fields });
const commentsOf = async ({ id }: Story) =>
  (await member.client.get(`${workspace.path}/stories/${id}/comments`)).json.data as { content: string }[];

describe('the page of a story', () => {
  test('shows a member of its team what it is, whom it waits for and what was said', async () => {
    const parent = await newStory({ title: 'The whole pier' });
    const blocker = await newStory({ title: 'Timber arrives' });
    const story = await newStory({
      title: 'Mend the <pier>',
      description: '**Before** winter, see [the plan](https://plan.example).',
      assigneeId: member.id,
      parentId: parent.id,
      priority: 'high',
      estimateValue: 5,
      endDate: '2027-03-01T00:00:00.000Z',
    });
    const at = `${workspace.path}/stories/${story.id}`;
    await member.client.post(`${at}/relations`, { type: 'blocked_by', relatedStoryId: blocker.id });
    await member.client.post(`${at}/links`, { url: 'https://git.example/1', title: 'Pull request 1' });
    const { json } = await member.client.post(`${at}/comments`, { content: 'Nails are *here*.' });
    await member.client.post(`${at}/comments`, { content: 'And screws.', parentId: json.data.id });

    const { status, text, headers } = await browser.open(pageOf(story));
    expect(status).toBe(200);
    expect(text).toMatch(/<h1[^>]*>Mend the &#60;pier&#62;<\/h1>/);
    for (const part of [
      'Harbour',
      story.reference,
      '<strong>Before</strong>',
      'href="https://plan.example"',
      'A member',
      'High',
      'value="2027-03-01"',
      `href="/stories/${parent.id}"`,
      'The whole pier',
      'Blocked by',
      `href="/stories/${blocker.id}"`,
      'href="https://git.example/1"',
      'Nails are <em>here</em>.',
      'And screws.',
      `href="/teams/${team.id}"`,
    ]) {
      expect(text).toContain(part);
    }
    expect(headers.get('cache-control')).toBe('private, no-store');
  });

  test('takes a comment, once for each form', async () => {
    const story = await newStory();
    const page = await browser.open(pageOf(story));
    const action = `${pageOf(story)}/comment`;
    for (const _ of [1, 2]) {
      const shown = await browser.submit(page, action, { content: 'Done by Friday' });
      expect([shown.status, new URL(shown.url).pathname]).toEqual([200, pageOf(story)]);
      expect(shown.text).toMatch(
        /Done by Friday<\/p>\s*<\/div>\s*<p class="thanks" role="status">Your comment is posted\./,
      );
    }
    expect((await commentsOf(story)).map(({ content }) => content)).toEqual(['Done by Friday']);
    const empty = await browser.submit(page, action, { content: ' ' });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('role="alert"');
  });

  test('changes the status of the version that it showed, and else says what happened', async () => {
    const story = await newStory();
    const [done, started] = await Promise.all(
      (['completed', 'started'] as const).map((one) => statusOf(workspace, member.client, team, one)),
    );
    const action = `${pageOf(story)}/save`;
    const page = await browser.open(pageOf(story));
    const saved = await browser.submit(page, action, { status: done! });
    expect([saved.status, (await stories.read(story.id)).statusId]).toEqual([200, done]);
    expect(saved.text).toContain('Your changes are saved.');

    const late = await browser.submit(page, action, { status: started! });
    expect([late.status, (await stories.read(story.id)).statusId]).toEqual([409, done]);
    expect(late.text).toContain('The marked fields have changed');
    expect(late.text).toMatch(new RegExp(`<option value="${started!}"\\s+selected`));
    await browser.submit(late, action, { status: started! });
    expect((await stories.read(story.id)).statusId).toBe(started);
  });

  test('shows guests no form to change the status, and refuses theirs', async () => {
    const story = await newStory();
    const guest = await workspace.person('guest', [team]);
    const other = await signedIn(service, workspace, guest);
    const page = await other.open(pageOf(story));
    expect(page.text).not.toContain(`action="${pageOf(story)}/status"`);
    const status = await statusOf(workspace, member.client, team, 'completed');
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
    const fields = { form_token: token, status, version: story.updatedAt };
    expect((await other.request('POST', `${pageOf(story)}/save`, fields)).status).toBe(403);
    expect((await stories.read(story.id)).statusId).toBe(story.statusId);
  });
});

describe('a story that is not theirs', () => {
  const missing = '/stories/0190f5f0-0000-7000-8000-000000000000';

  /** A page without what differs in every answer. */
  const plain = ({ status, text }: { status: number; text: string }) => ({
    status,
    text: text.replace(/Request ID: [^<]+/, ''),
  });

  test('has, for people of another team or workspace, the answer of one that does not exist', async () => {
    const story = await newStory({ title: 'Hidden treasure' });
    const elsewhere = await newWorkspace();
    const strangers = [
      await signedIn(service, workspace, await workspace.person('admin', [await workspace.team()])),
      await signedIn(service, elsewhere, await elsewhere.person('admin', [await elsewhere.team()])),
    ];
    for (const stranger of strangers) {
      const none = plain(await stranger.open(missing));
      expect(none.status).toBe(404);
      for (const path of [pageOf(story), `/teams/${team.id}`, '/stories/nothing', '/teams/x']) {
        expect(plain(await stranger.open(path)), path).toEqual(none);
      }
      const token = /value="([\w-]{43})"/.exec((await stranger.open('/account')).text)![1]!;
      const fields = { form_token: token, content: 'Mine', status: story.statusId, version: story.updatedAt };
      for (const act of ['comment', 'save']) {
        const [sent, toNone] = await Promise.all(
          [pageOf(story), missing].map((path) => stranger.request('POST', `${path}/${act}`, fields)),
        );
        // Both have what was typed, so that it is not lost where a story was deleted meanwhile.
        expect([sent!.status, sent!.text.includes('Mine')], act).toEqual([404, true]);
        expect(plain(sent!).text.replaceAll(story.id, ''), act).toBe(
          plain(toNone!).text.replaceAll(missing.split('/')[2]!, ''),
        );
      }
    }
    expect(await commentsOf(story)).toEqual([]);
  });

  test('is gone at once for members who leave its team or are removed from the workspace', async () => {
    const story = await newStory();
    const people = [await workspace.person('member', [team]), await workspace.person('member', [team])];
    const [left, removed] = await Promise.all(people.map((one) => signedIn(service, workspace, one)));
    const opened = await left!.open(pageOf(story));
    expect([opened.status, (await removed!.open(pageOf(story))).status]).toEqual([200, 200]);
    await workspace.operator.leaveTeam({
      workspaceId: workspace.id,
      teamId: team.id,
      principalId: people[0]!.id,
    });
    await workspace.operator.removeMember({ workspaceId: workspace.id, id: people[1]!.id });
    for (const browserOfOne of [left!, removed!]) {
      for (const path of [pageOf(story), `/teams/${team.id}`]) {
        expect((await browserOfOne.open(path)).status, path).toBe(404);
      }
    }
    const sent = await left!.submit(opened, `${pageOf(story)}/comment`, { content: 'Still here' });
    expect([sent.status, await commentsOf(story)]).toEqual([404, []]);
  });

  test('takes no form without the token of this browser', async () => {
    const story = await newStory();
    const other = await signedIn(service, workspace, await workspace.person('member', [team]));
    const foreign = /name="form_token" value="([^"]+)"/.exec((await other.open(pageOf(story))).text)![1]!;
    for (const token of [foreign, 'x', '']) {
      for (const act of ['comment', 'save']) {
        const fields = { form_token: token, content: 'Forged', status: 'x', version: story.updatedAt };
        const sent = await browser.request('POST', `${pageOf(story)}/${act}`, fields);
        expect([act, sent.status]).toEqual([act, 403]);
      }
    }
    expect(await commentsOf(story)).toEqual([]);
  });

  test('runs no script, whatever its title, description and comments say', async () => {
    const attack = '<script>alert(1)</script><img src=x onerror=alert(1)>[x](javascript:alert(1))';
    const story = await newStory({ title: attack, description: attack });
    await member.client.post(`${workspace.path}/stories/${story.id}/comments`, { content: attack });
    for (const path of [pageOf(story), `/teams/${team.id}`]) {
      const { text, headers } = await browser.open(path);
      expect(text).toContain('&#60;script&#62;');
      expect(text).not.toMatch(
        /<script>|onerror=alert\(1\)>|href="javascript:|<img(?! src="\/assets\/icon-)/,
      );
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });
});

describe('a visitor who is signed out', () => {
  test('is asked to sign in, and then sees the story', async () => {
    const story = await newStory({ title: 'Seen afterwards' });
    const person = await workspace.person('member', [team]);
    const account = await newAccount(workspace, person);
    const visitor = createBrowser(service.baseUrl);
    const asked = await visitor.open(pageOf(story));
    expect(new URL(asked.url).pathname).toBe('/sign-in');
    expect(asked.text).not.toContain('Seen afterwards');
    const shown = await visitor.submit(asked, '/sign-in', account);
    expect([new URL(shown.url).pathname, shown.status]).toEqual([pageOf(story), 200]);
    expect(shown.text).toContain('Seen afterwards');
    const upper = await visitor.open(
      `${pageOf(story).replace(story.id, story.id.toUpperCase())}?comment=${story.id}`,
    );
    expect([upper.status, upper.url]).toEqual([
      200,
      `${service.baseUrl}${pageOf(story)}?comment=${story.id}#comment-${story.id}`,
    ]);
    const breaking = `${pageOf(story).toUpperCase().replace('/STORIES', '/stories')}?comment=%0D%0AX-Own:+1`;
    const whole = await visitor.open(breaking);
    expect([whole.status, new URL(whole.url).hash]).toEqual([200, '']);
    const other = createBrowser(service.baseUrl);
    const next = pageOf(story).replace(story.id, story.id.toUpperCase());
    const again = await other.open(`/sign-in?${new URLSearchParams({ next }).toString()}`);
    expect(new URL((await other.submit(again, '/sign-in', account)).url).pathname).toBe(pageOf(story));
  });

  test('keeps what was typed when the session ended, until it is sent', async () => {
    const story = await newStory();
    const person = await workspace.person('member', [team]);
    const own = await signedIn(service, workspace, person);
    const page = await own.open(pageOf(story));
    own.cookies.delete('__Host-session');
    const asked = await own.submit(page, `${pageOf(story)}/comment`, { content: 'Typed with care' });
    const shown = await own.submit(asked, '/sign-in', await newAccount(workspace, person));
    expect(shown.text).toMatch(/>\s*Typed with care<\/textarea>/);
    expect(shown.text).toMatch(/role="status">[^<]*It is not posted yet/);
    expect(shown.text).not.toMatch(/role="alert"|\sautofocus/);
    await own.submit(shown, `${pageOf(story)}/comment`, { content: 'Typed with care' });
    expect((await own.open(pageOf(story))).text).not.toContain('It is not saved yet');
  });

  test('shows what was typed, to be copied, to a person who signs in as someone who is not of the team', async () => {
    const story = await newStory();
    const own = await signedIn(service, workspace, await workspace.person('member', [team]));
    const stranger = await workspace.person('member');
    const page = await own.open(pageOf(story));
    own.cookies.delete('__Host-session');
    const asked = await own.submit(page, `${pageOf(story)}/comment`, { content: 'Typed with care' });
    const shown = await own.submit(asked, '/sign-in', await newAccount(workspace, stranger));
    expect(shown.status).toBe(404);
    expect(shown.text).toMatch(/<textarea id="kept" readonly>\s*Typed with care</);
    expect(shown.text).toContain(await addressOf(workspace, stranger.id));
    expect(shown.text).not.toContain(story.title);
    const nothing = await signedIn(service, workspace, await workspace.person('member'));
    expect((await nothing.open(pageOf(story))).text).not.toContain('id="kept"');
  });

  test('sees after signing in what was chosen, which is not saved until then', async () => {
    const story = await newStory();
    const person = await workspace.person('member', [team]);
    const own = await signedIn(service, workspace, person);
    const page = await own.open(pageOf(story));
    const done = await statusOf(workspace, member.client, team, 'completed');
    own.cookies.delete('__Host-session');
    const asked = await own.submit(page, `${pageOf(story)}/save`, { status: done });
    const shown = await own.submit(asked, '/sign-in', await newAccount(workspace, person));
    expect([new URL(shown.url).pathname, (await stories.read(story.id)).statusId]).toEqual([
      pageOf(story),
      story.statusId,
    ]);
    expect(shown.text).not.toContain('It is not saved yet');
    expect(shown.text).toMatch(new RegExp(`<option value="${done}"\\s+selected`));
    expect(shown.text).toContain('what you changed is not saved yet');
  });

  test.each([
    'https://evil.example/stories/0190f5f0-0000-7000-8000-000000000000',
    '//evil.example/stories/0190f5f0-0000-7000-8000-000000000000',
    String.raw`/\evil.example/stories/0190f5f0-0000-7000-8000-000000000000`,
    '/stories/0190f5f0-0000-7000-8000-000000000000/../../docs',
    '/stories/0190f5f0-0000-7000-8000-000000000000/comment',
    '/teams/..%2f..%2fdocs',
  ])('is not led to %s', async (next) => {
    const person = await workspace.person('member', [team]);
    const account = await newAccount(workspace, person);
    const visitor = createBrowser(service.baseUrl);
    const asked = await visitor.open(`/sign-in?${new URLSearchParams({ next }).toString()}`);
    const shown = await visitor.submit(asked, '/sign-in', account);
    expect(shown.url).toBe(`${service.baseUrl}/my-work/${workspace.id}`);
  });
});
