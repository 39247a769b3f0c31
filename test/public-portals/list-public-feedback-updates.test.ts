import { beforeAll, expect, test } from 'vitest';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { expectRefusal, readPages } from '../support/answers.ts';
import { createClient, type Client } from '../support/client.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person } from '../support/workspace.ts';

let admin: Person;
let feedback: Feedback;
let anyone: Client;

beforeAll(async () => {
  const workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  anyone = createClient(sharedService().baseUrl);
});

const idsOf = (pages: { id: string }[][]) => pages.map((page) => page.map(({ id }) => id));

test('published updates are listed by their time, page by page, and drafts are not', async () => {
  const portal = await feedback.portal();
  const path = `/portals/${portal.slug}/feedback/updates`;
  const drafts: FeedbackUpdate[] = [];
  for (let number = 0; number < 4; number++) drafts.push(await feedback.update(portal));
  expect((await anyone.get(path)).json).toEqual({ data: [], meta: { hasMore: false, nextCursor: null } });

  const at = (update: FeedbackUpdate) => `${feedback.pathOf(portal)}/updates/${update.id}`;
  for (const position of [2, 0, 3]) await admin.client.post(`${at(drafts[position]!)}/publish`);
  const [a, , c, d] = drafts.map(({ id }) => id);
  expect(idsOf(await readPages(anyone, path, { limit: 2 }))).toEqual([[d, a], [c]]);

  await admin.client.post(`${at(drafts[0]!)}/withdraw`);
  expect(idsOf(await readPages(anyone, path))).toEqual([[d, c]]);
});

test('a private portal has no list, and a former slug leads on', async () => {
  const portal = await feedback.portal();
  await feedback.published(portal);
  const renamed = await feedback.change(feedback.pathOf(portal), portal, { slug: `${portal.slug}-2` });
  const moved = await fetchPortal(sharedService(), `${portal.slug}/feedback/updates`);
  expect([moved.status, moved.headers.get('location')]).toEqual([
    302,
    `/portals/${renamed.slug}/feedback/updates`,
  ]);

  await feedback.change(feedback.pathOf(portal), renamed, { visibility: 'private' });
  for (const slug of [portal.slug, renamed.slug, 'x_y']) {
    expectRefusal(await anyone.get(`/portals/${slug}/feedback/updates`), 404, 'not_found');
  }
});
