import { expect, test } from 'vitest';
import type { Comment } from '../../../shared/planning/comments/comment.ts';
import { fileWith } from './cli.ts';
import { json, setUp } from './import-into.ts';

const NAME = 'hubber';
const SAID_AT = '2026-01-12T02:16:00.000Z';

const issueOf = (title: string, number: number) => ({
  number,
  title,
  body: '',
  state: 'OPEN',
  url: `https://github.com/acme/app/issues/${number}`,
  author: { login: NAME },
  assignees: [{ login: NAME }],
  createdAt: SAID_AT,
  comments: [{ author: { login: NAME }, body: 'Ship it', createdAt: SAID_AT }],
});

test('a stranger with the name of a member is no author here, unless it is stated who they are', async () => {
  const { workspace, team, person, run, stories } = await setUp();
  const email = `${NAME}@example.com`;
  const { json: added } = await person.client.post(`${workspace.path}/members`, { name: NAME, email });
  const memberId: string = added.data.id;
  await person.client.post(`${workspace.path}/teams/${team.id}/members`, { memberId });
  const importOf = async (title: string, ...more: string[]) => {
    const file = json([issueOf(title, title.length)]);
    const args = [file, '--from', 'github', '--map', 'team="ENG"', '--map', 'reporter=author.login', ...more];
    const plan = await run([...args, '--dry-run']);
    const summary = await run(args);
    const story = (await stories())[title]!;
    const path = `${workspace.path}/stories/${story.id}/comments`;
    const [comment]: Comment[] = (await person.client.get(path)).json.data;
    const { authorId, authorName = null, origin } = comment!;
    return { plan, summary, story, said: { authorId, authorName, origin } };
  };

  const unknown = await importOf('Unknown');
  expect(unknown.said).toEqual({ authorId: person.id, authorName: NAME, origin: 'visitor' });
  expect(unknown.story).toMatchObject({ reporterId: person.id, assigneeId: memberId });
  expect(unknown.plan.guesses).toEqual([{ value: NAME, member: NAME, email, rows: 1 }]);
  expect(unknown.plan.notes).toContainEqual(
    expect.stringMatching(/^Comments of hubber are those of visitors/),
  );
  expect(unknown.summary.warnings).toContainEqual(
    expect.objectContaining({
      field: 'reporter',
      reason: expect.stringMatching(/--trust-names.*--people-map/),
    }),
  );

  const map = fileWith('people.json', JSON.stringify({ [NAME]: NAME }));
  const byMember = { authorId: memberId, authorName: null, origin: 'member' };
  for (const stated of [['--trust-names'], ['--people-map', map]]) {
    const known = await importOf(`Known by ${stated[0]}`, ...stated);
    expect(known.said).toEqual(byMember);
    expect(known.story).toMatchObject({ reporterId: memberId, assigneeId: memberId });
    expect(known.plan.guesses).toEqual([]);
  }
});

test('people whom an import makes of names have their time, and the preview says that comments stay visitors’', async () => {
  const { workspace, person, run, stories } = await setUp();
  const at = '03/Sep/26 9:30 AM';
  const file = fileWith(
    'jira.csv',
    [
      'Issue key,Summary,Project name,Comment,Log Work',
      `TIM-1,Timed,Time,${at};Zoë Lang;Said,Read;${at};Zoë Lang;5400`,
    ].join('\n'),
  );
  const source = ['--source-url', 'https://acme.atlassian.net/browse/{id}'];
  const args = [file, '--from', 'jira', ...source, '--create', 'all'];
  const plan = await run([...args, '--dry-run']);
  expect(plan.notes).toContainEqual(expect.stringMatching(/^Comments of Zoë Lang are those of visitors/));
  const first = await run(args);
  expect(first).toMatchObject({ created: 1, times: { created: 1 }, warnings: [] });
  const path = `${workspace.path}/stories/${(await stories())['Timed']!.id}`;
  const [time] = (await person.client.get(`${path}/time-entries`)).json.data;
  const members: { id: string; name: string }[] = (await person.client.get(`${workspace.path}/members`)).json
    .data;
  expect(members.find(({ id }) => id === time.memberId)!.name).toBe('Zoë Lang');

  const trusted = await run([...args, '--update', '--trust-names']);
  expect(trusted).toMatchObject({ comments: { created: 0, present: 1 }, times: { created: 0, present: 1 } });
  expect(trusted.warnings).toContainEqual(
    expect.objectContaining({ key: 'TIM-1', reason: expect.stringMatching(/^1 comment keeps the author/) }),
  );
  const [comment] = (await person.client.get(`${path}/comments`)).json.data;
  await person.client.delete(`${path}/comments/${comment.id}`);
  expect(await run([...args, '--update', '--trust-names'])).toMatchObject({
    comments: { created: 1 },
    warnings: [],
  });
});

test('the preview counts logged times, and names those that the import leaves out', async () => {
  const { run } = await setUp();
  const rows = [
    'Issue key,Summary,Project name,Log Work,Log Work,Log Work',
    'TIM-1,Timed,Time,,Read;03/Sep/26 9:30 AM;Zoë Lang;long,Read;03/Sep/26 9:30 AM;Eve;60',
  ];
  const source = ['--source-url', 'https://acme.atlassian.net/browse/{id}'];
  const args = [fileWith('jira.csv', rows.join('\n')), '--from', 'jira', ...source, '--create', 'teams'];
  const plan = await run([...args, '--dry-run']);
  expect(plan.notes).toContain('Times that were logged: 2.');
  const reasons = [
    'times: cannot be read, and is left out',
    'times: is of no member, and is left out; say who it is with --people-map',
  ];
  expect(plan.warnings.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual(reasons);
  const summary = await run(args);
  expect(summary.times).toEqual({ created: 0, present: 0 });
  expect(summary.warnings).toEqual(plan.warnings);
});
