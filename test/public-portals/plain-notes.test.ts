import { expect, test } from 'vitest';
import { feedbackApi } from '../support/feedback.ts';
import { signedIn } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

/** Text between tags and in attributes that has signs of Markdown. */
const signs = /\*\*|\]\(|`soon`/;

test('notes that were written in Markdown are shown in plain text, wherever they are', async () => {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const note = 'It comes **very** `soon`, see [here](https://example.com); ask eve@example.com.';
  const idea = await feedback.item(portal, { title: 'Tides', status: 'planned', roadmapSummary: note });
  await feedback.comment(portal, idea, { ...admin, id: await feedback.visitor() }, note);
  const update = await feedback.published(portal, { summary: note, body: 'Text' });
  const browser = await signedIn(sharedService(), workspace, admin);

  const home = `/portals/${portal.slug}/feedback`;
  const manage = `/portals/${portal.slug}/manage`;
  const pages = {
    roadmap: `${home}/roadmap`,
    idea: `${home}/items/${idea.slug}`,
    changelog: `${home}/updates`,
    update: `${home}/updates/${update.slug}`,
    feed: `${home}/updates.atom`,
    manageUpdates: `${manage}/updates`,
  };
  for (const [page, path] of Object.entries(pages)) {
    const { status, text } = await browser.open(path);
    const shown = text.replaceAll(/<(?:textarea|script)[^]*?<\/(?:textarea|script)>|<input[^>]*>/g, '');
    expect([status, shown], page).toEqual([200, expect.stringContaining('It comes very soon, see here')]);
    expect(shown, page).not.toMatch(signs);
    expect(shown, page).not.toContain('eve@example.com');
  }
  const { text: panel } = await browser.open(pages.idea);
  expect(panel).toMatch(/<textarea[^>]*name="roadmapSummary"/);
  await feedback.published(portal, { body: '## What is new\n\nWe **listened**.\n\nMore.' });
  expect((await browser.open(pages.changelog)).text).toContain('<p dir="auto">We listened.');
  const { text: update1 } = await browser.open(pages.update);
  expect(update1).toContain('"description":"It comes very soon');

  const { text: inbox } = await browser.open(`${manage}?show=comments`);
  expect(inbox).toContain('It comes <strong>very</strong> <code>soon</code>');
  const preview = { title: 'T', summary: note, body: 'Text', do: 'preview' };
  const form = await browser.open(`${manage}/new-update`);
  expect((await browser.submit(form, `${manage}/new-update`, preview)).text).toContain('It comes very soon');
});
