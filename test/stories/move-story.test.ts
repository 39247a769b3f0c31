import { describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { dataOf, statusOf } from './story-api.ts';
import { newTwoTeams } from './two-teams.ts';

const { workspace, from, to, mover, staying, receiving, api, newStory, move } = await newTwoTeams();
const byReference = (client: Person['client'], reference: string) =>
  client.get(`${workspace.path}/stories-by-reference/${reference}`);
const label = async (team: Team | null, name: string): Promise<string> =>
  (
    await workspace.operator.createLabel({
      workspaceId: workspace.id,
      teamId: team?.id ?? null,
      name,
      color: '#00ff00',
    })
  ).id;

describe('a moved story', () => {
  test('gets a number of the new team and leaves its place in the lists of the former one', async () => {
    const story = await newStory();
    const moved = await move(story);
    expect(moved).toMatchObject({ id: story.id, teamId: to.id, title: story.title });
    expect(moved.reference).toBe(`DEST-${moved.sequenceId}`);
    expect(moved.createdAt).toBe(story.createdAt);
    expect(await api.read(story.id)).toEqual(moved);
    await until(async () => {
      const [before, after] = await Promise.all(
        [from, to].map(
          async ({ id: teamId }) => (await api.list({ teamId, limit: 100 })).json.data as Story[],
        ),
      );
      return before!.every(({ id }) => id !== story.id) && after!.some(({ id }) => id === story.id);
    });
  });

  test('is found by every reference that it had, by callers who see it now and by no others', async () => {
    const story = await newStory();
    const there = await move(story);
    const back = await api.change(there, { teamId: from.id });
    const last = await api.change(back, { teamId: to.id });
    expect(new Set([story, there, back, last].map(({ reference }) => reference)).size).toBe(4);
    for (const { reference } of [story, there, back, last]) {
      await until(async () => (await byReference(receiving.client, reference)).status === 200);
      expect((await byReference(mover.client, reference.toLowerCase())).json.data).toEqual(last);
      expectRefusal(await byReference(staying.client, reference), 404, 'not_found');
    }
  });

  test('takes the first status of its category, its labels by name, and what else the new team has', async () => {
    const [common, only, same] = [
      await label(null, 'Everywhere'),
      await label(from, 'Here'),
      await label(from, 'Bug'),
    ];
    const there = await label(to, 'bug');
    const plan = planningApi(workspace, mover.client);
    const objective = await plan.objective(from);
    const keyResult = await plan.keyResult(objective);
    const [sprint, parent] = [await plan.sprint(from), await newStory()];
    const story = await newStory({
      statusId: await statusOf(workspace, mover.client, from, 'completed'),
      labels: [common, only, same],
      assigneeId: staying.id,
      sprintId: sprint.id,
      objectiveId: objective.id,
      keyResultId: keyResult.id,
      parentId: parent.id,
      estimateValue: 21,
      priority: 'high',
      description: 'Kept',
    });
    const moved = await move(story);
    expect(moved).toEqual({
      ...story,
      teamId: to.id,
      sequenceId: moved.sequenceId,
      reference: moved.reference,
      statusId: await statusOf(workspace, mover.client, to, 'completed'),
      labels: [common, there],
      assigneeId: null,
      sprintId: null,
      objectiveId: null,
      keyResultId: null,
      estimateValue: null,
      estimateLabel: null,
      updatedAt: moved.updatedAt,
    });
    expect(moved.completedAt).toBe(story.completedAt);
  });

  test('keeps an assignee who is in both teams, and an estimate that the new team has', async () => {
    const story = await newStory({ assigneeId: mover.id, estimateValue: 3 });
    expect(story.estimateLabel).toBe('3');
    expect(await move(story)).toMatchObject({
      assigneeId: mover.id,
      estimateValue: 3,
      estimateLabel: expect.stringMatching(/^(XS|S|M|L|XL)$/),
    });
  });

  test('takes what the request names of the new team, and nothing of the former one', async () => {
    const plan = planningApi(workspace, mover.client);
    const [objective, sprint] = [await plan.objective(to), await plan.sprint(to)];
    const statusId = await statusOf(workspace, mover.client, to, 'started');
    const named = {
      statusId,
      sprintId: sprint.id,
      objectiveId: objective.id,
      assigneeId: receiving.id,
      title: 'There',
    };
    expect(await move(await newStory(), named)).toMatchObject({ teamId: to.id, ...named });

    const story = await newStory();
    const former = { statusId: story.statusId, labels: [await label(from, 'Former')] };
    const refused = await api.update(story.id, {
      expectedUpdatedAt: story.updatedAt,
      teamId: to.id,
      ...former,
    });
    expectBadFields(refused, ['statusId', 'labels.0'], 'invalid_reference');
    expect(await api.read(story.id)).toEqual(story);
  });

  test('keeps its parent, its children, its comments and its relations', async () => {
    const [story, blocked, parent] = [await newStory(), await newStory(), await newStory()];
    const child = await newStory({ parentId: story.id });
    const placed = await api.change(story, { parentId: parent.id });
    const path = `${workspace.path}/stories/${story.id}`;
    await mover.client.post(`${path}/relations`, { type: 'blocks', relatedStoryId: blocked.id });
    const comment = dataOf<{ id: string }>(
      await mover.client.post(`${path}/comments`, { content: 'Kept' }),
      201,
    );
    await mover.client.post(`${path}/comments`, { content: 'An answer', parentId: comment.id });
    const moved = await move(placed);
    expect(moved.parentId).toBe(parent.id);
    expect((await api.read(child.id)).parentId).toBe(story.id);
    expect((await receiving.client.get(`${path}/comments`)).json.data).toMatchObject([
      { content: 'Kept', replies: [{ content: 'An answer' }] },
    ]);
    const commentsOf = async (client: Person['client']) =>
      (await client.get(`${workspace.path}/comments`, { limit: 100 })).json.data.filter(
        ({ storyId }: { storyId: string }) => storyId === story.id,
      );
    await until(async () => (await commentsOf(receiving.client)).length === 2);
    await until(async () => (await commentsOf(staying.client)).length === 0);

    // Who is left in the former team sees that something blocks the story there, and no more of it.
    const left = `${workspace.path}/stories/${blocked.id}`;
    await api.change(moved, { title: 'A secret of the new team' });
    const included = async (client: Person['client']) =>
      (await client.get(left, { include: 'blockedBy' })).json.included.blockedBy as { title: string }[];
    await until(async () => (await included(mover.client))[0]?.title === 'A secret of the new team');
    expect(await included(staying.client)).toEqual([]);
    expect((await staying.client.get(`${left}/relations`)).json.data).toMatchObject([{ relatedStory: null }]);
  });
});

describe('a move between teams', () => {
  test('needs both teams, and reveals nothing of a team that the caller is not in', async () => {
    const story = await newStory();
    const sent = { expectedUpdatedAt: story.updatedAt };
    const answers = await Promise.all(
      [to.id, newKey()].map((teamId) =>
        staying.client.patch(`${workspace.path}/stories/${story.id}`, { ...sent, teamId }),
      ),
    );
    for (const answer of answers) expectBadFields(answer, ['teamId'], 'invalid_reference');
    expect(answers[0]!.json.error.fields).toEqual(answers[1]!.json.error.fields);
    const restricted = await workspace.clientFor(mover.id, { teamIds: [from.id] });
    const refused = await restricted.patch(`${workspace.path}/stories/${story.id}`, {
      ...sent,
      teamId: to.id,
    });
    expectBadFields(refused, ['teamId'], 'invalid_reference');
    expect(await api.read(story.id)).toEqual(story);
  });

  test('to the story’s own team changes nothing', async () => {
    const story = await newStory();
    expect(await api.change(story, { teamId: from.id })).toEqual(story);
  });

  test('that is repeated with its key happens once', async () => {
    const [story, key] = [await newStory(), newKey()];
    const body = { expectedUpdatedAt: story.updatedAt, teamId: to.id };
    const first = await api.update(story.id, body, key);
    const again = await api.update(story.id, body, key);
    expect(again.json.data).toEqual(first.json.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('by two callers at once happens once, and is a conflict for the other', async () => {
    const story = await newStory();
    const body = { expectedUpdatedAt: story.updatedAt, teamId: to.id };
    const answers = await Promise.all([api.update(story.id, body), api.update(story.id, body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect(expectRefusal(lost, 409, 'version_conflict').changedFields).toEqual([]);
  });

  test('of several stories in one request happens in their order', async () => {
    const stories = [await newStory(), await newStory(), await newStory()];
    const items = stories.map(({ id, updatedAt }) => ({
      storyId: id,
      body: { expectedUpdatedAt: updatedAt, teamId: to.id },
    }));
    const { status, json } = await mover.client.patch(`${workspace.path}/bulk/stories`, { items });
    expect(status).toBe(200);
    const numbers = json.data.items.map((item: { data: Story }) => item.data.sequenceId);
    expect(numbers).toEqual([numbers[0], numbers[0] + 1, numbers[0] + 2]);
  });
});
