import { beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getStoryItem } from '../../shared/planning/story/story-store.ts';
import { claimApi } from '../claims/claim-api.ts';
import { newStoryWorkspace, type StoryApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { linkApi, type LinkApi } from './link-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let stories: StoryApi;
let links: LinkApi;

beforeAll(async () => {
  ({ workspace, team, member, api: stories } = await newStoryWorkspace());
  links = linkApi(workspace, member.client);
});

const story = (fields: object = {}): Promise<Story> => stories.create({ teamId: team.id, ...fields });
const pull = 'https://github.com/acme/app/pull/42';

describe('a new link', () => {
  test('is of the kind that its address looks like, and part of the story, whose version it moves', async () => {
    const one = await story();
    expect(one.links).toEqual([]);
    const link = await links.create(one, { url: pull });
    expect(link).toEqual({
      id: expect.any(String),
      url: pull,
      title: null,
      kind: 'pull_request',
      state: null,
      createdAt: link.createdAt,
      updatedAt: link.createdAt,
    });
    const now = await stories.read(one.id);
    expect(now).toEqual({ ...one, links: [link], updatedAt: now.updatedAt });
    expect(now.updatedAt > one.updatedAt).toBe(true);
    expect(await links.list(one)).toEqual([link]);
    expect((await links.get(one, link)).json.data).toEqual(link);
  });

  test('is stored as addresses are written: what is invisible or turns text is encoded', async () => {
    const url = 'https://example.com/\u202egpj.exe?q=\u200f\u00e4';
    const { url: stored } = await links.create(await story(), { url });
    expect(stored).toBe('https://example.com/%E2%80%AEgpj.exe?q=%E2%80%8F%C3%A4');
  });

  test('can have a title, a kind and a state of its own', async () => {
    const fields = { url: pull, title: 'Passkeys', kind: 'other', state: 'draft' };
    expect(await links.create(await story(), fields)).toMatchObject(fields);
  });

  test.each([
    [{}, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://user:secret@example.com' }, 'url'],
    [{ url: `https://example.com/${'x'.repeat(2_048)}` }, 'url'],
    [{ url: pull, title: 'x'.repeat(501) }, 'title'],
    [{ url: pull, title: ' ' }, 'title'],
    [{ url: pull, kind: 'issue' }, 'kind'],
    [{ url: pull, state: 'lost' }, 'state'],
    [{ url: pull, state: null }, 'state'],
  ])('cannot be %j', async (body, field) => {
    const one = await story();
    expectBadFields(await links.send(one, body), [field]);
    expect(await stories.read(one.id)).toEqual(one);
  });

  test('to the same address, also if written differently, is a conflict that names the first', async () => {
    const one = await story();
    const { id } = await links.create(one, { url: 'https://example.com' });
    for (const url of ['https://example.com', 'https://EXAMPLE.com/']) {
      const error = expectRefusal(await links.send(one, { url }), 409, 'conflict');
      expect(error.resourceId).toBe(id);
    }
    await links.create(await story(), { url: 'https://example.com' });
    expect(await links.list(one)).toHaveLength(1);
  });

  test('is made once when many ask for the same address at once', async () => {
    const one = await story();
    const answers = await Promise.all(Array.from({ length: 6 }, () => links.send(one, { url: pull })));
    const [link, ...more] = await links.list(one);
    expect(more).toEqual([]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const { json } of answers.filter(({ status }) => status === 409))
      expect(json.error.resourceId).toBe(link!.id);
  });

  test('lands together with others that are made at once, and with changes of the story', async () => {
    const one = await story();
    const [made] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => links.create(one))),
      claimApi(workspace, member.client).claim(one),
      member.client.post(`${workspace.path}/stories/${one.id}/archive`),
    ]);
    const ids = (await links.list(one)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
    const now = await stories.read(one.id);
    expect([now.archivedAt, now.claim]).toEqual([
      expect.any(String),
      expect.objectContaining({ fencingNumber: 1 }),
    ]);
  });
});

describe('the links of a story', () => {
  test('are at most 25', async () => {
    const one = await story();
    const made = [];
    for (let count = 0; count < 25; count++) made.push(await links.create(one));
    const error = expectRefusal(await links.send(one, { url: pull }), 409, 'quota_exceeded');
    expect(error).toMatchObject({ quota: 'links', limit: 25 });
    await links.delete(one, made[0]!);
    await links.create(one, { url: pull });
  });

  test('are at most 32 KB together, also after an update, and what is refused is what takes the room', async () => {
    const one = await story();
    const long = (length = 1_850) => `https://example.com/${newKey()}/${'x'.repeat(length)}`;
    for (let count = 0; count < 15; count++) await links.create(one, { url: long() });
    const last = await links.create(one, { url: `https://example.com/${'y'.repeat(500)}` });
    const refused = await links.send(one, { url: long() });
    expectBadFields(refused, ['url']);
    expect(refused.text).toContain('has no room: the 17 links of the story');
    expectBadFields(await links.send(one, { url: long(1), title: '漢'.repeat(500) }), ['title']);
    expectBadFields(await links.update(one, last, { title: 'é'.repeat(500) }), ['title']);
    expect(await links.list(one)).toHaveLength(16);
  });

  test('can have the longest address and title of any script', async () => {
    const one = await story();
    const url = `https://example.com/${'漢'.repeat(2_028)}`;
    const link = await links.create(one, { url, title: '漢'.repeat(500) });
    expect(link.url).toBe(new URL(url).href);
    for (let count = 0; count < 5; count++)
      await links.create(one, { url: `${pull}${count}`, title: '漢'.repeat(500) });
  });

  test('move with it to another team', async () => {
    const mover = await workspace.person('member', [team]);
    const other = await workspace.team();
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: other.id,
      principalId: member.id,
    });
    const one = await story();
    const link = await links.create(one, { url: pull });
    const moved = await stories.change(await stories.read(one.id), { teamId: other.id });
    expect([moved.teamId, moved.links]).toEqual([other.id, [link]]);
    expectRefusal(await linkApi(workspace, mover.client).sendList(one), 404, 'not_found');
  });

  test('cannot be set with the story, and stay when it is updated', async () => {
    const one = await story();
    expectBadFields(await stories.send({ teamId: team.id, title: 'A story', links: [] }), ['links']);
    const link = await links.create(one, { url: pull });
    const changed = await stories.change(await stories.read(one.id), { title: 'Other' });
    expect(changed.links).toEqual([link]);
    expect((await stories.archive(one.id)).json.data.links).toEqual([link]);
  });

  test('store nothing for a story without links', async () => {
    const one = await story();
    const item = await getStoryItem(createReader(workspace.database), one.id);
    expect(item!['doc']).not.toContain('links');
  });
});

test('those who cannot see a story neither see nor change its links, and guests only see them', async () => {
  const one = await story();
  const link = await links.create(one, { url: pull });
  const outsider = linkApi(workspace, (await workspace.person('member')).client);
  const guest = linkApi(workspace, (await workspace.person('guest', [team])).client);
  const reader = linkApi(workspace, await workspace.clientFor(member.id, { scopes: ['stories:read'] }));
  const body = { url: 'https://example.com' };
  const writesOf = async (api: LinkApi) => [
    await api.send(one, body),
    await api.update(one, link, { title: 'Theirs' }),
    await api.delete(one, link),
  ];
  for (const answer of [await outsider.sendList(one), ...(await writesOf(outsider))])
    expectRefusal(answer, 404, 'not_found');
  for (const answer of await writesOf(guest)) expectRefusal(answer, 403, 'insufficient_role');
  for (const answer of await writesOf(reader)) expectRefusal(answer, 403, 'insufficient_scope');
  expect(await guest.list(one)).toEqual([link]);
  expect(await reader.list(one)).toEqual([link]);
});
