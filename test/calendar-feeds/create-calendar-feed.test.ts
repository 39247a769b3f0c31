import { hash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { auditTrail } from '../audit/audit-api.ts';
import { busyFeedApi } from '../busy-feeds/busy-feed-api.ts';
import { storyApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { feedApi, readFile } from './feed-api.ts';

let workspace: TestWorkspace;
let team: Team;
let person: Person;
let feeds: ReturnType<typeof feedApi>;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  person = await workspace.person('member', [team]);
  feeds = feedApi(workspace, person.client);
});

describe('createCalendarFeed', () => {
  test('shows the address once, and a replay of the request does not', async () => {
    const headers = { 'idempotency-key': newKey() };
    const first = await feeds.send({ kind: 'my_schedule' }, headers);
    expect(first.status, first.text).toBe(201);
    expect(first.json.data).toEqual({
      id: expect.any(String),
      workspaceId: workspace.id,
      memberId: person.id,
      kind: 'my_schedule',
      teamId: null,
      viewId: null,
      createdAt: expect.any(String),
    });
    expect(first.json.url).toMatch(/\/calendars\/[\w-]{107}\.ics$/);

    const again = await feeds.send({ kind: 'my_schedule' }, headers);
    expect(again.json).toEqual({ data: first.json.data });
    expect((await readFile({ url: first.json.url as string })).status).toBe(200);
  });

  test('no text that others read keeps the address, and one’s own busy times can be read from it', async () => {
    const { url } = await feeds.create({ kind: 'my_schedule' });
    const stories = storyApi(workspace, person.client);
    const { description } = await stories.create({
      teamId: team.id,
      title: 'Plan',
      description: `At ${url}!`,
    });
    expect(description).toMatch(/^At http.*\/calendars\/removed\.ics!$/);
    const shown = url.replace(/^http:\/\/[^/]*/, 'https://inbox.plotline.test');
    const busy = await busyFeedApi(workspace, person.client, person.id).create(shown);
    expect(busy.url).toBe(`https://inbox.plotline.test/...${hash('sha256', shown).slice(0, 12)}`);
  });

  test('takes the team or view of its kind, and nothing else', async () => {
    expectBadFields(await feeds.send({ kind: 'team' }), ['teamId']);
    expectBadFields(await feeds.send({ kind: 'view', teamId: team.id }), ['teamId', 'viewId']);
    expectBadFields(await feeds.send({ kind: 'my_stories', teamId: team.id }), ['teamId']);
    expectBadFields(await feeds.send({ kind: 'weather' }), ['kind']);
  });

  test('refuses a team and a view that the caller cannot see like those that do not exist', async () => {
    const other = await workspace.team({ private: true });
    const owner = await workspace.person('member');
    const view = (await owner.client.post(`${workspace.path}/views`, { name: 'Mine' })).json.data
      .id as string;
    for (const body of [
      { kind: 'team', teamId: other.id },
      { kind: 'team', teamId: newKey() },
      { kind: 'view', viewId: view },
      { kind: 'view', viewId: newKey() },
    ])
      expectRefusal(await feeds.send(body), 400, 'invalid_reference');
  });

  test('does not let a token show by an address what it may not read itself', async () => {
    const without = async (...missing: string[]) => {
      const scopes = allScopes.filter((scope) => !missing.includes(scope));
      return feedApi(workspace, await workspace.clientFor(person.id, { scopes }));
    };
    for (const [kind, scope] of [
      ['my_stories', 'stories:read'],
      ['my_schedule', 'stories:read'],
      ['team', 'objectives:read'],
    ]) {
      const answer = await (
        await without(scope!)
      ).send({ kind, ...(kind === 'team' && { teamId: team.id }) });
      expectRefusal(answer, 403, 'insufficient_scope');
      expect(answer.json.error.missingScopes).toEqual([scope]);
    }
  });

  test('is recorded in the audit trail without the address', async () => {
    const admin = await workspace.person('admin');
    const { id, url } = await feeds.create({ kind: 'team', teamId: team.id });
    const entries = await auditTrail(admin.client, workspace, { type: 'calendar_feed.created' });
    const entry = entries.find(({ target }) => target.id === id);
    expect(entry).toMatchObject({ actor: { id: person.id } });
    expect(JSON.stringify(entry)).not.toContain(/calendars\/([\w-]+)/.exec(url)![1]);
  });

  test('lets a person have 50', async () => {
    const someone = await workspace.person('guest');
    const own = feedApi(workspace, someone.client);
    for (let count = 0; count < 50; count++) await own.create({ kind: 'my_stories' });
    expectRefusal(await own.send({ kind: 'my_stories' }), 409, 'quota_exceeded');
  });
});
