import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newLinkWorkspace } from './link-workspace.ts';

let made: Awaited<ReturnType<typeof newLinkWorkspace>>;

beforeAll(async () => {
  made = await newLinkWorkspace();
});

test('a deleted link is gone', async () => {
  const { stories, story, links } = made;
  const one = await story();
  const [link, kept] = [await links.create(one), await links.create(one)];
  expect((await links.delete(one, link)).json.data).toEqual({ id: link.id, deleted: true });
  expect((await stories.read(one.id)).links).toEqual([kept]);
  for (const answer of [
    await links.get(one, link),
    await links.delete(one, link),
    await links.update(one, link, { title: 'Late' }),
    await links.get(await story(), kept),
  ])
    expectRefusal(answer, 404, 'not_found');
});
