import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../../infra/local/demo/seed-demo.ts';
import { readAll } from '../../support/answers.ts';
import { DEMO, handleDemoRequest } from '../../../infra/local/demo/routes.ts';
import { createBrowser } from '../../support/browser.ts';
import { createClient, type Client } from '../../support/client.ts';
import { startService, type OwnService } from '../../support/service.ts';
import { temporaryFolder } from './cli.ts';
import type { Demo } from '../../../cli/core/demo-file.ts';

let service: OwnService;
let demo: Demo;
let path: string;
let client: (who: keyof Demo['tokens']) => Client;

const seed = (home: string) => {
  const { baseUrl, dynamodbEndpoint, credentials, tableName } = service;
  return seedDemo({ baseUrl, dynamodbEndpoint, credentials, tableName: () => tableName, home });
};

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('a first start leaves a workspace in the middle of its work, and the next one leaves it alone', async () => {
  const home = temporaryFolder();
  demo = await seed(home);
  // The last of the records start the forecast.
  for (let records = 0; records < 3; records++) await service.streamsIdle();
  path = `/api/v1/workspaces/${demo.workspaceId}`;
  client = (who) => createClient(service.baseUrl, demo.tokens[who]);

  expect(JSON.parse(readFileSync(join(home, 'demo.json'), 'utf8'))).toEqual(demo);
  expect(Object.keys(demo)).toEqual([
    'baseUrl',
    'workspaceId',
    'teams',
    'tokens',
    'restrictedTeamId',
    'serviceAccountKey',
    'user',
    'admin',
    'portalSlug',
  ]);
  expect(demo.teams.map(({ code }) => code)).toEqual(['ENG', 'DES', 'OPS']);
  expect(await seed(home)).toEqual(demo);

  const { json } = await client('member').get(`${path}/stories-by-reference/ENG-1`);
  expect(json.data).toMatchObject({ title: 'Sign in with a passkey', estimateValue: 5 });
  const stories = (await client('member').get(`${path}/stories`, { limit: 100 })).json.data;
  const statuses = (await client('member').get(`${path}/statuses`)).json.data;
  const categoryOf = new Map(statuses.map(({ id, category }: any) => [id, category]));
  const categories = new Set(stories.map(({ statusId }: any) => categoryOf.get(statusId)));
  expect(categories).toEqual(new Set(['backlog', 'unstarted', 'started', 'completed', 'cancelled']));
  expect(stories.filter(({ parentId }: any) => parentId === json.data.id)).toHaveLength(2);

  const sprints = (await client('readOnly').get(`${path}/sprints`)).json.data;
  const now = new Date().toISOString();
  const phases = sprints.map(({ startDate, endDate }: any) =>
    endDate < now ? 'past' : startDate < now ? 'running' : 'coming',
  );
  expect(phases.sort()).toEqual(['past', 'running']);
  for (const { storyCounts } of sprints) expect(storyCounts.completed).toBeGreaterThan(0);

  // The first charts that a newcomer sees fall from what was planned, the past one to zero.
  for (const { id, name } of sprints) {
    const { burnDown } = (await client('member').get(`${path}/sprints/${id}/analysis`)).json.data;
    const left = burnDown.flatMap(({ remaining }: any) => (remaining ? [remaining.stories] : []));
    expect(left[0], name).toBeGreaterThanOrEqual(5);
    expect(new Set(left).size, name).toBeGreaterThan(3);
    expect(left, name).toEqual(left.toSorted((a: number, b: number) => b - a));
    expect(left.at(-1), name).toBe(name === 'Sprint 11' ? 0 : 4);
  }
});

test("the demo's user can sign in, also in a home from before there were pages", async () => {
  const canSignIn = async ({ user }: Demo) => {
    const browser = createBrowser(service.baseUrl);
    return (await browser.submit(await browser.open('/sign-in'), '/sign-in', user)).status === 200;
  };
  expect(await canSignIn(demo)).toBe(true);
  const home = temporaryFolder();
  const { user: _, ...before } = demo;
  writeFileSync(join(home, 'demo.json'), JSON.stringify(before));
  const now = await seed(home);
  expect(now).toMatchObject(before);
  expect(await canSignIn(now)).toBe(true);
  expect(await canSignIn(demo)).toBe(false);
  demo = now;
});

test("the demo's portal has items of every kind and news, also in a home from before there were any", async () => {
  const home = temporaryFolder();
  const { portalSlug: _, ...before } = demo;
  writeFileSync(join(home, 'demo.json'), JSON.stringify(before));
  const slugs = [demo.portalSlug, (await seed(home)).portalSlug];
  expect(new Set(slugs).size).toBe(2);
  for (const slug of slugs) {
    const anyone = createClient(service.baseUrl);
    const portal = (await anyone.get(`/portals/${slug}/feedback`)).json.data;
    expect(portal).toMatchObject({ slug, name: 'Tidepool', workspaceId: demo.workspaceId });
    expect(new Set(portal.items.map(({ status }: any) => status)).size).toBe(6);
    expect((await fetch(portal.logoUrl)).status).toBe(200);
    const news = (await anyone.get(`/portals/${slug}/feedback/updates`)).json.data;
    expect(news).toHaveLength(3);
    for (const { linkedItems } of news) expect(linkedItems).toHaveLength(1);
  }
});

test("every vote on the demo's portal is that of a person, and its authors can be banned", async () => {
  const portals = await readAll(client('admin'), `${path}/portals`);
  const { id } = portals.find(({ slug }) => slug === demo.portalSlug)!;
  const items = await readAll(client('admin'), `${path}/portals/${id}/items`);
  expect(items.length).toBeGreaterThan(10);
  for (const item of items) {
    const votes = await readAll(client('admin'), `${path}/portals/${id}/items/${item.id}/votes`);
    expect([item.title, votes.length]).toEqual([item.title, item.voteCount]);
    expect(new Set(votes.map(({ voterId }) => voterId)).size).toBe(votes.length);
  }
  const banned = await client('admin').post(`${path}/banned-visitors`, { visitorId: items[0]!.authorId });
  expect([banned.status, banned.json.data.name]).toEqual([201, items[0]!.authorName]);
  await client('admin').delete(`${path}/banned-visitors/${items[0]!.authorId}`);
});

test('the objectives have key results and a forecast, and a private one shows to the admin alone', async () => {
  const names = async (who: keyof Demo['tokens']) =>
    (await client(who).get(`${path}/objectives`)).json.data.map(({ name }: any) => name).sort();
  expect(await names('member')).toEqual(['Sign in without a password']);
  expect(await names('admin')).toEqual(['Grow the team', 'Sign in without a password']);
  const [objective] = (await client('member').get(`${path}/objectives`)).json.data;
  expect(objective).toMatchObject({
    scheduleStatus: expect.stringMatching(/on_track|at_risk/),
    keyResultCount: 2,
  });
  expect(objective.forecastEndDate > new Date().toISOString()).toBe(true);
  const keyResults = (await client('member').get(`${path}/key-results`)).json.data;
  expect(keyResults).toHaveLength(2);
  for (const { startValue, currentValue } of keyResults) expect(currentValue).not.toBe(startValue);
});

test('two stories have comments', async () => {
  const stories = (await client('member').get(`${path}/stories`, { limit: 100 })).json.data;
  const threads = await Promise.all(
    stories.map(
      async ({ id }: any) => (await client('member').get(`${path}/stories/${id}/comments`)).json.data,
    ),
  );
  const roots = threads.flat();
  expect(roots).toHaveLength(2);
  for (const { replies } of roots) expect(replies).toHaveLength(1);
});

test("finishing a story of the demo's team completes the linked idea on its portal", async () => {
  const asked = async () => {
    const { json } = await client('member').get(`/portals/${demo.portalSlug}/feedback`);
    return json.data.items.find(({ title }: { title: string }) => title === 'Sign in with a passkey');
  };
  expect((await asked()).status).toBe('in_progress');
  const { data: story } = (await client('member').get(`${path}/stories-by-reference/ENG-1`)).json;
  const { data: statuses } = (await client('member').get(`${path}/statuses`, { teamId: story.teamId })).json;
  const { id: statusId } = statuses.find(({ category }: { category: string }) => category === 'completed');
  const change = { expectedUpdatedAt: story.updatedAt, statusId };
  expect((await client('member').patch(`${path}/stories/${story.id}`, change)).status).toBe(200);
  await service.streamsIdle();
  expect((await asked()).status).toBe('completed');
});

test('the page of the demo signs in with one click, unless another site sends its form', async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, 'demo.json'), JSON.stringify(demo));
  const request = (method: string) => ({
    message: { method, headers: {} },
    path: DEMO,
    query: '',
    body: Buffer.from('as=admin'),
  });
  const { status, headers } = await handleDemoRequest(request('POST'), home);
  expect([status, headers['location']]).toEqual([303, `/portals/${demo.portalSlug}/manage`]);
  const cookie = [headers['set-cookie']!].flat().map((one) => one.split(';')[0]!);
  const shown = await fetch(`${service.baseUrl}/portals/${demo.portalSlug}/manage`, {
    headers: { accept: 'text/html', cookie: cookie.join('; ') },
  });
  expect(await shown.text()).toContain('Ada Admin');
  const foreign = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body: 'as=admin' };
  expect((await fetch(`${service.baseUrl}${DEMO}`, foreign)).status).toBe(403);
  expect((await handleDemoRequest(request('GET'), temporaryFolder())).status).toBe(404);
});
