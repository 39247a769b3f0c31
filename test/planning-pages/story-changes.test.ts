import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { UploadForm } from '../../shared/kernel/core/upload-form.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { upload } from '../attachments/attachment-api.ts';
import { png } from '../portals/images.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { filledFields, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour' });
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
  browser = await signedIn(service, workspace, member);
});

const pageOf = ({ id }: Pick<Story, 'id'>) => `/stories/${id}`;
const newStory = (fields: object = {}) => stories.create({ teamId: team.id, ...fields });
/** A section of a page, by its heading's id. */
const sectionOf = ({ text }: Shown, id: string) =>
  new RegExp(`<section aria-labelledby="${id}">.*?</section>`, 's').exec(text)?.[0] ?? '';

describe('the links of a story', () => {
  test('are added once for each form, and removed', async () => {
    const story = await newStory();
    const page = await browser.open(pageOf(story));
    const fields = { url: 'git.example/1', linkTitle: 'Pull request' };
    let added = page;
    for (const _ of [1, 2]) added = await browser.submit(page, `${pageOf(story)}/link`, fields);
    expect(sectionOf(added, 'links')).toMatch(/The link is added.*href="https:\/\/git\.example\/1"/s);
    const { links } = await stories.read(story.id);
    expect(links).toMatchObject([{ url: 'https://git.example/1', title: 'Pull request' }]);
    const removed = await browser.submit(added, `${pageOf(story)}/unlink`, { link: links[0]!.id });
    expect(removed.text).toContain('The link is removed.');
    expect((await stories.read(story.id)).links).toEqual([]);
  });

  test('that are refused say why at their field, and keep what was typed', async () => {
    const story = await newStory();
    const page = await browser.open(pageOf(story));
    const path = `${pageOf(story)}/link`;
    const bad = await browser.submit(page, path, { url: 'no address', linkTitle: 'Plan' });
    expect(bad.status).toBe(400);
    expect(sectionOf(bad, 'links')).toMatch(
      /value="no address".*aria-invalid="true" autofocus.*Enter the address of a page.*value="Plan"/s,
    );
    const added = await browser.submit(page, path, { url: 'https://git.example/2' });
    const again = await browser.submit(added, path, { url: 'https://git.example/2' });
    expect([again.status, sectionOf(again, 'links')]).toEqual([
      409,
      expect.stringContaining('has this link already'),
    ]);
  });
});

describe('the relations of a story', () => {
  test('are added by a reference, and removed', async () => {
    const [story, other] = [await newStory(), await newStory({ title: 'Timber arrives' })];
    const page = await browser.open(pageOf(story));
    const related = other.reference.toLowerCase();
    const added = await browser.submit(page, `${pageOf(story)}/relate`, { relation: 'blocked_by', related });
    expect(sectionOf(added, 'relations')).toMatch(/stories are related.*Blocked by.*Timber arrives/s);
    const [, id] = /name="relationId" value="([^"]+)"/.exec(added.text)!;
    const removed = await browser.submit(added, `${pageOf(story)}/unrelate`, { relationId: id! });
    expect(sectionOf(removed, 'relations')).toContain('no longer related');
    expect(sectionOf(removed, 'relations')).not.toContain('Timber arrives');
  });

  test('are added by words of a title, of which one is chosen', async () => {
    const story = await newStory({ title: 'Weigh the anchor' });
    const [one, other] = [
      await newStory({ title: 'Anchor chain' }),
      await newStory({ title: 'Anchor paint' }),
    ];
    const path = `${pageOf(story)}/relate`;
    const page = await browser.open(pageOf(story));
    const fields = { relation: 'blocks', related: 'anchor' };
    let found = page;
    await expect
      .poll(async () => {
        found = await browser.submit(page, path, fields);
        return [...sectionOf(found, 'relations').matchAll(/value="(\w+-\d+)"/g)]
          .map(([, name]) => name)
          .toSorted();
      })
      .toEqual([one.reference, other.reference].toSorted());
    expect(sectionOf(found, 'relations')).toMatch(/Which one do you mean/);
    const chosen = await browser.submit(found, path, { ...fields, chosen: other.reference });
    expect(sectionOf(chosen, 'relations')).toMatch(/Blocks.*Anchor paint/s);
    expect(sectionOf(chosen, 'relations')).not.toContain('Anchor chain');
  });

  test('that are refused say why at their field', async () => {
    const [story, other] = [await newStory(), await newStory()];
    const page = await browser.open(pageOf(story));
    const at = `${workspace.path}/stories/${other.id}/relations`;
    await member.client.post(at, { type: 'blocks', relatedStoryId: story.id });
    for (const [related, text] of [
      ['eng-99999', 'No story ENG-99999 in your teams.'],
      ['wordsofnostory', 'No story in your teams has these words.'],
      [story.reference, 'This is the story itself.'],
      [other.reference, 'block each other in a circle'],
    ] as const) {
      const refused = await browser.submit(page, `${pageOf(story)}/relate`, { relation: 'blocks', related });
      expect([related, refused.status]).toEqual([related, 400]);
      expect(sectionOf(refused, 'relations')).toMatch(
        new RegExp(`value="${related}".*aria-invalid="true" autofocus.*${text}`, 's'),
      );
    }
  });
});

describe('the files of a story', () => {
  /** Sends the form for a file, as a browser does. */
  async function send(page: Shown, story: Story, file: Blob | undefined, name = 'plan.txt') {
    const path = `${pageOf(story)}/files`;
    const [form] = new RegExp(`<form[^>]*action="${path}".*?</form>`, 's').exec(page.text)!;
    const body = new FormData();
    for (const [field, value] of Object.entries(filledFields(form))) body.set(field, value);
    body.delete('uploadId');
    if (file) body.set('file', file, name);
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const sent = { method: 'POST', body, redirect: 'manual', headers: { cookie } } as const;
    const answer = await fetch(`${service.baseUrl}${path}`, sent);
    const location = answer.headers.get('location');
    return location === null
      ? { status: answer.status, text: await answer.text() }
      : await browser.open(location);
  }

  test('lose links that were handed to one person from their names', async () => {
    const story = await newStory();
    const token = 'aB3-_'.repeat(18).slice(0, 86);
    const name = `https://plan.example/mail-preferences/${token}`;
    const added = await send(await browser.open(pageOf(story)), story, new Blob(['hello']), name);
    expect(added.text).toContain('<bdi>removed</bdi>');
    expect(added.text).not.toContain(token.slice(0, 40));
  });

  test('are added once for each form, shown with their name and size, and deleted', async () => {
    const story = await newStory();
    const page = await browser.open(pageOf(story));
    for (const _ of [1, 2]) {
      const added = await send(
        page,
        story,
        new Blob(['hello'], { type: 'text/plain' }),
        'C:\\notes\\plan.txt',
      );
      expect(added.text).toMatch(/The file is added.*<bdi>plan.txt<\/bdi>.*5 bytes/s);
    }
    await send(await browser.open(pageOf(story)), story, new Blob([png()], { type: 'image/png' }), 'a.png');
    const shown = await browser.open(pageOf(story));
    expect([...sectionOf(shown, 'files').matchAll(/alt="a.png"|<bdi>plan.txt/g)]).toHaveLength(2);
    const [, id] = /files\/([^"?]+)"\s*><bdi>plan.txt/.exec(shown.text)!;
    const deleted = await browser.submit(shown, `${pageOf(story)}/delete-file`, { file: id! });
    expect(deleted.text).toContain('The file is deleted.');
    expect(sectionOf(deleted, 'files')).not.toContain('plan.txt');
  });

  test('that are empty are refused at the field', async () => {
    const story = await newStory();
    const refused = await send(await browser.open(pageOf(story)), story, new Blob([]));
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(
      /name="file".*aria-invalid="true" autofocus.*Choose a file that is not empty/s,
    );
  });

  test('that are large are announced, and uploaded past the service', async () => {
    const story = await newStory();
    const page = await browser.open(pageOf(story));
    expect(page.headers.get('content-security-policy')).toMatch(/connect-src 'self' http/);
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
    const about = { form_token: token, name: 'big.txt', type: 'text/plain', size: '5' };
    const announced = await browser.request('POST', `${pageOf(story)}/upload`, about);
    const { id, ...form } = JSON.parse(announced.text) as UploadForm & { id: string };
    expect((await upload(form, 'hello')).status).toBe(204);
    const fields = { form_token: token, uploadId: id };
    const added = await browser.request('POST', `${pageOf(story)}/files`, fields);
    expect(added.text).toMatch(/The file is added.*big.txt/s);
    const other = await browser.request('POST', `${pageOf(story)}/upload`, { ...about, form_token: 'x' });
    expect(other.status).toBe(403);
  });
});

test('a member watches a story, and stops it', async () => {
  const story = await newStory();
  const colleague = await workspace.person('guest', [team]);
  const own = await signedIn(service, workspace, colleague);
  const page = await own.open(pageOf(story));
  const on = await own.submit(page, `${pageOf(story)}/watch`);
  expect(on.text).toMatch(/You are now notified.*Stop watching/s);
  const off = await own.submit(on, `${pageOf(story)}/watch`);
  expect(off.text).toContain('You are no longer notified');
  expect(off.text).toMatch(/class="link">\s*Watch\s*</);
  expect((await browser.open(pageOf(await newStory()))).text).toContain('Stop watching');
});

test('a story is archived, and brought back', async () => {
  const story = await newStory();
  const path = `${pageOf(story)}/archive`;
  const archived = await browser.submit(await browser.open(pageOf(story)), path);
  expect(archived.text).toMatch(/The story is archived.*Unarchive/s);
  expect((await stories.read(story.id)).archivedAt).not.toBeNull();
  await browser.submit(archived, path);
  expect((await stories.read(story.id)).archivedAt).toBeNull();
});

test('a story is deleted after a question, and restored', async () => {
  const story = await newStory({ title: 'Old rope' });
  const page = await browser.open(pageOf(story));
  expect(page.text).toContain(`href="${pageOf(story)}/delete"`);
  const asked = await browser.open(`${pageOf(story)}/delete`);
  expect(asked.text).toMatch(new RegExp(`Delete ${story.reference}\\?.*href="${pageOf(story)}">Cancel`, 's'));
  const gone = await browser.submit(asked, `${pageOf(story)}/delete`);
  expect([gone.status, gone.text]).toEqual([200, expect.stringContaining(`${story.reference} is deleted`)]);
  expect((await browser.open(pageOf(story))).status).toBe(404);
  const back = await browser.submit(gone, `/teams/${team.id}/deleted/${story.id}`);
  expect([new URL(back.url).pathname, back.text]).toEqual([
    pageOf(story),
    expect.stringMatching(/The story is restored.*Old rope|Old rope.*The story is restored/s),
  ]);
  const repeated = await browser.submit(gone, `/teams/${team.id}/deleted/${story.id}`);
  expect(new URL(repeated.url).pathname).toBe(pageOf(story));
});

test('guests change none of it', async () => {
  const story = await newStory();
  const link = await member.client.post(`${workspace.path}/stories/${story.id}/links`, {
    url: 'https://git.example/3',
  });
  const guest = await signedIn(service, workspace, await workspace.person('guest', [team]));
  const { text } = await guest.open(pageOf(story));
  expect(text).not.toMatch(/\/(link|unlink|relate|archive|delete)"/);
  expect((await guest.open(`${pageOf(story)}/delete`)).status).toBe(404);
  const token = /name="form_token" value="([^"]+)"/.exec(text)![1]!;
  const fields = { form_token: token, link: link.json.data.id, url: 'https://git.example/4', archive: 'yes' };
  for (const act of ['link', 'unlink', 'archive', 'delete']) {
    const { status } = await guest.request('POST', `${pageOf(story)}/${act}`, fields);
    expect([act, status]).toEqual([act, act === 'delete' ? 404 : 403]);
  }
  expect(await stories.read(story.id)).toMatchObject({ archivedAt: null, links: [{ id: fields.link }] });
});
