import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { filledFields, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let feedback: Feedback;
let portal: Portal;
let browsers: Browser[];

beforeAll(async () => {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  const member = await workspace.person('member');
  browsers = [
    await signedIn(sharedService(), workspace, admin),
    await signedIn(sharedService(), workspace, member),
  ];
});

const valueOf = (text: string, name: string) =>
  filledFields(new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)![0])[name];

test('of an update that two change at once, the second one is asked about what both changed alone', async () => {
  const { slug } = await feedback.update(portal, { title: 'One', summary: 'Short' });
  const path = `/portals/${portal.slug}/manage/updates/${slug}`;
  const [one, other] = await Promise.all(browsers.map((browser) => browser.open(path)));
  await browsers[0]!.submit(one!, path, { do: 'save', title: 'Two' });
  const late = await browsers[1]!.submit(other!, path, { do: 'save', summary: 'Shorter' });
  expect([late.status, valueOf(late.text, 'title'), valueOf(late.text, 'summary')]).toEqual([
    409,
    'Two',
    'Shorter',
  ]);
  expect(/id="saved-now".*?<\/section>/s.exec(late.text)![0]).not.toContain('Two');
  const saved = await browsers[1]!.submit(late, path, { do: 'save' });
  expect([valueOf(saved.text, 'title'), valueOf(saved.text, 'summary')]).toEqual(['Two', 'Shorter']);
});

test('the tags that someone else has set meanwhile are kept by who sets the status', async () => {
  const item = await feedback.item(portal);
  const path = `/portals/${portal.slug}/manage/items/${item.slug}`;
  const page = await browsers[1]!.open(path);
  await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, { tags: ['theirs'] });
  const mine = { status: 'planned', boardId: item.boardId };
  const late = await browsers[1]!.submit(page, `${path}/save`, mine);
  expect([late.status, valueOf(late.text, 'tags')]).toEqual([409, 'theirs']);
  await browsers[1]!.submit(late, `${path}/save`, mine);
  expect(await feedback.readItem(item)).toMatchObject({ status: 'planned', tags: ['theirs'] });
});
