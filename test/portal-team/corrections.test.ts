import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { newAccount, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let admin: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  browser = await signedIn(service, workspace, await workspace.person('member'));
});

const manage = (path: string) => `/portals/${portal.slug}/manage${path}`;

test('the team corrects the words of an idea, which keeps its author and address', async () => {
  const item = await feedback.item(portal, { title: 'Drak mode', description: 'At nihgt.' });
  const path = manage(`/items/${item.slug}`);
  const page = await browser.open(path);
  const saved = await browser.submit(page, `${path}/edit`, { title: 'Dark mode', description: '' });
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('Saved.')]);
  const { slug, authorId } = item;
  expect(await feedback.readItem(item)).toMatchObject({
    title: 'Dark mode',
    description: null,
    slug,
    authorId,
  });
  // The form of the page before it was saved overwrites nothing, and has what was typed.
  const late = await browser.submit(page, `${path}/edit`, { title: 'Dark', description: 'Late' });
  expect(late.status).toBe(409);
  expect(late.text).toMatch(/What is saved now[^]*Title[^]*Dark mode[^]*name="title"[^>]*value="Dark"/);
  const empty = await browser.submit(await browser.open(path), `${path}/edit`, { title: ' ' });
  expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('id="idea-title-problem"')]);
  expect(empty.text).not.toContain('id="team-story-title-problem"');
});

test('what a sign-in kept can be discarded, and pictures that it did not keep are named', async () => {
  const path = manage('/new-update');
  const person = await workspace.person('admin');
  const own = await signedIn(service, workspace, person);
  const page = await own.open(path);
  own.cookies.delete('__Host-session');
  const asked = await own.submit(page, path, { title: 'Typed with care', unsent: 'harbour.png' });
  const account = await newAccount(workspace, person);
  const shown = await own.submit(asked, '/sign-in', { ...account });
  expect(shown.text).toContain('Typed with care');
  expect(shown.text).toContain('These pictures were not kept, so add them again: harbour.png.');
  const [, form] = /(<form[^>]*>(?:(?!<\/form>)[^])*name="discard"[^]*?<\/form>)/.exec(shown.text)!;
  expect(form).toContain('Discard');
  const discarded = await own.submit({ ...shown, text: form! }, path);
  expect([discarded.status, new URL(discarded.url).pathname]).toEqual([200, path]);
  expect((await own.open(path)).text).not.toContain('Typed with care');
});

test('a preview has the cover of the update and its ideas, as its page will', async () => {
  const { id: coverImageId } = await feedback.image(portal);
  const item = await feedback.item(portal, { title: 'Asked for', status: 'completed' });
  const linkedItemIds = [item.id];
  const update = await feedback.update(portal, {
    title: 'Out now',
    body: 'News',
    coverImageId,
    linkedItemIds,
  });
  const path = manage(`/updates/${update.slug}`);
  const articleOf = async (fields: Record<string, string>) => {
    const form = { title: 'Out now', body: 'News', do: 'preview', ...fields };
    const { text } = await browser.submit(await browser.open(path), path, form);
    return /<article class="card sheet article"[^]*?<\/article>/.exec(text)![0];
  };
  const article = await articleOf({});
  expect(article).toContain(`src="/portal-images/${coverImageId}"`);
  expect(article).toMatch(/<bdi>Asked for<\/bdi>[^]*Done/);
  expect(await articleOf({ removeCover: 'on' })).not.toContain(coverImageId);
});
