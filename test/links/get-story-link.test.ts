import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newLinkWorkspace } from './link-workspace.ts';

let made: Awaited<ReturnType<typeof newLinkWorkspace>>;

beforeAll(async () => {
  made = await newLinkWorkspace();
});

test('a link is shown under its story, and under no other', async () => {
  const { story, links } = made;
  const [one, other] = [await story(), await story()];
  const link = await links.create(one);
  expect((await links.get(one, link)).json.data).toEqual(link);
  expectRefusal(await links.get(other, link), 404, 'not_found');
});
