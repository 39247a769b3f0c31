import { describe, expect, test } from 'vitest';
import { fileWith } from './cli.ts';
import { asanaCsv, asanaId } from './exports/asana.ts';
import { expectImported } from './exports/expect-imported.ts';
import { githubIssues } from './exports/github.ts';
import { jiraCsv, markup } from './exports/jira.ts';
import { commentsOf, landedOf, peopleMap, wholeOf } from './exports/landed.ts';
import { linearCsv } from './exports/linear.ts';
import { planeCsv } from './exports/plane.ts';
import { shortcutCsv } from './exports/shortcut.ts';
import { trelloBoard } from './exports/trello.ts';

const blank = /title must/;
const byName = peopleMapOf(({ name }) => name);
const byLogin = peopleMapOf(({ login }) => login);

/** Files of a test are removed with it, so each makes its own. */
function peopleMapOf(nameOf: Parameters<typeof peopleMap>[0]) {
  return () => ['--people-map', peopleMap(nameOf)];
}

describe('an export lands with every field, comment, link and relation, once, from', () => {
  test('Jira as CSV with repeated columns, wiki markup and six notations of dates', async () => {
    const key = (n: number) => `PAY-${n}`;
    const minute = (iso: string | null) => iso && `${iso.slice(0, 17)}00.000Z`;
    const landed = landedOf(
      key,
      (item) => ({ ...(item.n === 17 ? { text: markup.markdown } : {}), checklist: [], work: item.work }),
      (item) => ({
        team: 'Payments',
        url: `https://acme.atlassian.net/browse/PAY-${item.n}`,
        created: minute(item.created)!,
        completed: minute(item.completed),
        custom: {
          issue_type: item.parent === null ? 'Story' : 'Sub-task',
          ...(item.severity === null ? {} : { severity: item.severity }),
        },
      }),
    );
    const args = [fileWith('jira.csv', jiraCsv()), '--from', 'jira', ...byName()];
    const first = await expectImported({
      args: [...args, '--source-url', 'https://acme.atlassian.net/browse/{id}'],
      landed,
      refused: [
        [43, blank],
        [44, /its key PAY-2 is also that of row 2/],
      ],
      omitted: ['Project lead', 'Updated', 'Votes'],
    });
    const reasons = first.warnings.map(({ key: row, reason }: any) => `${row}: ${reason}`);
    expect(reasons).toContain('PAY-12: assignee is the first of several, and was taken');
    expect(reasons).toContain(
      'PAY-11: assignee is not a member of the workspace; add --create people, or map the name with --people-map: left unassigned',
    );
    expect(reasons).toContain(
      'PAY-19: times: is of no member, and is left out; say who it is with --people-map',
    );
    expect(first.times).toEqual({ created: 3, present: 0 });
    expect(reasons).toContain('PAY-9: its parents form a cycle (PAY-8, PAY-9), so it is created without one');
  });

  test('Linear as CSV', async () => {
    const key = (n: number) => `WEB-${n}`;
    const landed = landedOf(
      key,
      () => ({ checklist: [], links: [], comments: [], start: null }),
      (item) => ({ team: 'Website', url: `https://linear.app/issue/WEB-${item.n}` }),
    );
    await expectImported({
      args: [fileWith('linear.csv', linearCsv()), '--from', 'linear'],
      landed,
      refused: [[43, blank]],
      omitted: ['Project ID', 'UUID', 'Updated'],
    });
  });

  test('GitHub as JSON of its command line', async () => {
    const landed = landedOf(
      String,
      () => ({
        priority: 'none',
        points: null,
        checklist: [],
        links: [],
        severity: null,
        start: null,
        due: null,
        sprint: null,
      }),
      (item) => ({
        team: 'engine',
        url: `https://github.com/acme/engine/issues/${item.n}`,
        comments: commentsOf(item, 'login'),
      }),
    );
    await expectImported({
      args: [fileWith('issues.json', githubIssues()), '--from', 'github', ...byLogin()],
      landed,
      refused: [
        [43, blank],
        [44, /its key acme\/engine#2 is also that of row 2/],
      ],
      omitted: ['closed', 'id', 'isPinned', 'updatedAt'],
    });
  });

  test('Trello as the JSON of a board', async () => {
    const landed = landedOf(
      (n) => `c${n}`,
      () => ({
        priority: 'none',
        points: null,
        parent: null,
        blocks: [],
        sprint: null,
        epic: null,
        mentions: [],
      }),
      (item) => {
        const { description } = wholeOf({ ...item, mentions: [] }, String);
        return {
          team: 'Launch',
          url: `https://trello.com/c/c${item.n}`,
          description: description && description.replace(/^(?=- \[x\] Measure)/m, '**Steps**\n\n'),
        };
      },
    );
    await expectImported({
      args: [fileWith('board.json', trelloBoard()), '--from', 'trello', ...byLogin()],
      landed,
      refused: [[expect.any(Number) as number, blank]],
      omitted: ['idList', 'idMembers', 'idShort'],
    });
  });

  test('Asana as CSV, whose tasks name each other by their names', async () => {
    const landed = landedOf(
      asanaId,
      () => ({ checklist: [], links: [], comments: [], sprint: null, epic: null, mentions: [] }),
      (item) => ({
        team: 'Marketing',
        url: `https://app.asana.com/0/0/${asanaId(item.n)}`,
        author: 'importer',
        created: `${item.created.slice(0, 10)}T00:00:00.000Z`,
        completed: item.completed && `${item.completed.slice(0, 10)}T00:00:00.000Z`,
      }),
    );
    await expectImported({
      args: [fileWith('asana.csv', asanaCsv()), '--from', 'asana'],
      landed,
      refused: [[43, blank]],
      omitted: ['Last Modified'],
    });
  });

  test('Shortcut as CSV', async () => {
    const landed = landedOf(
      String,
      (item) => ({
        checklist: item.checklist.map(({ text }) => ({ text, done: false })),
        comments: [],
        parent: null,
        blocks: [],
        start: null,
        mentions: [],
      }),
      (item) => ({
        team: 'Checkout',
        url: `https://app.shortcut.com/story/${item.n}`,
        links: item.links.map(({ url }) => `null ${url}`),
        custom: { type: 'feature', ...(item.severity === null ? {} : { severity: item.severity }) },
      }),
    );
    await expectImported({
      args: [fileWith('shortcut.csv', shortcutCsv()), '--from', 'shortcut'],
      landed,
      refused: [[43, blank]],
      omitted: [
        'epic_id',
        'external_ticket_count',
        'is_a_blocker',
        'is_blocked',
        'is_completed',
        'iteration_id',
        'moved_at',
        'team_id',
        'updated_at',
      ],
    });
  });

  test('Plane as CSV with lists in its cells', async () => {
    const landed = landedOf(
      (n) => `MOB-${n}`,
      () => ({ checklist: [] }),
      (item) => ({ team: 'Mobile', url: `https://plane.example/acme/browse/MOB-${item.n}` }),
    );
    const args = [fileWith('plane.csv', planeCsv()), '--from', 'plane', ...byName()];
    await expectImported({
      args: [...args, '--source-url', 'https://plane.example/acme/browse/{id}'],
      landed,
      refused: [[43, blank]],
      omitted: ['Project Identifier', 'Sequence Id', 'Sub Issues Count', 'Subscribers', 'Updated At'],
    });
  });
});
