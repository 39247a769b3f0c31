import { expect, test } from 'vitest';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { changesApi, type ChangeEvent } from '../log/changes-api.ts';

const about = (id: string) => (event: ChangeEvent) => event.data.id === id;

test('a page is as full over many teams as over one', async () => {
  const planner = await newWorkspace();
  const teams = await Promise.all(Array.from({ length: 20 }, () => planner.team()));
  const reader = await planner.person('admin', teams);
  const since = new Date().toISOString();
  const made: string[] = [];
  for (let round = 0; round < 3; round++) {
    for (const { id: teamId } of teams)
      made.push((await createStoryAs(reader.client, planner, { teamId })).id);
  }
  const api = changesApi(planner, reader.client, { type: 'story.created' });
  await (await api.reader({ since })).until(about(made.at(-1)!));
  const page = await api.get({ since, limit: 40 });
  // What else happened to the workspace and its teams counts, but is not shown.
  expect(page.json.data.length).toBeGreaterThan(35);
  const shown = page.json.data.map(({ data }: ChangeEvent) => data.id);
  expect(new Set(shown).size).toBe(shown.length);
  expect(made).toEqual(expect.arrayContaining(shown));
});

/** Three bytes which hardly get smaller when compressed. */
const anyIdeograph = () => String.fromCodePoint(0x4e_00 + Math.floor(Math.random() * 20_000));

test('pages of long texts end before they are larger than an answer can be', async () => {
  const planner = await newWorkspace();
  const of = await planner.team();
  const reader = await planner.person('admin', [of]);
  const since = new Date().toISOString();
  const made: string[] = [];
  for (let n = 0; n < 95; n++) {
    const description = Array.from({ length: 32_000 }, anyIdeograph).join('');
    made.push((await createStoryAs(reader.client, planner, { teamId: of.id, description })).id);
  }
  const api = changesApi(planner, reader.client, { type: 'story.created', limit: 100 });
  await (await changesApi(planner, reader.client).reader({ since })).until(about(made.at(-1)!));
  const feed = await api.reader({ since });
  await feed.poll();
  expect(feed.events.map(({ data }) => data.id)).toEqual(made);
});
