import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { createStoryAs } from '../support/workspace.ts';
import { connectedClient } from './mcp-client.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const other = await workspace.person('member', [team]);
const theirs = await connectedClient(other);
const newStory = (fields: object = {}) =>
  createStoryAs(person.client, workspace, { teamId: team.id, ...fields });
const storyNow = async (id: string) => (await person.client.get(`${workspace.path}/stories/${id}`)).json.data;
const update = (args: object, as = client) => as.use('update_stories', args);
const label = async (name: string) =>
  (await person.client.post(`${workspace.path}/labels`, { name: `${name} ${randomUUID()}` })).json.data;
/** Resolves once the history of a story has so many entries. */
const recorded = ({ id }: { id: string }, entries: number) =>
  until(async () => {
    const { json } = await person.client.get(`${workspace.path}/stories/${id}/history`);
    return json.data.length >= entries;
  });

describe('update_stories', () => {
  test('needs no version to set a field, and names what changed', async () => {
    const story = await newStory({ assigneeId: person.id });
    const { text } = await client.answered('update_stories', {
      stories: [{ story: story.reference }],
      statusId: 'Done',
      clearFields: ['assigneeId'],
    });
    expect(text).toMatch(/status Done/);
    expect(text).toMatch(/cleared assigneeId/);
    expect(text).toMatch(/was status Backlog, assignee "A member"/);
    expect(await storyNow(story.id)).toMatchObject({ assigneeId: null });
  });

  test.each(['title', 'description'])('needs one for a %s, which someone has written', async (field) => {
    const story = await newStory();
    const refused = await client.refused('update_stories', {
      stories: [{ story: story.id }],
      [field]: 'New',
    });
    expect(refused.fields[0]).toMatchObject({ path: 'expectedUpdatedAt', code: 'required' });
    const read = { story: story.id, expectedUpdatedAt: story.updatedAt };
    await update({ stories: [read], [field]: 'New' });
    expect((await storyNow(story.id))[field]).toBe('New');
  });

  test('adds and removes labels without knowing the others', async () => {
    const [a, b, c] = [await label('A'), await label('B'), await label('C')];
    const story = await newStory({ labels: [a.id, b.id] });
    await update({ stories: [{ story: story.id }], addLabels: [c.name], removeLabels: [a.name] });
    expect((await storyNow(story.id)).labels).toEqual([b.id, c.id]);
    const problem = await client.refused('update_stories', {
      stories: [{ story: story.id }],
      addLabels: ['Nope'],
    });
    expect(problem.message).toContain('is no label');
  });

  test('refuses a label that it is to add and to remove, and names it', async () => {
    const [a, b] = [await label('A'), await label('B')];
    const story = await newStory({ labels: [a.id] });
    for (const set of [{ addLabels: [a.name] }, { labels: [b.name, a.name] }]) {
      const [field] = Object.keys(set);
      for (const call of [
        { story: story.id, ...set, removeLabels: [a.id] },
        { stories: [{ story: story.id, ...set }], removeLabels: [a.name] },
      ]) {
        const { message } = await client.refused('update_stories', call);
        expect(message).toContain(`removeLabels.0 names "${a.name}", which ${field} names too`);
      }
    }
    expect((await storyNow(story.id)).labels).toEqual([a.id]);
    await update({ stories: [{ story: story.id }], clearFields: ['labels'], addLabels: [b.name] });
    expect((await storyNow(story.id)).labels).toEqual([b.id]);
  });

  test.each([
    ['sprintId', 'none'],
    ['assigneeId', 'None'],
    ['objectiveId', 'null'],
    ['keyResultId', ''],
    ['parentId', 'none'],
    ['startDate', 'none'],
    ['endDate', ''],
    ['estimateValue', 'none'],
    ['estimatedDurationMinutes', 'null'],
    ['labels', ['none']],
    ['externalUrl', ' '],
    ['sprintId', 'backlog'],
    ['assigneeId', 'unassigned'],
    ['parentId', 'clear'],
    ['description', 'none'],
    ['description', 'NULL'],
    ['description', ' clear '],
  ])('says how %s is cleared where %j is sent for it', async (field, value) => {
    const [story, other] = [await newStory(), await newStory()];
    const clears = `to clear it, send clearFields: [\\"${field}\\"]`;
    for (const args of [
      { story: story.reference, [field]: value },
      { stories: [{ story: story.reference, [field]: value }] },
      {
        stories: [
          { story: story.reference, [field]: value },
          { story: other.reference, [field]: value },
        ],
      },
    ])
      expect(JSON.stringify(await client.refused('update_stories', args))).toContain(clears);
  });

  test('merges with what others changed since the version read, but not over the same field', async () => {
    const story = await newStory({ priority: 'low' });
    const read = { story: story.id, expectedUpdatedAt: story.updatedAt };
    await update({ stories: [{ story: story.id }], statusId: 'Done' }, theirs);
    // Whose changes they were is known once the log has them; before, nothing is merged.
    await recorded(story, 2);
    await update({ stories: [read], priority: 'high', title: 'Mine' });
    await recorded(story, 3);
    expect(await storyNow(story.id)).toMatchObject({ priority: 'high', title: 'Mine' });
    const refused = await client.refused('update_stories', { stories: [read], statusId: 'In Progress' });
    expect(refused).toMatchObject({ code: 'version_conflict', changedFields: ['statusId'] });
    // What the caller changed itself is no conflict.
    await update({ stories: [read], priority: 'urgent' });
    expect((await storyNow(story.id)).priority).toBe('urgent');
  });

  test('of two writers at once, both fields are kept, and of one field one value with the other told', async () => {
    const story = await newStory();
    await Promise.all([
      ...['low', 'high', 'urgent'].map((priority) => update({ stories: [{ story: story.id }], priority })),
      ...['2031-01-02', '2031-01-03'].map((endDate) =>
        update({ stories: [{ story: story.id }], endDate }, theirs),
      ),
    ]);
    const after = await storyNow(story.id);
    expect(['low', 'high', 'urgent']).toContain(after.priority);
    expect(after.endDate).toMatch(/^2031-01-0[23]/);
    const read = { story: story.id, expectedUpdatedAt: after.updatedAt };
    const both = await Promise.all([
      client.callTool('update_stories', { stories: [read], title: 'One' }),
      theirs.callTool('update_stories', { stories: [read], title: 'Two' }),
    ]);
    expect(both.filter(({ isError }) => isError)).toHaveLength(1);
    const won = both.findIndex(({ isError }) => !isError);
    expect((await storyNow(story.id)).title).toBe(['One', 'Two'][won]);
  });

  test('says where a story was that moved to another team, and what it lost', async () => {
    const there = await workspace.team();
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: there.id,
      principalId: person.id,
    });
    const own = (
      await person.client.post(`${workspace.path}/labels`, { name: `Own ${randomUUID()}`, teamId: team.id })
    ).json.data;
    const story = await newStory({ labels: [own.id] });
    const { text } = await client.answered('update_stories', {
      stories: [{ story: story.reference }],
      teamId: there.code,
    });
    expect(text).toContain(`was team`);
    expect(text).toContain(`reference ${story.reference}`);
    expect(text).toContain('cleared labels');
    const common = (await person.client.post(`${workspace.path}/labels`, { name: `All ${randomUUID()}` }))
      .json.data;
    const both = await newStory({ labels: [own.id, common.id] });
    const moved = await client.use('update_stories', { stories: [both.reference], teamId: there.code });
    const [{ labelNames, was }] = moved.data.stories;
    expect(labelNames).toEqual([common.name]);
    expect(was.labelNames.toSorted()).toEqual([common.name, own.name].toSorted());
  });

  test('takes stories that are only named, with what is said for all', async () => {
    const [one, two] = [await newStory(), await newStory()];
    const stories = [one.reference, two.id];
    const { text } = await client.answered('update_stories', { stories, priority: 'high' });
    expect(text).toContain('2 of 2 done.');
    for (const { id } of [one, two]) expect((await storyNow(id)).priority).toBe('high');
    const { message } = await client.refused('update_stories', { stories: [7], priority: 'low' });
    expect(message).toBe('stories must be a list of objects, each with the arguments of one story.');
  });

  test('one story that is not there does not stop the others, but all of them are an error', async () => {
    const story = await newStory();
    const missing = `${team.code}-9999`;
    const { text } = await client.answered('update_stories', {
      stories: [{ story: story.id }, { story: missing }, { story: story.reference, statusId: 'Nope' }],
      priority: 'high',
    });
    expect(text).toContain('1 of 3 done.');
    expect(text).toContain(missing);
    expect(text).toContain('"Nope" is no status');
    const error = await client.refused('update_stories', {
      stories: [{ story: missing }, { story: `${team.code}-9998` }],
      priority: 'high',
    });
    expect(error.message).toContain('None of the 2 stories');
    expect(error.fields.map(({ path }: { path: string }) => path)).toEqual(['stories.0', 'stories.1']);
  });

  test('says what archived must be', async () => {
    const story = await newStory();
    for (const archived of ['yes', 1, {}]) {
      const { message } = await client.refused('update_stories', {
        stories: [{ story: story.id }],
        archived,
      });
      expect(message).toBe('archived must be true or false.');
    }
  });

  test('archives without a version, and not over a change when there is one', async () => {
    const story = await newStory();
    await update({ stories: [{ story: story.id }], archived: true });
    expect((await storyNow(story.id)).archivedAt).not.toBeNull();
  });

  test('an assignee outside of the team is answered with the way in, once', async () => {
    const outsider = await workspace.person('member');
    const stories = [
      { story: (await newStory()).id },
      { story: (await newStory()).id },
      { story: (await newStory()).id, assigneeId: 'me' },
    ];
    const { text } = await client.answered('update_stories', { stories, assigneeId: outsider.id });
    expect(text.match(/team_member/g)).toHaveLength(1);
  });
});

describe('items of update_stories whose arguments are misnamed', () => {
  test.each([
    [{ id: 'ENG-31', priority: 'low' }, ['id', 'story'], 'id is not a known argument; use story'],
    [{ reference: 'ENG-31', statusId: 'In Progress' }, ['reference', 'story'], 'use story'],
    [{ issueKey: 'ENG-31', assigneeId: 'Nobody' }, ['issueKey', 'story'], 'use story'],
    [{ statusId: 'Nowhere' }, ['story'], 'story is required'],
    [{ priority: 'low' }, ['story'], 'story is required'],
  ])('are told so before all else: %j', async (item, paths, message) => {
    const refused = await client.refused('update_stories', { stories: [item] });
    expect(refused.fields.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect(refused.message).toContain(message);
  });

  test('do not stop the others', async () => {
    const story = await newStory();
    const { text } = await client.answered('update_stories', {
      stories: [{ story: story.reference }, { story: story.reference, prio: 'low' }],
      priority: 'high',
    });
    expect(text).toContain('1 of 2 done.');
    expect(text).toContain('prio is not a known argument; did you mean priority?');
  });
});

describe('the result of update_stories', () => {
  test('says what archived stories were before', async () => {
    const assigned = { assigneeId: person.id, priority: 'high' };
    const [one, two] = [await newStory(assigned), await newStory(assigned)];
    const archived = await client.answered('update_stories', {
      stories: [{ story: one.reference, archived: true, priority: 'low' }],
    });
    expect(archived.text).toMatch(/priority low.*was priority high/s);
    await update({ stories: [{ story: two.reference }], archived: true });
    const restored = await client.answered('update_stories', {
      stories: [one, two].map(({ reference }) => ({ story: reference })),
      archived: false,
      clearFields: ['assigneeId'],
    });
    expect(restored.text.match(/cleared assigneeId/g)).toHaveLength(2);
    expect(restored.text.match(/was assignee "A member"/g)).toHaveLength(2);
  });
});

test('what one thing has is not cut in its line', async () => {
  const title = `A title ${'that is long '.repeat(14)}indeed`;
  const story = await newStory({ title });
  expect((await client.answered('get_story', { story: story.id })).text).toContain(title);
});
