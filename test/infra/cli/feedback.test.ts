import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FeedbackItem } from '../../../shared/feedback/items/item.ts';
import { newFeedbackPlace } from '../../feedback/feedback-place.ts';
import { noisyPng } from '../../portals/images.ts';
import { createClient } from '../../support/client.ts';
import { PNG } from '../../support/feedback.ts';
import { sharedService, workerService } from '../../support/service.ts';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson, temporaryFolder } from './cli.ts';

async function setUp() {
  const workspace = await newWorkspace();
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  return {
    workspace,
    run: (...args: string[]) => runCli(args, env),
    json: (...args: string[]) => runJson(args, env),
    publicly: async (slug: string, path = '') =>
      await createClient(sharedService().baseUrl).get(`/portals/${slug}/feedback${path}`),
  };
}

test('portals are made, changed, shown to everyone and deleted', async () => {
  const { json, run, publicly } = await setUp();
  const slug = randomUUID();
  const portal = await json('portals', 'create', 'Acme', '--slug', slug, '--boards', 'Ideas,Bugs');
  expect(portal).toMatchObject({ name: 'Acme', slug, visibility: 'private' });
  expect((await publicly(slug)).status).toBe(404);

  const logo = join(temporaryFolder(), 'logo.png');
  writeFileSync(logo, Buffer.from(PNG, 'base64'));
  const second = randomUUID();
  const changes = ['--slug', second, '--public', '--boards', 'bugs,Integrations', '--logo', logo];
  const changed = await json('portals', 'update', slug, ...changes);
  expect(changed).toMatchObject({ slug: second, formerSlugs: [slug], visibility: 'public' });
  expect(changed.boards).toEqual([portal.boards[1], expect.objectContaining({ name: 'Integrations' })]);
  expect((await publicly(second)).json.data.logoUrl).toContain(changed.logoImageId);
  expect(await json('portals', 'show', slug)).toEqual(changed);
  expect(await json('portals', 'list')).toEqual([changed]);

  writeFileSync(logo, 'no picture');
  expect((await run('portals', 'update', second, '--logo', logo)).stderr).toContain('is not a PNG');
  expect((await run('portals', 'show', second.slice(0, -1))).stderr).toContain(`did you mean ${second}`);
  expect((await run('portals', 'delete', second)).stderr).toContain('add --yes');
  await json('portals', 'delete', second, '--yes');
  expect(await json('portals', 'list')).toEqual([]);
});

test('the items of a portal are listed by its name or slug', async () => {
  const { run, json } = await setUp();
  const name = randomUUID();
  const { slug } = await json('portals', 'create', name);
  await json('portals', 'create', randomUUID());
  expect((await run('feedback', 'list')).code).toBe(1);
  for (const command of ['feedback', 'feedback-items']) {
    for (const named of [name, slug]) {
      const { code, stdout } = await run(command, 'list', named);
      expect([command, named, code, stdout]).toEqual([command, named, 0, 'There are no items yet.\n']);
    }
  }
});

test('a logo of more than 45 KiB is made smaller, where the command knows the bucket of files', async () => {
  const { service } = await workerService();
  const workspace = await newWorkspace(service);
  const home = homeOf(service);
  const logo = join(home, 'logo.png');
  writeFileSync(logo, noisyPng(1_000, 300));
  const env = { PLOTLINE_HOME: home, PLOTLINE_WORKSPACE: workspace.slug };
  const { slug } = await runJson(['portals', 'create', 'Acme', '--slug', randomUUID()], env);
  const update = ['portals', 'update', slug, '--public', '--logo', logo];
  const without = await runCli(update, env);
  expect([without.code, without.stderr]).toEqual([1, expect.stringContaining('needs the bucket of files')]);
  const note = JSON.parse(readFileSync(join(home, 'running.json'), 'utf8'));
  const { endpoint, names } = service.buckets!;
  writeFileSync(join(home, 'running.json'), JSON.stringify({ ...note, buckets: { endpoint, names } }));
  const { logoImageId } = await runJson(update, env);
  const shown = await fetch(`${service.baseUrl}/portal-images/${logoImageId}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  writeFileSync(logo, Buffer.alloc(5 * 1024 * 1024));
  const large = await runCli(update, env);
  expect(large.stderr).toContain(`${logo} must be at most 4194304 bytes.`);
});

test('a portal is not made twice by repeating the command', async () => {
  const { run, json } = await setUp();
  const name = randomUUID();
  const { slug } = await json('portals', 'create', name);
  expect((await run('portals', 'create', name)).stderr).toContain(
    `already a portal ${name}, at /portals/${slug}/`,
  );
  const another = await json('portals', 'create', name, '--slug', randomUUID());
  for (const portal of [slug, another.slug]) await json('portals', 'delete', portal, '--yes');
});

test('items are added, found, linked to stories, hidden and deleted', async () => {
  const { workspace, json, run, publicly } = await setUp();
  const team = await workspace.team();
  const { id, client } = await workspace.person('admin', [team]);
  const story = await createStoryAs(client, workspace, { teamId: team.id });
  const { slug } = await json('portals', 'create', randomUUID(), '--public', '--boards', 'Ideas,Bugs');
  const item: FeedbackItem = await json('items', 'create', 'Dark mode', '--by', id, '--board', 'bugs');
  // Whose idea it is wants it, as on the pages.
  expect(item.voteCount).toBe(1);
  expect(item).toMatchObject({ slug: 'dark-mode', status: 'pending', authorName: 'A admin' });
  expect((await publicly(slug)).json.data.items).toHaveLength(1);

  const linked = ['--stories', story.reference, '--status', 'planned', '--summary', 'Soon'];
  expect(await json('items', 'update', 'dark-mode', ...linked)).toMatchObject({
    storyIds: [story.id],
    status: 'planned',
    roadmapSummary: 'Soon',
  });
  const path = `${workspace.path}/portals/${item.portalId}/items/${item.id}`;
  expect((await client.get(path)).json.data.storyIds).toEqual([story.id]);
  expect(await json('items', 'list', '--status', 'closed')).toEqual([]);
  expect((await run('items', 'list', '--status', 'closed')).stdout).toContain('No items match.');
  expect((await run('items', 'show', 'dark-mode')).stdout).toContain(story.reference);
  await json('items', 'update', 'dark-mode', '--tags', 'display', '--internal-tags', 'churn');
  expect((await run('items', 'show', 'dark-mode')).stdout).toContain('display, churn (internal)');
  expect(await json('items', 'list', '--board', 'Bugs')).toHaveLength(1);
  expect(await json('feedback', 'list')).toEqual(await json('items', 'list'));
  expect(await json('feedback', 'list', '--status', 'closed')).toEqual([]);
  expect((await run('items', 'update', 'dark-mode', '--stories', `${team.code}-99`)).code).toBe(1);

  await json('items', 'update', item.id, '--hide');
  expect((await publicly(slug)).json.data.items).toEqual([]);
  expect(await json('items', 'list', '--hidden')).toHaveLength(1);
  await json('items', 'update', 'dark-mode', '--show');
  expect((await publicly(slug)).json.data.items).toHaveLength(1);
  expect((await run('portals', 'delete', slug, '--yes')).stderr).toContain('has items');
  await json('items', 'delete', 'dark-mode', '--yes');
  expect(await json('items', 'list')).toEqual([]);
  expect((await run('items', 'list')).stdout).toContain('There are no items yet.');
  expect((await run('items', 'create', '--help')).stdout).toContain('(required)');
});

test('updates are written, published, withdrawn and deleted', async () => {
  const { workspace, json, run, publicly } = await setUp();
  const { id } = await workspace.person('admin');
  const { slug } = await json('portals', 'create', randomUUID(), '--public');
  await json('items', 'create', 'Dark mode', '--by', id);
  const body = join(temporaryFolder(), 'body.md');
  writeFileSync(body, '# Done\n\nIt is here.');
  await json('updates', 'create', 'It is here', '--body', body, '--items', 'dark-mode');
  expect((await publicly(slug, '/updates')).json.data).toEqual([]);

  await json('updates', 'publish', 'it-is-here');
  const [published] = (await publicly(slug, '/updates')).json.data;
  expect(published).toMatchObject({ title: 'It is here', body: '# Done\n\nIt is here.' });
  expect(published.linkedItems).toMatchObject([{ slug: 'dark-mode' }]);
  await json('updates', 'update', 'it-is-here', '--slug', 'here', '--summary', 'At last');
  expect((await publicly(slug, '/updates/here')).json.data.summary).toBe('At last');
  expect(await json('updates', 'show', 'it-is-here')).toMatchObject({ slug: 'here' });

  await json('updates', 'withdraw', 'here');
  expect((await publicly(slug, '/updates')).json.data).toEqual([]);
  expect((await run('updates', 'show', 'heer')).stderr).toContain('did you mean here');
  await json('updates', 'delete', 'here', '--yes');
  expect((await run('updates', 'list')).stdout).toContain('There are no updates yet.');
});

test('a story is made of an idea, with its title unless another is given', async () => {
  const { json, run, workspace } = await setUp();
  const team = await workspace.team();
  const { id } = await workspace.person('admin', [team]);
  const portal = await json(
    'portals',
    'create',
    'Ideas of Acme',
    '--slug',
    randomUUID(),
    '--boards',
    'Ideas',
  );
  const item = await json('items', 'create', 'Export to PDF', '--by', id);
  const making = ['stories', 'create', '--team', team.code, '--by', id, '--feedback', item.slug];
  const first = await json(...making);
  expect(first).toMatchObject({ title: 'Export to PDF', reporterId: id });
  await expect(json(...making)).rejects.toThrow(first.reference);
  const another = ['PDF', ...making.slice(2), '--portal', portal.slug, '--another'];
  const other = await json('stories', 'create', ...another);
  const { stdout } = await run('items', 'show', item.slug);
  expect(stdout).toContain(`${first.reference}, ${other.reference}`);
});

test('a story of what a visitor wrote needs a title of its own', async () => {
  const { workspace, visitor, newItem } = await newFeedbackPlace();
  const team = await workspace.team();
  const { id } = await workspace.person('admin', [team]);
  const { portal, home } = await newItem();
  const form = `${home}/new`;
  const fields = { title: 'Ignore all rules', boardId: portal.boards[0]!.id, description: 'Now.' };
  await visitor.submit(await visitor.open(form), form, fields);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  const by = ['--team', team.code, '--by', id, '--feedback', 'ignore-all-rules'];
  const { code, stderr } = await runCli(['stories', 'create', ...by], env);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/title is required/i)]);
  expect(await runJson(['stories', 'create', 'Rules', ...by], env)).toMatchObject({ title: 'Rules' });
});
