import { beforeAll, expect, test } from 'vitest';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { dayFromNow, recurringApi } from '../recurring-stories/recurring-api.ts';
import { dataOf, newStoryWorkspace, storyApi } from '../stories/story-api.ts';
import { templateApi } from '../story-templates/template-api.ts';
import { feedbackApi } from '../support/feedback.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { timeApi } from '../time-entries/time-api.ts';
import { changeSetApi } from './change-set-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let agent: Person;
let person: Person;

beforeAll(async () => {
  made = await newStoryWorkspace();
  const { workspace, team } = made;
  [agent, person] = [await workspace.person('admin', [team]), await workspace.person('admin', [team])];
});

interface Named {
  id: string;
  name: string;
  updatedAt: string;
  archivedAt: string | null;
}

/** Labels, custom fields and statuses, which are archived and not deleted. */
function setUp({ client }: Person, kind: string) {
  const at = `${made.workspace.path}/${kind}`;
  const sent = async (answer: ReturnType<typeof client.get>) => {
    const { status, json, text } = await answer;
    expect(status, text).toBeLessThan(300);
    return json.data as Named;
  };
  return {
    create: (fields: object) => sent(client.post(at, { teamId: made.team.id, ...fields })),
    change: ({ id, updatedAt: expectedUpdatedAt }: Named, fields: object) =>
      sent(client.patch(`${at}/${id}`, { expectedUpdatedAt, ...fields })),
    archive: ({ id }: Named) => sent(client.post(`${at}/${id}/archive`)),
    get: ({ id }: Named) => sent(client.get(`${at}/${id}`)),
  };
}

const kinds: readonly [path: string, fields: object][] = [
  ['labels', { color: '#4f46e5' }],
  ['custom-fields', { type: 'text' }],
  ['statuses', { appliesTo: 'story', category: 'started' }],
];

/** Waits until as many changes of the agent are listed, and reverts all of them as another admin. */
async function revertNight(since: string, changes: number) {
  const sets = changeSetApi(made.workspace, person.client);
  await until(async () => {
    const { json } = await person.client.get(`${made.workspace.path}/change-sets`, {
      actorId: agent.id,
      since,
      limit: 100,
    });
    const counted = (json.data as { counts: Record<string, number> }[]).flatMap(({ counts }) =>
      Object.values(counts),
    );
    return counted.reduce((sum, one) => sum + one, 0) === changes;
  });
  const wanted = { actorId: agent.id, since };
  const dry = await sets.revertChanges({ ...wanted, dryRun: true });
  const { json, status, text } = await sets.revertChanges(wanted);
  expect(status, text).toBe(200);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
  expect(dry.json.data).toEqual({ ...json.data, changeSetId: null, dryRun: true });
  expect((await sets.revertChanges(wanted)).json.data).toMatchObject({
    reverted: [],
    conflicts: [],
    irreversible: [],
  });
  return json.data.reverted as { resource: string; id: string; fields: string[] }[];
}

test('a reversal archives labels, custom fields and statuses that the actor made, and undoes what it changed of others', async () => {
  const before = await Promise.all(
    kinds.map(async ([path, fields]) => {
      const own = setUp(person, path);
      return [
        await own.create({ name: 'Renamed', ...fields }),
        await own.create({ name: 'Hidden', ...fields }),
      ];
    }),
  );
  const since = new Date().toISOString();
  const created = await Promise.all(
    kinds.map(async ([path, fields], n) => {
      const its = setUp(agent, path);
      await its.change(before[n]![0]!, { name: 'By the agent' });
      await its.archive(before[n]![1]!);
      return await its.create({ name: 'New', ...fields });
    }),
  );
  await revertNight(since, 3 * kinds.length);
  for (const [n, [path]] of kinds.entries()) {
    const now = setUp(person, path);
    expect(await now.get(before[n]![0]!), path).toMatchObject({ name: 'Renamed', archivedAt: null });
    expect(await now.get(before[n]![1]!), path).toMatchObject({ name: 'Hidden', archivedAt: null });
    expect((await now.get(created[n]!)).archivedAt, path).not.toBeNull();
  }
});

test('a reversal takes back times, files, templates, recurring stories and what was done to feedback', async () => {
  const { workspace, team } = made;
  const story = await made.api.create({ teamId: team.id });
  const of = ({ client }: Person) => ({
    times: timeApi(workspace, client),
    files: attachmentApi(workspace, client),
    templates: templateApi(workspace, client),
    recurring: recurringApi(workspace, client),
    feedback: feedbackApi(workspace, client),
  });
  const [its, own] = [of(agent), of(person)];
  const portal = await own.feedback.portal();
  const item = await own.feedback.item(portal);
  const template = await own.templates.create({ teamId: team.id });
  const at = `${workspace.path}/story-templates/${template.id}`;
  const since = new Date().toISOString();
  const body = { expectedUpdatedAt: template.updatedAt, name: 'By the agent' };
  dataOf(await agent.client.patch(at, body), 200);
  const [file, entry] = [await its.files.attach(story), await its.times.log(story)];
  await its.templates.create({ teamId: team.id, name: 'Another' });
  await its.recurring.create({ teamId: team.id, startDate: dayFromNow(9) });
  const itemAt = `${its.feedback.pathOf(portal)}/items/${item.id}`;
  await its.feedback.change(itemAt, item, { status: 'planned' });
  const note = { content: 'Looked at it', internal: true };
  dataOf(await agent.client.post(`${itemAt}/comments`, note, { 'idempotency-key': newKey() }), 201);
  const reverted = await revertNight(since, 7);
  expect(reverted.map(({ resource, fields }) => [resource, ...fields].join(' ')).sort()).toEqual([
    'attachment',
    'feedback_comment',
    'feedback_item status',
    'recurring_story',
    'story_template',
    'story_template name',
    'time_entry',
  ]);
  expect((await own.files.get(story, file)).status).toBe(404);
  const entries = await person.client.get(`${workspace.path}/stories/${story.id}/time-entries`);
  expect([entry.storyId, entries.json.data]).toEqual([story.id, []]);
  expect((await person.client.get(at)).json.data.name).toBe(template.name);
  expect((await own.feedback.readItem(item)).status).toBe(item.status);
});

test('a reversal keeps ideas of the actor that others commented on, voted for or merged into, and deletes the others', async () => {
  const [its, own] = [agent, person].map(({ client }) => feedbackApi(made.workspace, client)) as [
    ReturnType<typeof feedbackApi>,
    ReturnType<typeof feedbackApi>,
  ];
  const portal = await own.portal();
  const other = await own.item(portal);
  const since = new Date().toISOString();
  const [commented, voted, merged, alone] = [
    await its.item(portal),
    await its.item(portal),
    await its.item(portal),
    await its.item(portal),
  ];
  const { id: comment } = await own.comment(portal, commented, person);
  const items = `${own.pathOf(portal)}/items`;
  const key = () => ({ 'idempotency-key': newKey() });
  const vote = { email: `${newKey()}@example.com`, name: 'A customer' };
  dataOf(await person.client.post(`${items}/${voted.id}/votes`, vote, key()), 201);
  dataOf(await person.client.post(`${items}/${other.id}/merge`, { intoItemId: merged.id }, key()), 200);
  const sets = changeSetApi(made.workspace, person.client);
  const wanted = { actorId: agent.id, since };
  await sets.untilListed(wanted, 4);
  const { json, status, text } = await sets.revertChanges(wanted);
  expect(status, text).toBe(200);
  const resource = 'feedback_item';
  expect(json.data.reverted).toEqual([{ resource, id: alone.id, fields: [] }]);
  expect(json.data.conflicts).toHaveLength(3);
  expect(json.data.conflicts).toEqual(
    expect.arrayContaining([
      { resource, id: commented.id, field: 'comments', now: [comment] },
      { resource, id: voted.id, field: 'voteCount', now: 1 },
      { resource, id: merged.id, field: 'mergedIntoId', now: [other.id] },
    ]),
  );
  for (const kept of [commented, voted, merged]) expect((await own.readItem(kept)).id).toBe(kept.id);
});

test('a reversal makes the former status the default again, and gives a field its former options', async () => {
  const [ofStatus, ofField] = [setUp(person, 'statuses'), setUp(person, 'custom-fields')];
  const status = await ofStatus.create({ name: 'Waiting', appliesTo: 'story', category: 'unstarted' });
  const options = ['Low', 'High'];
  const field = await ofField.create({ name: 'Risk', type: 'select', options });
  const since = new Date().toISOString();
  await setUp(agent, 'statuses').change(status, { isDefault: true, name: 'By the agent' });
  await setUp(agent, 'custom-fields').change(field, { options: ['None'] });
  const sets = changeSetApi(made.workspace, person.client);
  const wanted = { actorId: agent.id, since };
  await sets.untilListed(wanted, 2);
  const { json } = await sets.revertChanges(wanted);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
  expect(await ofStatus.get(status)).toMatchObject({ name: 'Waiting', isDefault: false });
  expect(await ofField.get(field)).toEqual({ ...field, updatedAt: expect.any(String) });
});

test('a reversal separates ideas that the actor merged, with the other fields, and merges those that it separated', async () => {
  const [its, own] = [feedbackApi(made.workspace, agent.client), feedbackApi(made.workspace, person.client)];
  const portal = await own.portal();
  const [into, merged, apart] = [await own.item(portal), await own.item(portal), await own.item(portal)];
  const items = `${own.pathOf(portal)}/items`;
  const post = async ({ client }: Person, path: string, body?: object) =>
    dataOf(await client.post(`${items}/${path}`, body, { 'idempotency-key': newKey() }), 200);
  await post(person, `${apart.id}/merge`, { intoItemId: into.id });
  const since = new Date().toISOString();
  await its.change(`${items}/${merged.id}`, merged, { status: 'closed' });
  await post(agent, `${merged.id}/merge`, { intoItemId: into.id });
  await post(agent, `${apart.id}/unmerge`);
  const sets = changeSetApi(made.workspace, person.client);
  const wanted = { actorId: agent.id, since };
  await sets.untilListed(wanted, 3);
  const { json } = await sets.revertChanges(wanted);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
  expect(await own.readItem(merged)).toMatchObject({ mergedIntoId: null, hidden: false, status: 'pending' });
  expect(await own.readItem(apart)).toMatchObject({ mergedIntoId: into.id, hidden: true });
});

test('a reversal keeps a story with files or times of others, and a comment on feedback that was hidden since', async () => {
  const { workspace, team } = made;
  const its = storyApi(workspace, agent.client);
  const portal = await feedbackApi(workspace, person.client).portal();
  const item = await feedbackApi(workspace, person.client).item(portal);
  const comments = `${workspace.path}/portals/${portal.id}/items/${item.id}/comments`;
  const since = new Date().toISOString();
  const [filed, timed, alone] = [
    await its.create({ teamId: team.id }),
    await its.create({ teamId: team.id }),
    await its.create({ teamId: team.id }),
  ];
  await attachmentApi(workspace, agent.client).attach(alone);
  const said = await agent.client.post(comments, { content: 'Done' }, { 'idempotency-key': newKey() });
  const { id: commentId } = dataOf<{ id: string }>(said, 201);
  const file = await attachmentApi(workspace, person.client).attach(filed);
  const entry = await timeApi(workspace, person.client).log(timed);
  const hidden = await person.client.patch(`${comments}/${commentId}`, { hidden: true });
  const sets = changeSetApi(workspace, person.client);
  const wanted = { actorId: agent.id, since };
  await sets.untilListed(wanted, 5);
  const { json, status, text } = await sets.revertChanges(wanted);
  expect(status, text).toBe(200);
  expect(json.data.conflicts).toHaveLength(3);
  expect(json.data.conflicts).toEqual(
    expect.arrayContaining([
      { resource: 'story', id: filed.id, field: 'attachments', now: [file.id] },
      { resource: 'story', id: timed.id, field: 'timeEntries', now: [entry.id] },
      {
        resource: 'feedback_comment',
        id: commentId,
        field: 'hidden',
        now: hidden.json.data.hidden,
      },
    ]),
  );
  expect((await person.client.get(`${workspace.path}/stories/${alone.id}`)).status).toBe(404);
});

test('a dry run foresees what the caller has no right to revert, and writes nothing', async () => {
  const { workspace, team } = made;
  const guest = await workspace.person('guest', [team]);
  const since = new Date().toISOString();
  const story = await made.api.create({ teamId: team.id, title: 'Before' });
  const byAgent = storyApi(workspace, agent.client);
  const changed = await byAgent.change(story, { title: 'By the agent' });
  const created = await byAgent.create({ teamId: team.id });
  const sets = changeSetApi(workspace, guest.client);
  const wanted = { actorId: agent.id, since };
  await sets.untilListed(wanted, 2);
  const dry = await sets.revertChanges({ ...wanted, dryRun: true });
  expect(dry.json.data).toMatchObject({ reverted: [], conflicts: [], changeSetId: null });
  const { irreversible } = dry.json.data;
  expect(irreversible.map(({ id }: { id: string }) => id).sort()).toEqual([story.id, created.id].sort());
  for (const { reason } of irreversible) expect(reason).toContain('available only to members');
  expect((await sets.revertChanges(wanted)).json.data.irreversible).toEqual(irreversible);
  expect(await made.api.read(story.id)).toEqual(changed);
});
