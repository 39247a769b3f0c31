import { expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';

interface Status {
  id: string;
  name: string;
  category: string;
}

test('a board is drawn by three requests: its columns, their counts, and its cards with names', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { id, client } = await workspace.person('member', [team]);
  const statuses: Status[] = (await client.get(`${workspace.path}/statuses`, { teamId: team.id })).json.data;
  const named = (name: string) => statuses.find((status) => status.name === name)!.id;
  for (const [title, name, estimateValue] of [
    ['One', 'To Do', 1],
    ['Two', 'In Progress', 2],
    ['Three', 'In Progress', 3],
  ] as const) {
    const fields = { teamId: team.id, title, statusId: named(name), assigneeId: id, estimateValue };
    await createStoryAs(client, workspace, fields);
  }
  const summary = async () =>
    (await client.get(`${workspace.path}/story-summary`, { teamId: team.id, groupBy: 'status' })).json.data;
  await until(async () => {
    const groups = (await summary()) as { count: number }[];
    return groups.reduce((sum, { count }) => sum + count, 0) === 3;
  });

  const [columns, counts, cards] = await Promise.all([
    client.get(`${workspace.path}/statuses`, { teamId: team.id, appliesTo: 'story' }),
    summary(),
    client.get(`${workspace.path}/stories`, {
      teamId: team.id,
      sort: '-priority',
      include: 'assignee,labels',
    }),
  ]);
  const board = columns.json.data.map((status: Status) => ({
    column: status.name,
    ...counts.find(({ key }: { key: string }) => key === status.id),
    cards: cards.json.data
      .filter((card: { statusId: string }) => card.statusId === status.id)
      .map((card: { title: string; assigneeId: string }) => [
        card.title,
        cards.json.included.assignee.find((member: { id: string }) => member.id === card.assigneeId).name,
      ])
      .sort(),
  }));
  expect(board).toEqual(
    expect.arrayContaining([
      { column: 'Backlog', cards: [] },
      { column: 'To Do', key: named('To Do'), count: 1, estimate: 1, cards: [['One', 'A member']] },
      {
        column: 'In Progress',
        key: named('In Progress'),
        count: 2,
        estimate: 5,
        cards: [
          ['Three', 'A member'],
          ['Two', 'A member'],
        ],
      },
    ]),
  );
});
