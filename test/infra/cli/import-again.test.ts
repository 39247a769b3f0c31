import { expect, test } from 'vitest';
import type { CustomField } from '../../../shared/planning/story-parts/custom-field.ts';
import type { Story } from '../../../shared/planning/story/story.ts';
import { realProposals, trackerIssues, type TrackerIssue } from '../../support/real-data.ts';
import { fileWith, runCli } from './cli.ts';
import { intoEng, setUp } from './import-into.ts';
import { readImported } from './imported.ts';

/** Both files whole take minutes. */
const isWhole = process.env['PLOTLINE_TEST_WHOLE'] === '1';
const LIMIT = isWhole ? Infinity : 25;

const asLines = (name: string, rows: readonly unknown[]) =>
  fileWith(name, rows.map((row) => JSON.stringify(row)).join('\n'));

/** What every story of the workspace says, by its external id. */
async function byExternalId({ person, workspace }: Awaited<ReturnType<typeof setUp>>) {
  const { stories, statuses, teams } = await readImported(person.client, workspace.path);
  expect(new Set(stories.map(({ externalId }) => externalId)).size).toBe(stories.length);
  return {
    stories: new Map(stories.map((story) => [story.externalId!, story])),
    categoryOf: new Map(statuses.map(({ id, category }) => [id, category])),
    teamOf: new Map(teams.map(({ id, name }) => [id, name])),
  };
}

const instant = (text: string) => new Date(Math.floor(Date.parse(text))).toISOString();
const priorities = ['urgent', 'high', 'medium', 'low', 'none'];
const categories: Record<string, string> = { closed: 'completed', open: 'unstarted', hooked: 'started' };

/** The first issues of the tracker, with those that stand above them. */
function someIssues(): TrackerIssue[] {
  const all = trackerIssues();
  const first = [
    ...all.filter(({ external_ref, labels, assignee }) => external_ref || labels || assignee).slice(0, 20),
    ...all.filter(({ dependencies = [] }) => dependencies.length > 0).slice(0, LIMIT),
  ];
  const named = new Set(
    first.flatMap(({ id, dependencies = [] }) => [id, ...dependencies.map(({ on }) => on)]),
  );
  return isWhole ? all : all.filter(({ id }) => named.has(id));
}

test('issues of a tracker imported twice, the second time from a file of another name, are there once and as in the file', async () => {
  const set = await setUp();
  const { run } = set;
  const issues = someIssues();
  const args = [
    '--map=team="Beads"',
    '--source=beads',
    '--source-url=https://example.com/beads/{id}',
    '--map=parent=dependencies[type=parent-child].on',
    '--map=blockedBy=dependencies[type=blocks].on',
    '--map=relatesTo=dependencies[type=related,discovered-from].on',
    '--map=cf.kind=issue_type',
    '--map=cf.external_ref=external_ref',
    '--status-map=hooked=started',
    '--priority-map=0=urgent,1=high,2=medium,3=low,4=none',
    '--create=teams,labels,people,fields',
  ];
  const first = await run([asLines('tracker.jsonl', issues), ...args]);
  expect(first).toMatchObject({ rows: issues.length, created: issues.length, refused: 0 });
  const before = await byExternalId(set);

  const people = new Map(
    (await set.list<{ id: string; email: string | null }>('members')).map(({ id, email }) => [id, email]),
  );
  const labels = new Map(
    (await set.list<{ id: string; name: string }>('labels')).map(({ id, name }) => [id, name]),
  );
  const idOf = (key: string) => before.stories.get(key)?.id;
  for (const issue of issues) {
    const story = before.stories.get(issue.id)!;
    const parents = (issue.dependencies ?? []).filter(({ type }) => type === 'parent-child');
    const completed = issue.status === 'closed' ? instant(issue.closed_at!) : null;
    expect(
      {
        ...story,
        status: before.categoryOf.get(story.statusId),
        assignee: story.assigneeId && people.get(story.assigneeId),
        labels: story.labels.map((id) => labels.get(id)).sort(),
      },
      issue.id,
    ).toMatchObject({
      title: issue.title.replace(/\s+/g, ' ').trim(),
      description: issue.description?.trim() || null,
      status: categories[issue.status],
      priority: priorities[issue.priority],
      createdAt:
        completed !== null && instant(issue.created_at) > completed ? completed : instant(issue.created_at),
      completedAt: completed,
      assignee: issue.assignee || null,
      labels: (issue.labels ?? []).toSorted(),
      parentId: idOf(parents[0]?.on ?? '') ?? null,
      customFields: {
        kind: issue.issue_type,
        ...(issue.external_ref ? { external_ref: issue.external_ref } : {}),
      },
      externalSource: 'beads',
      externalUrl: `https://example.com/beads/${issue.id}`,
    });
  }
  const links = issues.flatMap(({ id, dependencies = [] }) =>
    dependencies.flatMap(({ type, on }) =>
      type === 'parent-child' || !idOf(on) ? [] : [[id, on, type] as const],
    ),
  );
  expect(first.relations.created + first.relations.present).toBe(links.length);

  const skipped = await run([asLines('later.jsonl', issues), ...args]);
  expect(skipped).toMatchObject({ created: 0, updated: 0, present: issues.length, refused: 0, made: [] });
  const unchanged = await run([asLines('later.jsonl', issues), ...args, '--update']);
  expect(unchanged).toMatchObject({ created: 0, updated: 0, present: issues.length, made: [] });
  expect((await byExternalId(set)).stories).toEqual(before.stories);

  // One issue is renamed, loses its assignee and its label; another is new.
  const changed = issues.find(({ assignee }) => assignee) ?? issues[0]!;
  const later = [
    ...issues.map((issue) =>
      issue === changed ? { ...issue, title: 'Renamed', assignee: '', labels: [] } : issue,
    ),
    { ...issues[0]!, id: 'bd-new', title: 'New', dependencies: [] },
  ];
  const updated = await run([asLines('later.jsonl', later), ...args, '--update']);
  expect(updated).toMatchObject({ created: 1, updated: 1, present: issues.length - 1, refused: 0 });
  const after = await byExternalId(set);
  const { updatedAt, ...renamed } = after.stories.get(changed.id)!;
  expect(renamed).toMatchObject({ title: 'Renamed', assigneeId: null, labels: [] });
  expect(updatedAt > before.stories.get(changed.id)!.updatedAt).toBe(true);
  const others = [...after.stories].filter(([id]) => id !== changed.id && id !== 'bd-new');
  expect(others).toEqual([...before.stories].filter(([id]) => id !== changed.id));
});

test('proposals with their fields as custom fields, made by the import, are there once and as in the file', async () => {
  const set = await setUp();
  const proposals = isWhole
    ? realProposals()
    : realProposals().filter(({ number, pythonVersion }) => number > 600 || pythonVersion === '3.10');
  const args = [
    '--map=team=topic|type|"Other"',
    '--map=key=number',
    '--map=title=title',
    '--source=pep',
    '--source-url=https://peps.python.org/{id}',
    '--map=cf.authors=authors',
    '--map=cf.kind=type',
    '--map=cf.topics=topic',
    '--map=cf.python=pythonVersion',
    '--map=cf.proposed=created',
    '--map=cf.number=number',
    '--status-map=*=backlog',
    '--create=teams,fields',
  ];
  const file = fileWith('peps.json', JSON.stringify(proposals));
  const first = await set.run([file, ...args]);
  expect(first).toMatchObject({ created: proposals.length, refused: 0 });
  const before = await byExternalId(set);
  for (const { number, title, authors, type, topic, pythonVersion, created } of proposals) {
    const story = before.stories.get(String(number)) as Story;
    expect(story, String(number)).toMatchObject({
      title: title.replace(/\s+/g, ' ').trim(),
      externalUrl: `https://peps.python.org/${number}`,
    });
    expect(before.teamOf.get(story.teamId)).toBe(topic[0] ?? type ?? 'Other');
    expect(story.customFields, String(number)).toEqual({
      authors: authors.join(', '),
      number,
      proposed: created,
      ...(type === null ? {} : { kind: type }),
      ...(topic.length > 0 ? { topics: [...new Set(topic)].join(', ') } : {}),
      ...(pythonVersion === null ? {} : { python: pythonVersion }),
    });
  }
  const fields = await set.list<CustomField>('custom-fields');
  expect(Object.fromEntries(fields.map(({ key, name, type }) => [key, `${name}: ${type}`]))).toEqual({
    authors: 'authors: text',
    kind: 'type: text',
    topics: 'topic: text',
    python: 'pythonVersion: text',
    proposed: 'created: date',
    number: 'number: number',
  });
  const again = await set.run([file, ...args, '--name', 'another', '--update']);
  expect(again).toMatchObject({ created: 0, updated: 0, present: proposals.length, refused: 0, made: [] });
  expect((await byExternalId(set)).stories).toEqual(before.stories);
});

test('a dry run says which stories are there already, as the run does', async () => {
  const { run, env } = await setUp();
  const rows = [1, 2, 3].map((n) => ({ key: `K-${n}`, title: `Row ${n}` }));
  const args = (some: typeof rows) => [
    asLines('again.jsonl', some),
    '--source=tracker',
    '--source-url=https://example.com/tracker/{id}',
    '--map=key=key',
    ...intoEng,
  ];
  expect(await run(args(rows.slice(0, 2)))).toMatchObject({ created: 2, present: 0 });
  expect(await run([...args(rows), '--dry-run'])).toMatchObject({ rows: 3, present: 2 });
  const { stdout } = await runCli(['import', ...args(rows), '--dry-run'], env);
  expect(stdout).toContain('1 of them is new; already there: 2, left as they are.');
  expect(await run(args(rows))).toMatchObject({ created: 1, present: 2 });
});
