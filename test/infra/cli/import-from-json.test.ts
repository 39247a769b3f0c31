import { describe, expect, test } from 'vitest';
import { fileWith } from './cli.ts';
import { asanaId, asanaJson } from './exports/asana.ts';
import { expectImported } from './exports/expect-imported.ts';
import { githubProject, githubView } from './exports/github.ts';
import type { Item } from './exports/items.ts';
import { jiraSearch, markup } from './exports/jira.ts';
import { landedOf, peopleMap } from './exports/landed.ts';

const blank = /title must/;
const repeated = (key: string) => new RegExp(`its key ${key} is also that of row 2`);

/** What GitHub's projects say of an item: neither who wrote it and when, nor what others said. */
const ofProject = (item: Item) => ({
  team: 'engine',
  url: `https://github.com/acme/engine/issues/${item.n}`,
  author: 'importer',
  created: expect.any(String) as string,
  completed: null,
});

describe('the other form of an export lands with every field, comment, link and relation, once, from', () => {
  test('Jira as JSON of its search', async () => {
    const landed = landedOf(
      (n) => `PAY-${n}`,
      (item) => ({
        ...(item.n === 17 ? { text: markup.markdown } : {}),
        checklist: [],
        epic: null,
        work: item.work,
      }),
      (item) => ({
        team: 'Payments',
        url: `https://acme.atlassian.net/browse/PAY-${item.n}`,
        custom: { issue_type: 'Story', ...(item.severity === null ? {} : { severity: item.severity }) },
      }),
    );
    const file = fileWith('search.json', jiraSearch());
    await expectImported({
      args: [file, '--from', 'jira', '--people-map', peopleMap(({ name }) => name)],
      landed,
      refused: [
        [43, blank],
        [44, repeated('PAY-2')],
      ],
      omitted: ['Updated', 'Votes'],
    });
  });

  test('Asana as JSON of tasks with their subtasks, where a custom field has the name of another', async () => {
    const landed = landedOf(
      asanaId,
      () => ({ checklist: [], links: [], comments: [], sprint: null, epic: null, mentions: [] }),
      (item) => ({
        team: 'Marketing',
        url: `https://app.asana.com/0/0/${asanaId(item.n)}`,
        author: 'importer',
        custom:
          item.severity === null
            ? {}
            : { severity: item.severity, notes_field: `${item.severity}, they say` },
      }),
    );
    await expectImported({
      args: [fileWith('asana.json', asanaJson()), '--from', 'asana'],
      landed,
      refused: [[43, blank]],
      omitted: [],
    });
  });

  test('GitHub Projects as JSON of its command line', async () => {
    const landed = landedOf(
      String,
      (item) => ({
        comments: [],
        checklist: [],
        parent: null,
        blocks: [],
        links: item.links.map(({ url }) => ({ url, title: 'null' })),
      }),
      ofProject,
    );
    const file = fileWith('items.json', githubProject());
    await expectImported({
      args: [file, '--from', 'github', '--people-map', peopleMap(({ login }) => login)],
      landed,
      refused: [
        [43, blank],
        [44, repeated('acme/engine#2')],
      ],
      omitted: ['id'],
    });
  });

  test('GitHub Projects as TSV of a view', async () => {
    const landed = landedOf(
      String,
      (item) => ({
        text: '',
        comments: [],
        checklist: [],
        blocks: [],
        mentions: [],
        links: item.links.map(({ url }) => ({ url, title: 'null' })),
      }),
      ofProject,
    );
    const file = fileWith('view.tsv', githubView());
    await expectImported({
      args: [file, '--from', 'github', '--people-map', peopleMap(({ login }) => login)],
      landed,
      refused: [
        [43, blank],
        [44, repeated('acme/engine#2')],
      ],
      omitted: [],
    });
  });
});
