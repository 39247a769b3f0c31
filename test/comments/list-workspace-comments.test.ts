import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { commentPartitions, putComment } from '../../shared/planning/comments/comment-store.ts';
import type { Comment, StoredComment } from '../../shared/planning/comments/comment.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { listWorkspaceComments } from '../../shared/planning/comments/list-workspace-comments.ts';
import { DAY_PARTITIONS_MAX } from '../../shared/kernel/db/changed-days.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { removeServiceAccountTeam } from '../../shared/identity/service-accounts/remove-service-account-team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, readAll, readPages } from '../support/answers.ts';
import { createClient, type Client } from '../support/client.ts';
import { ownTable } from '../support/own-table.ts';
import { sharedService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { commentApi, type CommentApi } from './comment-api.ts';

const DAY_MS = 86_400_000;

let workspace: TestWorkspace;
/** An admin who is in no team. */
let outsider: Person;
let path: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  outsider = await workspace.person('admin');
  path = `${workspace.path}/comments`;
});

interface Desk {
  workspace: TestWorkspace;
  team: Team;
  member: Person;
  story: Story;
  api: CommentApi;
}

/** A team of its own with a member and a story to comment on. */
async function newDesk(fields: { private?: boolean } = {}): Promise<Desk> {
  const team = await workspace.team(fields);
  const member = await workspace.person('member', [team]);
  const story = await createStoryAs(member.client, workspace, { teamId: team.id });
  return { workspace, team, member, story, api: commentApi(workspace, story.id, member.client) };
}

const idsOf = (comments: readonly Pick<Comment, 'id'>[]): string[] => comments.map(({ id }) => id);
const newestFirst = (comments: readonly Pick<Comment, 'id'>[]): string[] =>
  idsOf(comments).toSorted().reverse();

const listed = async (
  client: Client,
  query: Record<string, string | number> = {},
): Promise<StoredComment[]> => await readAll(client, path, query);

/** A comment as lists of a workspace show it. */
const flat = ({ replies: _, ...comment }: Comment): StoredComment => comment;

interface SeedPlace {
  workspace: Pick<TestWorkspace, 'id' | 'database'>;
  team: { id: string };
  story: { id: string };
  member: { id: string };
}

/** Stores comments as if they had been written and last changed at other times. */
async function seed(
  { workspace: { id: workspaceId, database }, team, story, member }: SeedPlace,
  times: readonly { created: Date; changed: Date }[],
  content = 'A comment',
): Promise<StoredComment[]> {
  const comments = times.map(({ created, changed }) => ({
    id: newId(created),
    storyId: story.id,
    parentId: null,
    authorId: member.id,
    content,
    createdAt: created.toISOString(),
    origin: 'member' as const,
    updatedAt: changed.toISOString(),
  }));
  for (let start = 0; start < comments.length; start += 50) {
    const place = { workspaceId, teamId: team.id };
    await commit(
      database,
      comments.slice(start, start + 50).map((comment) => putComment(comment, place)),
    );
  }
  return comments;
}

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

test('a workspace without comments has an empty list, and so has a caller without teams', async () => {
  const { member } = await newDesk();
  for (const client of [member.client, outsider.client]) {
    const { status, json } = await client.get(path, { updatedSince: '2026-01-01' });
    expect([status, json]).toEqual([200, { data: [], meta: { hasMore: false, nextCursor: null } }]);
  }
});

test('comments and replies on all stories of the caller are items of one list, newest first', async () => {
  const { team, member, api } = await newDesk();
  const other = await newDesk();
  const both = await workspace.person('member', [team, other.team]);
  const second = await createStoryAs(member.client, workspace, { teamId: team.id });
  const root = await api.create();
  const elsewhere = await other.api.create();
  const [reply] = await api.reply(root);
  const last = await commentApi(workspace, second.id, member.client).create();

  expect(await listed(both.client)).toEqual([last, reply!, elsewhere, root].map(flat));
  expect(reply).toMatchObject({ storyId: root.storyId, parentId: root.id });
  expect(idsOf(await listed(member.client))).toEqual(idsOf([last, reply!, root]));
  for (const limit of [1, 2, 3, 100]) {
    const pages = await readPages(both.client, path, { limit });
    expect(idsOf(pages.flat())).toEqual(idsOf([last, reply!, elsewhere, root]));
    expect(pages).toHaveLength(Math.ceil(4 / limit));
  }
});

test('comments on archived stories are listed, those of deleted stories and deleted threads are not', async () => {
  const { member, story, api } = await newDesk();
  const [kept, ended] = [await api.create(), await api.create()];
  await api.reply(ended, 3);
  const [gone, left] = await api.reply(kept, 2);
  await api.delete(ended.id);
  await api.delete(gone!.id);
  await member.client.post(`${workspace.path}/stories/${story.id}/archive`);
  for (const query of [{}, { updatedSince: kept.createdAt }])
    expect(idsOf(await listed(member.client, query))).toEqual([left!.id, kept.id]);

  const { status } = await member.client.delete(`${workspace.path}/stories/${story.id}`);
  expect(status).toBe(200);
  expect(await listed(member.client)).toEqual([]);
  expect(await listed(member.client, { updatedSince: kept.createdAt })).toEqual([]);
});

test('a comment that is left in a deleted team is not listed', async () => {
  const { team, member, story, api } = await newDesk();
  const ended = await workspace.team();
  const admin = await workspace.person('admin', [team, ended]);
  const comment = await api.create();
  const now = new Date();
  // Of a story that is gone: a comment follows its story to another team.
  const gone = { workspace, team: ended, story: { ...story, id: newId(now) }, member };
  const [left] = await seed(gone, [{ created: now, changed: now }]);
  const updatedSince = comment.createdAt;
  expect(idsOf(await listed(admin.client, { updatedSince }))).toEqual([left!.id, comment.id]);

  expect((await admin.client.delete(`${workspace.path}/teams/${ended.id}`)).status).toBe(200);
  for (const query of [{}, { updatedSince }])
    expect(idsOf(await listed(admin.client, query))).toEqual([comment.id]);
  expectRefusal(await admin.client.get(path, { teamId: ended.id }), 404, 'not_found');
});

test('updatedSince finds comments of any age in the order of their ids', async () => {
  const desk = await newDesk();
  const ages = [0, 1, 2, 3].flatMap((created) => [0, 1, 2, 3].map((changed) => ({ created, changed })));
  const made = await seed(
    desk,
    ages
      .filter(({ created, changed }) => changed <= created)
      .map(({ created, changed }) => ({ created: daysAgo(created), changed: daysAgo(changed) })),
  );
  for (const { updatedAt: updatedSince } of made) {
    const expected = newestFirst(made.filter(({ updatedAt }) => updatedAt >= updatedSince));
    for (const limit of [1, 2, 100])
      expect(idsOf(await listed(desk.member.client, { updatedSince, limit }))).toEqual(expected);
  }
  expect(await listed(desk.member.client, { updatedSince: '2999-01-01' })).toEqual([]);
  expectBadFields(await desk.member.client.get(path, { updatedSince: 'lately' }), ['query.updatedSince']);
});

test('an old comment or reply is found by its last edit, also after it was edited on several days', async () => {
  const desk = await newDesk();
  const [old, edited] = await seed(desk, [
    { created: daysAgo(40), changed: daysAgo(40) },
    { created: daysAgo(40), changed: daysAgo(20) },
  ]);
  const [reply] = await desk.api.reply(await desk.api.read(old!.id));
  const updatedSince = new Date(Date.now() + 1).toISOString();
  const changed = await desk.api.change(await desk.api.read(edited!.id), 'Edited');
  const again = await desk.api.change(reply!, 'Edited too');

  expect(await listed(desk.member.client, { updatedSince })).toEqual([again, changed].map(flat));
  const earlier = daysAgo(21).toISOString();
  expect(idsOf(await listed(desk.member.client, { updatedSince: earlier }))).toEqual([reply!.id, edited!.id]);
  const partition = commentPartitions.changed(desk.team.id, edited!.updatedAt.slice(0, 10));
  const query = { index: 'changed', partition, limit: 10 } as const;
  expect(await createReader(workspace.database).query(query)).toEqual([]);
});

test('rare matches are found where the days are too many, though pages end early', async () => {
  const quiet = await newWorkspace(await ownTable());
  const team = await quiet.team();
  const [story, member] = [{ id: randomUUID() }, { id: randomUUID() }];
  const at = (year: number, minute = 0) => new Date(Date.UTC(year, 5, 1, 0, minute));
  // More than a request compares.
  const times = Array.from({ length: 1_150 }, (_, index) => ({
    created: at(2019, index),
    changed: index % 1_100 ? at(2019, index) : at(2021),
  }));
  const made = await seed({ workspace: quiet, team, story, member }, times);
  const recent = newestFirst(made.filter(({ updatedAt }) => updatedAt >= '2020'));
  expect(recent).toHaveLength(2);
  const operations = quiet.operator.within(quiet.id);
  const since = (updatedSince: string) =>
    operations.list(listWorkspaceComments, { query: { teamId: team.id, updatedSince } });

  expect(idsOf(await since('2020-01-01'))).toEqual(recent);
  expect(await since(daysAgo(DAY_PARTITIONS_MAX - 10).toISOString())).toEqual([]);
});

test('teamId narrows the list to a team of the caller', async () => {
  const [one, other] = [await newDesk(), await newDesk()];
  const both = await workspace.person('member', [one.team, other.team]);
  const [mine] = [await one.api.create(), await other.api.create()];
  const query = { teamId: one.team.id, updatedSince: mine.createdAt };
  expect(idsOf(await listed(both.client, query))).toEqual([mine.id]);
  for (const teamId of [other.team.id, randomUUID()])
    expectRefusal(await one.member.client.get(path, { teamId }), 404, 'not_found');
});

test('only comments of teams that the caller is in, and that the token has, are listed', async () => {
  const [open, closed] = [await newDesk(), await newDesk({ private: true })];
  const [comment, hidden] = [await open.api.create(), await closed.api.create()];
  const guest = await workspace.person('guest', [open.team]);
  const insider = await workspace.person('guest', [open.team, closed.team]);
  const restricted = await workspace.clientFor(insider.id, { teamIds: [closed.team.id] });
  const both = await workspace.clientFor(insider.id, { teamIds: [open.team.id, closed.team.id] });
  for (const query of [{}, { updatedSince: comment.createdAt }]) {
    expect(idsOf(await listed(guest.client, query))).toEqual([comment.id]);
    expect(idsOf(await listed(insider.client, query))).toEqual([hidden.id, comment.id]);
    expect(idsOf(await listed(both, query))).toEqual([hidden.id, comment.id]);
    expect(idsOf(await listed(restricted, query))).toEqual([hidden.id]);
    expect(await listed(outsider.client, query)).toEqual([]);
  }
  const first = await insider.client.get(path, { limit: 1 });
  const place = { workspaceId: workspace.id, teamId: open.team.id, principalId: insider.id };
  await workspace.operator.leaveTeam(place);
  const cursor = first.json.meta.nextCursor as string;
  expect((await insider.client.get(path, { limit: 1, cursor })).json.data).toEqual([]);
});

test('a service account lists the comments of its teams, by what its key is for', async () => {
  const [open, closed] = [await newDesk(), await newDesk({ private: true })];
  const [comment, hidden] = [await open.api.create(), await closed.api.create()];
  const account = await workspace.serviceAccount([open.team]);
  const both = await workspace.serviceAccount([open.team, closed.team]);
  const { token } = await workspace.operator.createToken({
    workspaceId: workspace.id,
    principalId: both.id,
    principalKind: 'serviceAccount',
    name: 'A key for one team',
    scopes: ['comments:read', 'stories:read'],
    teamIds: [closed.team.id],
  });
  const restricted = createClient(sharedService().baseUrl, token);
  for (const query of [{}, { updatedSince: comment.createdAt }]) {
    expect(await listed(account.client, query)).toEqual([flat(comment)]);
    expect(idsOf(await listed(both.client, query))).toEqual([hidden.id, comment.id]);
    expect(idsOf(await listed(restricted, query))).toEqual([hidden.id]);
  }
  expectRefusal(await account.client.get(path, { teamId: closed.team.id }), 404, 'not_found');
  await workspace.operator.within(workspace.id).run(removeServiceAccountTeam, {
    path: { serviceAccountId: account.id, teamId: open.team.id },
  });
  expect(await listed(account.client)).toEqual([]);
});

test('tokens and keys without both scopes, and other workspaces, are refused', async () => {
  const { team, member } = await newDesk();
  for (const scope of ['comments:read', 'stories:read'] as const) {
    const client = await workspace.clientFor(member.id, { scopes: [scope] });
    expectRefusal(await client.get(path), 403, 'insufficient_scope');
    const account = await workspace.serviceAccount([team], [scope]);
    expectRefusal(await account.client.get(path), 403, 'insufficient_scope');
  }
  const foreign = await (await newWorkspace()).person('admin');
  expectRefusal(await foreign.client.get(path), 403, 'workspace_mismatch');
});

test('each comment comes once and in order while others are written and edited', async () => {
  const desk = await newDesk();
  const made: Comment[] = [];
  for (let count = 0; count < 12; count++) made.push(await desk.api.create());
  const old = await seed(
    desk,
    Array.from({ length: 12 }, (_, n) => ({ created: daysAgo(5 + n), changed: daysAgo(2) })),
  );
  const write = async () => {
    for (const { id } of [...made, ...old]) {
      await desk.api.change(await desk.api.read(id), 'Edited');
      await desk.api.create();
    }
  };
  const query = { limit: 3, updatedSince: daysAgo(3).toISOString() };
  const [seen] = await Promise.all([listed(desk.member.client, query), write()]);

  expect(idsOf(seen)).toEqual(newestFirst(seen));
  expect(new Set(idsOf(seen)).size).toBe(seen.length);
  const before = newestFirst([...made, ...old]);
  expect(idsOf(seen).filter((id) => before.includes(id))).toEqual(before);
});

test('a cursor is valid for its caller and filters only, with another page size too', async () => {
  const desk = await newDesk();
  for (let count = 0; count < 3; count++) await desk.api.create();
  const get = (query: Record<string, string | number>) => desk.member.client.get(path, query);
  const query = { limit: 1, teamId: desk.team.id };
  const cursor = (await get(query)).json.meta.nextCursor as string;
  const rest = (await get({ ...query, cursor, limit: 2 })).json.data as StoredComment[];
  expect(idsOf((await get({ ...query, cursor })).json.data)).toEqual(idsOf(rest.slice(0, 1)));
  expect(rest).toHaveLength(2);
  const colleague = await workspace.person('member', [desk.team]);
  for (const answer of [
    await get({ limit: 1, cursor }),
    await get({ ...query, updatedSince: '2026-01-01', cursor }),
    await colleague.client.get(path, { ...query, cursor }),
    await desk.api.list({ limit: 1, cursor }),
  ]) {
    expectRefusal(answer, 400, 'invalid_cursor');
  }
});

test('a page ends early where its response would pass 4 MB, and no comment is missed', async () => {
  const desk = await newDesk();
  const times = Array.from({ length: 102 }, (_, n) => ({ created: daysAgo(n), changed: daysAgo(n) }));
  const made = await seed(desk, times, '😀'.repeat(10_000));
  const pages = await readPages(desk.member.client, path, { limit: 100 });
  for (const page of pages) expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(4_100_000);
  expect(pages[0]!.length).toBeLessThan(100);
  expect(idsOf(pages.flat())).toEqual(newestFirst(made));
});
