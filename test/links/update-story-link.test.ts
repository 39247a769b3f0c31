import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newLinkWorkspace } from './link-workspace.ts';

let made: Awaited<ReturnType<typeof newLinkWorkspace>>;

beforeAll(async () => {
  made = await newLinkWorkspace();
});

test('a link is updated and cleared by its own version', async () => {
  const { stories, story, links } = made;
  const one = await story();
  const link = await links.create(one, {
    url: 'https://github.com/acme/app/pull/42',
    title: 'Passkeys',
    state: 'open',
  });
  const merged = await links.change(one, link, { state: 'merged', kind: 'other' });
  expect(merged).toEqual({ ...link, state: 'merged', kind: 'other', updatedAt: merged.updatedAt });
  expect(merged.updatedAt > link.updatedAt).toBe(true);
  const cleared = await links.change(one, merged, { clearFields: ['title', 'state'] });
  expect(cleared).toMatchObject({ title: null, state: null });
  expect((await stories.read(one.id)).links).toEqual([cleared]);

  const late = expectRefusal(await links.update(one, link, { state: 'closed' }), 409, 'version_conflict');
  expect(late).toMatchObject({ currentUpdatedAt: cleared.updatedAt, changedFields: ['state'] });
  expectBadFields(await links.update(one, cleared, { url: 'https://example.com' }), ['url']);
  expectBadFields(await links.update(one, cleared, { clearFields: ['kind'] }), ['clearFields.0']);
});

test('an update that changes nothing of a link leaves the story at its version', async () => {
  const { stories, story, links } = made;
  const one = await story();
  const link = await links.create(one, { url: 'https://github.com/acme/app/pull/42' });
  const { updatedAt } = await stories.read(one.id);
  expect(await links.change(one, link, { kind: 'pull_request' })).toEqual(link);
  expect((await stories.read(one.id)).updatedAt).toBe(updatedAt);
});
