import { beforeAll, expect, test } from 'vitest';
import { readAll } from '../support/answers.ts';
import { newLinkWorkspace } from './link-workspace.ts';

let made: Awaited<ReturnType<typeof newLinkWorkspace>>;

beforeAll(async () => {
  made = await newLinkWorkspace();
});

test('links are listed newest first, page by page', async () => {
  const { workspace, member, stories, story, links } = made;
  const one = await story();
  const all = [await links.create(one), await links.create(one), await links.create(one)];
  const path = `${workspace.path}/stories/${one.id}/links`;
  expect(await readAll(member.client, path, { limit: 2 })).toEqual(all.toReversed());
  expect((await stories.read(one.id)).links).toEqual(all);
});
