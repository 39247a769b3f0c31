import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { createClient, type Client } from '../support/client.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
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

test('a published update has its cover and the items that the public sees', async () => {
  const portal = await feedback.portal();
  const [item, spam, image] = [
    await feedback.item(portal),
    await feedback.item(portal),
    await feedback.image(portal),
  ];
  const update = await feedback.published(portal, {
    body: '# Done\n\nIt is here.',
    coverImageId: image.id,
    linkedItemIds: [spam.id, item.id],
  });
  await feedback.change(`${feedback.pathOf(portal)}/items/${spam.id}`, spam, { hidden: true });

  const { status, json } = await anyone.get(`/portals/${portal.slug}/feedback/updates/${update.slug}`);
  expect([status, json.data]).toEqual([
    200,
    {
      id: update.id,
      portalId: portal.id,
      slug: update.slug,
      title: update.title,
      summary: null,
      body: '# Done\n\nIt is here.',
      coverImageUrl: `${sharedService().baseUrl}/portal-images/${image.id}`,
      publishedAt: update.publishedAt,
      linkedItems: [{ id: item.id, slug: item.slug, title: item.title, status: item.status }],
      createdAt: update.createdAt,
      updatedAt: update.updatedAt,
    },
  ]);
});

test('drafts, withdrawn updates, unknown slugs and private portals are one and the same 404', async () => {
  const [portal, hidden] = [await feedback.portal(), await feedback.portal({ visibility: 'private' })];
  const [draft, withdrawn, inside] = [
    await feedback.update(portal),
    await feedback.published(portal, { title: 'Too early' }),
    await feedback.published(hidden),
  ];
  await admin.client.post(`${feedback.pathOf(portal)}/updates/${withdrawn.id}/withdraw`);
  for (const [slug, updateSlug] of [
    [portal.slug, draft.slug],
    [portal.slug, withdrawn.slug],
    [portal.slug, randomUUID()],
    [portal.slug, 'x'.repeat(300)],
    [portal.slug, '%3Cscript%3E'],
    [hidden.slug, inside.slug],
    ['No', draft.slug],
  ] as const) {
    const path = `${slug}/feedback/updates/${updateSlug}`;
    const error = expectRefusal(await anyone.get(`/portals/${path}`), 404, 'not_found');
    expect(error.message).toBe('There is no public resource at this URL.');
    expect((await fetchPortal(sharedService(), path, asBrowser)).status).toBe(404);
  }
});

test('former slugs of an update and a portal lead to it', async () => {
  const portal = await feedback.portal();
  const update = await feedback.published(portal);
  const at = `${feedback.pathOf(portal)}/updates/${update.id}`;
  const renamed = await feedback.change(at, update, { slug: randomUUID() });
  const own = await fetchPortal(sharedService(), `${portal.slug}/feedback/updates/${update.slug}`);
  expect([own.status, own.headers.get('location')]).toEqual([
    302,
    `/portals/${portal.slug}/feedback/updates/${renamed.slug}`,
  ]);

  const moved = await feedback.change(feedback.pathOf(portal), portal, { slug: randomUUID() });
  const followed = await fetch(
    `${sharedService().baseUrl}/portals/${portal.slug}/feedback/updates/${update.slug}`,
    { headers: asBrowser },
  );
  expect(followed.status).toBe(200);
  expect(new URL(followed.url).pathname).toBe(`/portals/${moved.slug}/feedback/updates/${renamed.slug}`);
});
