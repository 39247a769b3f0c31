import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { statusOf, storyApi } from '../stories/story-api.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ name: 'Harbour', private: true });
  member = await workspace.person('member', [team]);
  browser = await signedIn(service, workspace, member);
});

const DAY_MS = 24 * 60 * 60 * 1000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const knotsIn = (lane: string) => lane.match(/<h3>/g)!.length;

/** The part of a board with the stories of a status. */
const laneOf = (text: string, name: string) =>
  [...text.matchAll(/<section class="lane".*?<\/section>/gs)]
    .map(String)
    .find((lane) => lane.includes(`<bdi>${name}</bdi></span>`))!;

describe('the board of a team', () => {
  test('says what to do while there are no stories', async () => {
    const { status, text } = await browser.open(`/teams/${team.id}`);
    expect(status).toBe(200);
    expect(text).toContain('No stories yet');
    expect(text).toContain('class="button quiet" href="/docs/ai-clients"');
    // The button that stands out.
    expect(text).toContain('class="reveal new main"');
  });

  test('has a column for each status in order, with its newest stories, and a page with all of them', async () => {
    const stories = storyApi(workspace, member.client);
    const started = await statusOf(workspace, member.client, team, 'started');
    const all = [];
    for (let number = 1; number <= 12; number++) {
      all.push(
        await stories.create({
          teamId: team.id,
          title: `Plank ${number}`,
          statusId: started,
          assigneeId: member.id,
        }),
      );
    }
    const { text } = await browser.open(`/teams/${team.id}`);
    const names = ['Backlog', 'To Do', 'In Progress', 'Done', 'Cancelled'];
    const places = names.map((name) => text.indexOf(`<bdi>${name}</bdi></span>`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThan(0);
    const lane = laneOf(text, 'In Progress');
    expect([...lane.matchAll(/href="\/stories\/([^"]+)"/g)].map(([, id]) => id)).toEqual(
      all.toReversed().map(({ id }) => id),
    );
    expect(lane).toContain('A member');
    expect(lane).toMatch(/aria-label="Change [^"]+"\s*><svg/);
    expect(lane).not.toMatch(/Show \d+ more|All in/);
    expect(laneOf(text, 'Done')).toContain('No stories.');

    const path = `/teams/${team.id}?status=${started}`;
    const whole = await browser.open(path);
    expect([...whole.text.matchAll(/href="\/stories\//g)]).toHaveLength(12);
    const unknown = await browser.open(`/teams/${team.id}?status=${team.id}`);
    expect(unknown.status).toBe(404);
  });

  test('adds up the estimates of a status as far as it knows all of its stories', async () => {
    const own = await workspace.team({ name: 'Joiners' });
    const person = await workspace.person('member', [own]);
    const window = await signedIn(service, workspace, person);
    const api = storyApi(workspace, person.client);
    const started = await statusOf(workspace, person.client, own, 'started');
    const add = (estimateValue?: number) =>
      api.create({
        teamId: own.id,
        statusId: started,
        ...(estimateValue !== undefined && { estimateValue }),
      });
    const headOf = async () => {
      const { text } = await window.open(`/teams/${own.id}`);
      return /<span class="hint">(.*?)<\/span>/.exec(laneOf(text, 'In Progress'))![1];
    };
    await add();
    expect(await headOf()).toBe('1');
    await add(0.5);
    await add(8);
    expect(await headOf()).toBe('3 · 8.5 points');
    for (let number = 4; number <= 11; number++) await add(1);
    expect(await headOf()).toBe('11 · 16.5 points');
  });

  test('draws the burn-down of the sprint that is running, and of no other', async () => {
    const own = await workspace.team({ name: 'Divers' });
    const person = await workspace.person('member', [own]);
    const window = await signedIn(service, workspace, person);
    const sprint = (name: string, from: number, to: number) =>
      person.client.post(`${workspace.path}/sprints`, {
        teamId: own.id,
        name,
        startDate: dayFromNow(from),
        endDate: dayFromNow(to),
      });
    await sprint('Long ago', -30, -20);
    await sprint('Still to come', 20, 30);
    const before = await window.open(`/teams/${own.id}`);
    expect(before.text).not.toMatch(/Burn-down|Long ago|<h2[^>]*><bdi>Still to come/);
    // For a new story.
    expect(before.text).toMatch(/<option[^>]*>\s*Still to come/);
    await sprint('The current one', -3, 4);
    const { text } = await window.open(`/teams/${own.id}`);
    expect(text).toContain('Burn-down of The current one');
    expect(text).not.toMatch(/<style|Burn-down of (Long ago|Still to come)/);
  });

  test('shows another sprint with its stories alone, and those of one status in pages', async () => {
    const own = await workspace.team({ name: 'Sailors' });
    const person = await workspace.person('member', [own]);
    const window = await signedIn(service, workspace, person);
    const stories = storyApi(workspace, person.client);
    const sprint = async (name: string, from: number, to: number): Promise<string> => {
      const span = { startDate: dayFromNow(from), endDate: dayFromNow(to) };
      const { json } = await person.client.post(`${workspace.path}/sprints`, {
        teamId: own.id,
        name,
        ...span,
      });
      return json.data.id as string;
    };
    const [past, current, coming] = [
      await sprint('Past', -20, -10),
      await sprint('Current', -3, 4),
      await sprint('Coming', 10, 20),
    ];
    await stories.create({ teamId: own.id, title: 'Of now', sprintId: current });
    await stories.create({ teamId: own.id, title: 'Of then', sprintId: past });
    const path = `/teams/${own.id}`;
    const whole = await window.open(path);
    expect(whole.text).toMatch(/Of then.*Of now|Of now.*Of then/s);
    for (const [id, name] of [
      [current, 'Show this sprint only'],
      [past, 'Previous: Past'],
      [coming, 'Next: Coming'],
    ]) {
      expect(whole.text).toContain(`href="${path}?sprint=${id!}">${name!}</a>`);
    }
    const { text } = await window.open(`${path}?sprint=${past}`);
    expect(text).toContain('Burn-down of Past');
    expect([text.includes('Of then'), text.includes('Of now')]).toEqual([true, false]);
    expect(text).toContain(`href="${path}">All stories</a>`);
    expect(text).toContain('Next: Current');
    expect((await window.open(`${path}?sprint=${coming}`)).status).toBe(200);
    expect((await window.open(`${path}?sprint=${own.id}`)).status).toBe(404);

    const backlog = await statusOf(workspace, person.client, own, 'backlog');
    const list = await window.open(`${path}?status=${backlog}&sprint=${current}`);
    expect([list.text.includes('Of now'), list.text.includes('Of then')]).toEqual([true, false]);
  });

  test('counts all stories of a status, and leads to all of them', async () => {
    const own = await workspace.team({ name: 'Riggers' });
    const person = await workspace.person('member', [own]);
    const window = await signedIn(service, workspace, person);
    const total = 112;
    for (let from = 0; from < total; from += 28) {
      const items = Array.from({ length: 28 }, (_, place) => ({
        idempotencyKey: newKey(),
        body: { teamId: own.id, title: `Knot ${from + place}` },
      }));
      await person.client.post(`${workspace.path}/bulk/stories`, { items });
    }
    const first = laneOf((await window.open(`/teams/${own.id}`)).text, 'Backlog');
    const [, more, text] = /<a\s+class="all"\s+href="([^"]+)"[^>]*>([^<]*)</.exec(first)!;
    expect([knotsIn(first), text]).toEqual([30, 'Show 60 more']);
    const opened = laneOf((await window.open(more!)).text, 'Backlog');
    expect(knotsIn(opened)).toBe(90);
    expect(opened).toContain(`All in Backlog (${total})`);
    const titles = new Set<string>();
    let path = `/teams/${own.id}?status=${await statusOf(workspace, person.client, own, 'backlog')}`;
    for (let pages = 0; path !== '' && pages < 5; pages++) {
      const { text } = await window.open(path);
      expect(text).toMatch(new RegExp(`<span class="count">${total}</span>`));
      for (const [title] of text.matchAll(/Knot \d+/g)) titles.add(title);
      path = /class="button quiet more"\s+href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&') ?? '';
    }
    expect(titles.size).toBe(total);
  });

  test('is linked from the account of its members, by name', async () => {
    const { text } = await browser.open('/account');
    expect(text).toContain(`<a href="/teams/${team.id}"><bdi>Harbour</bdi></a>`);
    const outside = await signedIn(service, workspace, await workspace.person('admin'));
    expect((await outside.open('/account')).text).not.toContain('Harbour');
  });
});
