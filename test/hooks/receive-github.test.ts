import { beforeAll, describe, expect, test } from 'vitest';
import { claimApi } from '../claims/claim-api.ts';
import { linkApi } from '../links/link-api.ts';
import { serviceAccountApi } from '../service-accounts/service-account-api.ts';
import { dataOf } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { branchEvent, pullRequest, push } from './github-payloads.ts';
import { deliverGithub, newHookWorkspace, type HookWorkspace, type SecretHook } from './hook-api.ts';

let place: HookWorkspace;
let hook: SecretHook;

beforeAll(async () => {
  place = await newHookWorkspace();
  hook = await place.hook();
});

const report = (fields: Parameters<typeof pullRequest>[0]) =>
  deliverGithub(hook, 'pull_request', pullRequest(fields));
const read = (id: string) => place.stories.read(id);

describe('a pull request', () => {
  test.each([
    ['title', (reference: string) => ({ title: `${reference}: refunds` })],
    ['branch', (reference: string) => ({ branch: `fix/${reference.toLowerCase()}_refunds` })],
    ['description', (reference: string) => ({ body: `Closes ${reference}.` })],
  ])('that names a story in its %s becomes a link of it, and moves it', async (_, named) => {
    const { id, reference } = await place.story();
    const answer = await report({ ...named(reference), at: 1 });
    expect([answer.status, answer.json.data]).toEqual([
      200,
      { event: 'used', stories: [{ reference, storyId: id, link: 'added', status: 'moved' }] },
    ]);
    const story = await read(id);
    expect(story.statusId).toBe(place.statuses.started);
    expect(story.links).toEqual([
      {
        id: expect.any(String),
        url: 'https://github.com/acme/shop/pull/7',
        title: 'acme/shop#7',
        kind: 'pull_request',
        state: 'open',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  test('that is merged completes its story, as the service account of the hook', async () => {
    const { id, reference } = await place.story();
    await report({ title: reference, at: 1 });
    await report({ title: reference, state: 'merged', at: 2 });
    const story = await read(id);
    expect(story).toMatchObject({ statusId: place.statuses.completed, links: [{ state: 'merged' }] });
    expect(story.completedAt).not.toBeNull();
    const path = `${place.workspace.path}/stories/${id}/history`;
    const entriesOf = async () => (await place.admin.client.get(path)).json.data;
    await until(async () => (await entriesOf()).length === 3);
    const entries = await entriesOf();
    expect(entries[0].actor).toEqual({ kind: 'service_account', id: place.account.id, via: 'automation' });
    expect(entries[0].changes.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(['statusId', 'links']),
    );
  });

  test('that names several stories is linked to each, in one change set', async () => {
    const [one, other] = [await place.story(), await place.story()];
    const { json } = await report({
      title: `${one.reference} and ${other.reference}, ${one.reference}, UTF-8`,
    });
    expect(json.data.stories.map(({ storyId }: { storyId: string }) => storyId)).toEqual([one.id, other.id]);
    for (const { id } of [one, other]) expect((await read(id)).links).toHaveLength(1);
  });

  test('moves nothing as a draft, until it is ready', async () => {
    const { id, reference, statusId } = await place.story();
    await report({ title: reference, state: 'draft', at: 1 });
    expect(await read(id)).toMatchObject({ statusId, links: [{ state: 'draft' }] });
    await report({ title: reference, at: 2 });
    expect(await read(id)).toMatchObject({ statusId: place.statuses.started, links: [{ state: 'open' }] });
  });

  test('moves a story only forward, until it is opened again', async () => {
    const { id, reference } = await place.story({ statusId: place.statuses.completed });
    await report({ title: reference, at: 1 });
    await report({ title: reference, state: 'closed', at: 2 });
    expect(await read(id)).toMatchObject({
      statusId: place.statuses.completed,
      links: [{ state: 'closed' }],
    });
    await report({ title: reference, at: 3 });
    expect(await read(id)).toMatchObject({ statusId: place.statuses.started, links: [{ state: 'open' }] });
  });

  test('from a fork of a public repository moves a story only when it is merged', async () => {
    const { id, reference, statusId } = await place.story();
    const stranger = { title: reference, from: 'mallory/shop', isPublic: true };
    await report({ ...stranger, at: 1 });
    expect(await read(id)).toMatchObject({ statusId, links: [{ state: 'open' }] });
    await report({ ...stranger, state: 'merged', at: 2 });
    expect((await read(id)).statusId).toBe(place.statuses.completed);
  });

  test('from a fork of a public repository moves what its title or branch names, and only links what its text does', async () => {
    const [named, inText, ofBranch] = await Promise.all([place.story(), place.story(), place.story()]);
    const { completed } = place.statuses;
    await report({
      title: named.reference,
      body: `Closes ${inText.reference}`,
      branch: `fix-${ofBranch.reference.toLowerCase()}`,
      from: 'mallory/shop',
      isPublic: true,
      state: 'merged',
      at: 1,
    });
    expect((await read(named.id)).statusId).toBe(completed);
    expect((await read(ofBranch.id)).statusId).toBe(completed);
    expect(await read(inText.id)).toMatchObject({ statusId: inText.statusId, links: [{ state: 'merged' }] });
  });

  test('from a fork moves nothing that its author writes into the title once it is merged', async () => {
    const [named, later] = await Promise.all([place.story(), place.story()]);
    const merged = { number: 77, state: 'merged', from: 'mallory/shop', isPublic: true } as const;
    await report({ ...merged, title: named.reference, at: 1 });
    await report({ ...merged, action: 'edited', title: `${named.reference} ${later.reference}`, at: 2 });
    expect((await read(named.id)).statusId).toBe(place.statuses.completed);
    expect(await read(later.id)).toMatchObject({ statusId: later.statusId, links: [{ state: 'merged' }] });
  });

  test('is linked by a reference that the story had before it moved', async () => {
    const other = await place.otherTeam();
    const both = await place.hook({ rules: [place.rule(), { teamId: other.id }] });
    const story = await place.story();
    await place.stories.change(story, { teamId: other.id });
    await expect
      .poll(async () => {
        const { json } = await deliverGithub(
          both,
          'pull_request',
          pullRequest({ title: story.reference, at: 1 }),
        );
        return json.data.stories.length as number;
      })
      .toBe(1);
    expect((await read(story.id)).links).toHaveLength(1);
  });
});

describe('a delivery', () => {
  test('that is sent again changes nothing, also once someone has undone what it did', async () => {
    const { id, reference, statusId } = await place.story();
    const payload = pullRequest({ title: reference, at: 1 });
    await deliverGithub(hook, 'pull_request', payload);
    const moved = await read(id);
    const { json } = await deliverGithub(hook, 'pull_request', payload);
    expect(json.data.stories).toMatchObject([{ link: 'unchanged', status: 'unchanged' }]);
    expect(await read(id)).toEqual(moved);
    const links = linkApi(place.workspace, place.admin.client);
    expect((await links.delete(moved, moved.links[0]!)).status).toBe(200);
    const back = await place.stories.change(await read(id), { statusId });
    await deliverGithub(hook, 'pull_request', payload);
    expect(await read(id)).toEqual(back);
  });

  test('that is older than one before it changes neither the state of the link nor the status', async () => {
    const { id, reference } = await place.story();
    await report({ title: reference, state: 'merged', at: 5 });
    await report({ title: reference, at: 1 });
    expect(await read(id)).toMatchObject({
      statusId: place.statuses.completed,
      links: [{ state: 'merged' }],
    });
  });

  test('does not move a story that someone else has claimed, and says so', async () => {
    const { id, reference, statusId } = await place.story();
    const agent = await place.workspace.serviceAccount([place.team]);
    const claims = claimApi(place.workspace, agent.client);
    await claims.claim({ id });
    const { json } = await report({ title: reference, at: 1 });
    expect(json.data.stories).toMatchObject([{ link: 'added', status: 'claimed' }]);
    expect(await read(id)).toMatchObject({ statusId, links: [{ state: 'open' }] });
  });

  test('leaves a story where someone has moved it since', async () => {
    const { id, reference } = await place.story();
    await report({ title: reference, at: 1 });
    const story = await place.stories.change(await read(id), { statusId: place.statuses.unstarted });
    await report({ title: `${reference} again`, at: 2 });
    expect((await read(id)).statusId).toBe(story.statusId);
    await report({ title: reference, state: 'merged', at: 3 });
    expect((await read(id)).statusId).toBe(place.statuses.completed);
  });

  test('does nothing for teams without a rule, or that the account has left', async () => {
    const other = await place.otherTeam();
    const story = await place.stories.create({ teamId: other.id });
    const { json } = await report({ title: story.reference, at: 1 });
    expect(json.data.stories).toEqual([]);
    const both = await place.hook({ rules: [place.rule(), { teamId: other.id }] });
    dataOf(
      await serviceAccountApi(place.workspace, place.admin.client).take(place.account.id, other.id),
      200,
    );
    const payload = pullRequest({ title: story.reference, at: 1 });
    expect((await deliverGithub(both, 'pull_request', payload)).json.data.stories).toEqual([]);
    expect((await read(story.id)).links).toEqual([]);
  });

  test.each(['ping', 'issues', 'pull_request_review'])('of the event %s is ignored', async (event) => {
    const { status, json } = await deliverGithub(hook, event, { zen: 'Keep it logically awesome.' });
    expect([status, json.data]).toEqual([200, { event: 'ignored', stories: [] }]);
  });

  test('of a broken payload says what is missing', async () => {
    const { pull_request: _, ...rest } = pullRequest({});
    expectRefusal(await deliverGithub(hook, 'pull_request', rest), 400, 'invalid_request');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expectRefusal(await deliverGithub(hook, 'ping', {}, form), 415, 'unsupported_media_type');
  });
});

describe('a branch', () => {
  test('that names a story becomes a link of it, closed once it is deleted, and moves nothing', async () => {
    const { id, reference, statusId } = await place.story();
    const name = `feature/${reference.toLowerCase()}-refunds`;
    await deliverGithub(hook, 'create', branchEvent(name, 1));
    await deliverGithub(hook, 'push', push(`refs/heads/${name}`, { at: 1 }));
    const url = `https://github.com/acme/shop/tree/${name}`;
    expect(await read(id)).toMatchObject({
      statusId,
      links: [{ kind: 'branch', state: 'open', url, title: `acme/shop: ${name}` }],
    });
    await deliverGithub(hook, 'delete', branchEvent(name, 3));
    await deliverGithub(hook, 'push', push(`refs/heads/${name}`, { at: 2 }));
    expect((await read(id)).links).toMatchObject([{ state: 'closed' }]);
  });

  test('is no tag', async () => {
    const { id, reference } = await place.story();
    await deliverGithub(hook, 'create', branchEvent(reference, 1, 'tag'));
    await deliverGithub(hook, 'push', push(`refs/tags/${reference}`));
    expect((await read(id)).links).toEqual([]);
  });
});
