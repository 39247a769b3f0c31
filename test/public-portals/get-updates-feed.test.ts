import { beforeAll, expect, test } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import { FEED_MARKUP_MAX_CHARACTERS } from '../../shared/pages/public-portals/feed-contents.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let feedback: Feedback;

beforeAll(async () => {
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
});

const textAt = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetchPortal(sharedService(), path, headers);
  expect(answer.status, path).toBe(200);
  return await answer.text();
};

/** Changes what is stored of an update beside it. */
const keep = ({ id }: FeedbackUpdate, set: Record<string, unknown>) =>
  commit(workspace.database, [{ update: { pk: `FU#${id}`, sk: '#MARKUP' }, with: { set } }]);

const entriesOf = (feed: string) => feed.split('<entry>').slice(1);
/** Markup in a feed, as it was before it was written as XML. */
const contentOf = (entry: string) =>
  /<content type="html">([^<]*)<\/content>/
    .exec(entry)?.[1]
    ?.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

test('a body is rendered when it is written, and read from then on', async () => {
  const portal = await feedback.portal();
  const update = await feedback.published(portal, { body: 'It is *here*.' });
  const [page, feed] = [
    `${portal.slug}/feedback/updates/${update.slug}`,
    `${portal.slug}/feedback/updates.atom`,
  ];
  const shown = '<p>It is <em>here</em>.</p>';
  expect(await textAt(page, asBrowser)).toContain(shown);
  expect(contentOf(await textAt(feed))).toContain(shown);

  await keep(update, { markup: '<p>As it was kept</p>' });
  expect(await textAt(page, asBrowser)).toContain('<p>As it was kept</p>');
  expect(contentOf(await textAt(feed))).toBe('<p>As it was kept</p>');

  // Of another version of the renderer it is not shown: what has changed may be what is safe.
  await keep(update, { rendererVersion: 0 });
  expect(await textAt(page, asBrowser)).toContain(shown);
  expect(contentOf(await textAt(feed))).toContain(shown);

  const path = `${feedback.pathOf(portal)}/updates/${update.id}`;
  await feedback.change(path, update, { body: 'It **changed**.' });
  expect(contentOf(await textAt(feed))).toContain('<strong>changed</strong>');
});

test('a feed is bounded in what it shows and in what it renders, whatever its updates hold', async () => {
  const portal = await feedback.portal();
  const body = '*a **b** `c` [d](/e) & '.repeat(32 * 1024).slice(0, 32 * 1024);
  const updates: FeedbackUpdate[] = [];
  for (let number = 0; number < 20; number++) {
    updates.push(await feedback.published(portal, { title: `Number ${number}`, body }));
  }
  const read = async () => {
    const entries = entriesOf(await textAt(`${portal.slug}/feedback/updates.atom`));
    expect(entries).toHaveLength(20);
    for (const entry of entries) expect(entry).toMatch(/<(summary|content)/);
    return entries.map((entry) => contentOf(entry) ?? '');
  };
  const contents = await read();
  expect(contents[0]).not.toBe('');
  expect(contents.at(-1)).toBe('');
  expect(contents.join('').length).toBeLessThanOrEqual(FEED_MARKUP_MAX_CHARACTERS);

  await Promise.all(updates.map((update) => keep(update, { rendererVersion: 0 })));
  const rendered = (await read()).filter((content) => content !== '');
  expect(rendered).toHaveLength(1);
});

test('no markup stays behind when an update is deleted', async () => {
  const portal = await feedback.portal();
  const update = await feedback.update(portal, { body: 'Soon' });
  const admin = await workspace.person('admin');
  await admin.client.delete(`${feedback.pathOf(portal)}/updates/${update.id}`);
  // A change that asks for what is there is refused.
  await expect(
    commit(workspace.database, [
      {
        update: { pk: `FU#${update.id}`, sk: '#MARKUP' },
        with: { set: { markup: 'x' } },
        if: 'present',
        onConditionFailed: () => new Error('It is gone.'),
      },
    ]),
  ).rejects.toThrow('It is gone.');
});
