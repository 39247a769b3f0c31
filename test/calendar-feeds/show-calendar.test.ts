import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import type { View } from '../../shared/planning/views/view.ts';
import { fieldApi } from '../custom-fields/field-api.ts';
import { newPlannedPerson } from '../planner/planned-person.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import {
  addressOf,
  createStoryAs,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { until } from '../support/until.ts';
import { daysOf, eventsIn, feedApi, readEvents, readFile } from './feed-api.ts';

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

const story = (fields: object) =>
  createStoryAs(person.client, workspace, { teamId: team.id, assigneeId: person.id, ...fields });
const patch = (id: string, updatedAt: string, fields: object) =>
  person.client.patch(`${workspace.path}/stories/${id}`, { expectedUpdatedAt: updatedAt, ...fields });

describe('the calendar of planned blocks', () => {
  test('has each block as a time, under the same identifier when it moves, and not when it is gone', async () => {
    const planned = await newPlannedPerson(workspace, team);
    const feed = await feedApi(workspace, planned.client).create({ kind: 'my_schedule' });
    const made = await planned.add(90, { title: 'Plan; the, launch' });
    await planned.untilIs(made, 'scheduled');
    const summary = `${made.reference} Plan; the, launch`;
    const before = (await readEvents(feed)).get(summary)!;
    const [block] = await planned.blocksOf(made);
    expect([before.start.toISOString(), before.end!.toISOString()]).toEqual([
      block!.startDate,
      block!.endDate,
    ]);
    expect(before).toMatchObject({ datetype: 'date-time', status: 'CONFIRMED', transparency: 'OPAQUE' });

    const busy = {
      startDate: new Date().toISOString(),
      endDate: new Date(Date.now() + 7_200_000).toISOString(),
    };
    await planned.time.beBusy(busy);
    await until(async () => (await planned.blocksOf(made))[0]?.startDate !== block!.startDate);
    const after = (await readEvents(feed)).get(summary)!;
    expect(after.uid).toBe(before.uid);
    expect(after.start.getTime()).toBeGreaterThan(before.start.getTime());
    expect(after.dtstamp.getTime()).toBeGreaterThanOrEqual(before.dtstamp.getTime());

    await planned.client.delete(`${workspace.path}/stories/${made.id}`);
    await until(async () => !(await readEvents(feed)).has(summary));
  });
});

describe('the calendar of own stories', () => {
  test('has the days of stories with a start or an end, the last one included, and says which are cancelled', async () => {
    const feed = await feeds.create({ kind: 'my_stories' });
    const dated = { startDate: '2026-12-01T22:00:00Z', endDate: '2026-12-04' };
    const both = await story({ title: 'Both', ...dated });
    const due = await story({ title: 'Due', endDate: '2026-12-04T23:30:00Z' });
    const starts = await story({ title: 'Starts', startDate: '2026-12-09' });
    const none = await story({ title: 'None' });
    const others = await story({ title: 'Of nobody', endDate: '2026-12-04', assigneeId: undefined });
    const named = ({ reference, title }: { reference: string; title: string }) => `${reference} ${title}`;
    await until(async () => (await readEvents(feed)).size === 3);
    const events = await readEvents(feed);
    expect(daysOf(events.get(named(both))!)).toEqual(['2026-12-01', '2026-12-05']);
    expect(daysOf(events.get(named(due))!)).toEqual(['2026-12-04', '2026-12-05']);
    expect(daysOf(events.get(named(starts))!)).toEqual(['2026-12-09', '2026-12-10']);
    expect([none, others].filter((one) => events.has(named(one)))).toEqual([]);
    expect(events.get(named(due))).toMatchObject({ transparency: 'TRANSPARENT', status: 'CONFIRMED' });

    const statuses = (await person.client.get(`${workspace.path}/statuses`, { teamId: team.id })).json
      .data as { id: string; category: string }[];
    const { id: statusId } = statuses.find(({ category }) => category === 'cancelled')!;
    expect((await patch(due.id, due.updatedAt, { statusId, title: 'Not any more' })).status).toBe(200);
    const cancelled = await untilEvent(feed, `${due.reference} Not any more`);
    const former = events.get(named(due))!;
    expect(cancelled).toMatchObject({ status: 'CANCELLED', uid: former.uid });
    expect(Number(cancelled.sequence)).toBeGreaterThanOrEqual(Number(former.sequence));
  });

  const untilEvent = async (feed: { url: string }, summary: string) => {
    await until(async () => (await readEvents(feed)).has(summary));
    return (await readEvents(feed)).get(summary)!;
  };
});

describe('the calendar of a team', () => {
  test('has its sprints and the objectives that its owner may see', async () => {
    const admin = await workspace.person('admin', [team]);
    const plan = planningApi(workspace, admin.client);
    await plan.sprint(team, {
      name: 'Eighth',
      goal: 'Ship,\nthen rest',
      startDate: '2026-12-07',
      endDate: '2026-12-18',
    });
    await plan.objective(team, { name: 'Grow', startDate: '2026-10-01', endDate: '2026-12-31' });
    await plan.objective(team, { name: 'Undated' });
    await plan.objective(team, { name: 'Hidden', endDate: '2026-12-31', private: true });
    const events = await readEvents(await feeds.create({ kind: 'team', teamId: team.id }));
    expect([...events.keys()].sort()).toEqual(['Eighth', 'Grow']);
    expect(events.get('Eighth')!.description).toBe('Ship,\nthen rest');
    expect(daysOf(events.get('Eighth')!)).toEqual(['2026-12-07', '2026-12-19']);
    expect(daysOf(events.get('Grow')!)).toEqual(['2026-10-01', '2027-01-01']);
    const ofAdmin = await readEvents(
      await feedApi(workspace, admin.client).create({ kind: 'team', teamId: team.id }),
    );
    expect([...ofAdmin.keys()]).toContain('Hidden');
  });

  test('shows nothing once its owner has left the team, nor a private one to others, until they are back', async () => {
    const secret = await workspace.team({ private: true });
    const member = await workspace.person('member', [secret]);
    const feed = await feedApi(workspace, member.client).create({ kind: 'team', teamId: secret.id });
    const [schedule, own] = [
      await feedApi(workspace, member.client).create({ kind: 'my_schedule' }),
      await feedApi(workspace, member.client).create({ kind: 'my_stories' }),
    ];
    const hidden = await createStoryAs(member.client, workspace, {
      teamId: secret.id,
      assigneeId: member.id,
      title: 'Hidden',
      endDate: '2026-12-24',
      autoSchedulingEnabled: true,
      estimatedDurationMinutes: 60,
    });
    const shown = async () => [...(await readEvents(schedule)), ...(await readEvents(own))].length;
    await until(async () => (await shown()) >= 2);
    expect((await readFile(feed)).status).toBe(200);

    const { operator, id: workspaceId } = workspace;
    await operator.leaveTeam({ workspaceId, teamId: secret.id, principalId: member.id });
    expectRefusal(await readFile(feed), 404, 'not_found');
    expect((await readFile(schedule)).text + (await readFile(own)).text).not.toContain(hidden.reference);
    await operator.joinTeam({ workspaceId, teamId: secret.id, principalId: member.id });
    expect((await readFile(feed)).status).toBe(200);
  });
});

describe('the calendar of a view', () => {
  test('has the stories that the view has for its owner, and nothing once the view is deleted', async () => {
    const view = (await person.client.post(`${workspace.path}/views`, { name: 'Launch', filter: 'passkeys' }))
      .json.data as { id: string };
    const found = await story({ title: 'Add passkeys', endDate: '2026-12-11' });
    await story({ title: 'Add logins', endDate: '2026-12-11' });
    const feed = await feeds.create({ kind: 'view', viewId: view.id });
    await until(async () => (await readEvents(feed)).size > 0);
    const { text } = await readFile(feed);
    expect([...eventsIn(text).keys()]).toEqual([`${found.reference} Add passkeys`]);
    expect(text).toContain('X-WR-CALNAME:Launch\r\n');
    await person.client.delete(`${workspace.path}/views/${view.id}`);
    expectRefusal(await readFile(feed), 404, 'not_found');
  });
});

describe('the calendar of a view whose filter names things', () => {
  test('has its stories, whatever the filter names', async () => {
    const admin = await workspace.person('admin', [team]);
    const plan = planningApi(workspace, person.client);
    const sprint = await plan.sprint(team, { name: 'Ōnami 9' });
    const objective = await plan.objective(team, { name: 'Zażółć' });
    const { json } = await person.client.post(`${workspace.path}/labels`, { name: 'Größe', teamId: team.id });
    await fieldApi(workspace, admin.client).create({ key: 'wave', name: 'Wave', type: 'text' });
    const dated = { endDate: '2026-12-18', labels: [json.data.id], sprintId: sprint.id };
    const named = { objectiveId: objective.id, customFields: { wave: 'tall' } };
    const found = await story({ title: 'Surf', ...dated, ...named });
    await person.client.post(`${workspace.path}/stories/${found.id}/comments`, { content: 'Now' });
    await person.client.post(`${workspace.path}/stories/${found.id}/claim`, { leaseSeconds: 3_000 });
    const email = await addressOf(workspace, person.id);
    for (const filter of [
      `team:${team.code}`,
      'sprint:"Ōnami 9"',
      'objective:Zażółć -objective:none',
      'label:größe',
      'status:Backlog',
      `(assignee:"${email}" OR reporter:"${email}") label:größe`,
      `claimedBy:"${email}"`,
      `commentedBy:"${email}" has:comment`,
      'cf.wave:tall sort:cf.wave',
      found.reference,
    ]) {
      const view = await person.client.post(`${workspace.path}/views`, { name: 'Named', filter });
      const feed = await feeds.create({ kind: 'view', viewId: view.json.data.id });
      await expect
        .poll(async () => [...(await readEvents(feed)).keys()], { message: filter, timeout: 5_000 })
        .toContain(`${found.reference} Surf`);
    }
  });

  test('shows nothing that the token which made it may not list, also when the filter is changed', async () => {
    const without = allScopes.filter((scope) => scope !== 'comments:read');
    const limited = feedApi(workspace, await workspace.clientFor(person.id, { scopes: without }));
    const view = async (filter: string) =>
      (await person.client.post(`${workspace.path}/views`, { name: 'Talk', filter })).json.data as View;
    const plain = await view('is:open');
    const feed = await limited.create({ kind: 'view', viewId: plain.id });
    const { updatedAt: expectedUpdatedAt } = plain;
    const changed = { expectedUpdatedAt, filter: 'has:comment' };
    await person.client.patch(`${workspace.path}/views/${plain.id}`, changed);
    const { missingScopes } = expectRefusal(await readFile(feed), 403, 'insufficient_scope');
    expect(missingScopes).toEqual(['comments:read']);
  });
});

describe('an address', () => {
  test('answers with 304 while nothing has changed', async () => {
    const feed = await feeds.create({ kind: 'my_schedule' });
    const first = await readFile(feed);
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('ratelimit-policy')).toMatch(/^"credential";q=\d+;w=60, "workspace"/);
    const again = await readFile(feed, { 'if-none-match': first.headers.get('etag')! });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await readFile(feed, { 'if-none-match': '"another"' });
    expect([other.status, other.text]).toEqual([200, first.text]);
  });

  test('is the only one of its feed, and opens nothing else', async () => {
    const { url } = await feeds.create({ kind: 'my_schedule' });
    const [, start, file] = /^(.*\/)([\w-]{107})\.ics$/.exec(url)!;
    const other = (await feeds.create({ kind: 'my_schedule' })).url.slice(start!.length);
    const wrong = [
      `${file!.slice(0, -2)}AA.ics`,
      `${file}.ICS`,
      file!,
      `${file!.slice(0, 64)}${other.slice(64)}`,
      'x.ics',
    ];
    for (const name of wrong) expectRefusal(await readFile({ url: `${start}${name}` }), 404, 'not_found');
    const token = { authorization: `Bearer ${file}` };
    const { status } = await person.client.request('GET', `${workspace.path}/calendar-feeds`, {
      headers: token,
    });
    expect(status).toBe(401);
  });

  test('ends with the membership of its owner', async () => {
    const member = await workspace.person('member', [team]);
    const feed = await feedApi(workspace, member.client).create({ kind: 'my_stories' });
    expect((await readFile(feed)).status).toBe(200);
    const admin = await workspace.person('admin');
    await admin.client.delete(`${workspace.path}/members/${member.id}`);
    expectRefusal(await readFile(feed), 404, 'not_found');
  });
});
