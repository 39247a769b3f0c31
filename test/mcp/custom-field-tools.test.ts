import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fieldApi } from '../custom-fields/field-api.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const fields = fieldApi(workspace, person.client);

const key = () => ({ idempotencyKey: randomUUID() });
const field = { kind: 'custom_field', teamId: team.code };
const setUp = async (args: object) => (await client.use('manage_setup', { ...field, ...args })).data;
const valuesOf = async (id: string) =>
  (await person.client.get(`${workspace.path}/stories/${id}`)).json.data.customFields;

test('manage_setup creates, changes, lists and archives custom fields, by name or key', async () => {
  const settings = { type: 'select', options: ['Low', 'High'], key: 'severity' };
  const { id, updatedAt } = await setUp({ action: 'create', name: 'How bad', settings, ...key() });
  const options = ['Low', 'High', 'Critical'];
  const changed = { action: 'update', id: 'how bad', expectedUpdatedAt: updatedAt, name: 'Severity' };
  await setUp({ ...changed, settings: { options, default: 'Low' } });
  const { structured, text } = await client.answered('manage_setup', { ...field, action: 'get' });
  const shown = { id, key: 'severity', name: 'Severity', type: 'select', options, default: 'Low' };
  expect(structured.data.entries).toMatchObject([shown]);
  for (const word of ['severity', 'Critical']) expect(text).toContain(word);
  await setUp({ action: 'archive', id: 'severity' });
  expect((await setUp({ action: 'get' })).entries).toEqual([]);
  await setUp({ action: 'unarchive', id: 'Severity' });
  expect((await setUp({ action: 'get' })).entries).toHaveLength(1);
  const refused = await client.refused('manage_setup', { ...field, action: 'archive', id: 'weight' });
  expect(refused.message).toContain('"weight" is no custom field that you can see');
});

test('stories take options in any case and members by name in customFields, and clear them', async () => {
  const name = (await workspace.operator.getMember(workspace.id, person.id))!.name;
  await fields.create({
    key: 'size',
    name: 'Size',
    type: 'select',
    options: ['Small', 'Large'],
    teamId: team.id,
  });
  await fields.create({
    key: 'areas',
    name: 'Areas',
    type: 'multi_select',
    options: ['API', 'Web'],
    teamId: team.id,
  });
  await fields.create({ key: 'tester', name: 'Tester', type: 'user', teamId: team.id });
  await fields.create({ key: 'position', name: 'Position', type: 'number', teamId: team.id });
  const customFields = { size: 'LARGE', areas: ['api', 'Web'], tester: name, position: 3 };
  const created = await client.use('create_story', { teamId: team.code, title: 'x', customFields, ...key() });
  const { id, reference, updatedAt } = created.data;
  const meant = { size: 'Large', areas: ['API', 'Web'], tester: person.id, position: 3 };
  expect(await valuesOf(id)).toMatchObject(meant);
  expect(
    (await client.use('list_stories', { filter: 'cf.size:large', teamId: team.code })).data,
  ).toMatchObject([{ id }]);
  const other = await createStoryAs(person.client, workspace, { teamId: team.id });
  const { structured, text } = await client.answered('update_stories', {
    stories: [
      { story: reference, expectedUpdatedAt: updatedAt, customFields: { tester: 'me' } },
      { story: other.reference, expectedUpdatedAt: other.updatedAt, customFields: { size: 'huge' } },
    ],
    clearFields: ['customFields.position'],
  });
  expect(await valuesOf(id)).toMatchObject({ size: 'Large', tester: person.id });
  expect(await valuesOf(id)).not.toHaveProperty('position');
  const { data } = structured;
  expect(data.stories[0]).toMatchObject({
    cleared: ['customFields.position'],
    was: { customFields: { position: 3 } },
    customFields: { size: 'Large', tester: person.id },
  });
  expect(data.stories[0].was.customFields).not.toHaveProperty('size');
  expect(text).toContain('cleared "customFields.position"');
  expect(data.stories[1].error.message).toContain('has no option "huge"');
  const unknown = { teamId: team.code, title: 'x', customFields: { tester: 'Nobody' }, ...key() };
  expect(await client.refused('create_story', unknown)).toMatchObject({
    message: expect.stringContaining('customFields.tester "Nobody" is no member that you can see'),
    fields: [{ path: 'customFields.tester' }],
  });
});

test('custom fields are named as people name them, and a wrong value says what there is', async () => {
  const { key: sev } = await fields.create({
    name: 'Sev x',
    type: 'select',
    options: ['A', 'B'],
    teamId: team.id,
  });
  const { key: many } = await fields.create({
    name: 'Många',
    type: 'multi_select',
    options: ['A', 'B'],
    teamId: team.id,
  });
  const make = (customFields: object) => ({ teamId: team.code, title: 'x', customFields, ...key() });
  const { id, reference } = (await client.use('create_story', make({ 'sev  X': 'a', Många: ['B'] }))).data;
  expect(await valuesOf(id)).toMatchObject({ [sev]: 'A', [many]: ['B'] });
  await client.use('update_stories', { stories: [reference], clearFields: ['customFields.Sev x'] });
  expect(await valuesOf(id)).not.toHaveProperty(sev);
  const unknown = await client.refused('create_story', make({ 'Sev y': 'A' }));
  expect(unknown.fields).toMatchObject([{ path: 'customFields.Sev y' }]);
  expect(unknown.message).toContain('"Sev y" is no custom field that you can see; did you mean Sev x?');
  const { stories } = (
    await client.use('create_story', {
      teamId: team.code,
      stories: [{ title: 'Fine' }, { title: 'Not', customFields: { 'Sev y': 'A' } }],
      ...key(),
    })
  ).data;
  expect(stories[0].id).toBeDefined();
  expect(stories[1].error.message).toContain('did you mean Sev x?');
  const wrong = await client.refused('create_story', make({ [many]: true }));
  expect(wrong.message).toContain('must be a list of one or more of its options: "A", "B"');
});

test('clearing one custom field names it and shows the others', async () => {
  await fields.create({ key: 'customer', name: 'Customer', type: 'text', teamId: team.id });
  await fields.create({ key: 'region', name: 'Region', type: 'text', teamId: team.id });
  const customFields = { customer: 'ACME', region: 'North' };
  const story = await createStoryAs(person.client, workspace, { teamId: team.id, customFields });
  const clearFields = ['customFields.customer'];
  for (const archived of [undefined, true]) {
    const item = {
      story: story.reference,
      ...(archived && { archived, customFields: { customer: 'Other' } }),
    };
    const sent = archived ? { stories: [item] } : { stories: [item], clearFields };
    const { text } = await client.answered('update_stories', sent);
    expect(text).toContain(archived ? '"customer":"Other"' : 'cleared "customFields.customer"');
    expect(text).toContain('"region":"North"');
    if (!archived) expect(text).toMatch(/was customFields.*"customer":"ACME"/);
  }
});

test('people in custom fields have their names: in a story, in a list, and as groups', async () => {
  const name = (await workspace.operator.getMember(workspace.id, person.id))!.name;
  await fields.create({ key: 'checker', name: 'Checker', type: 'user', teamId: team.id });
  await fields.create({ key: 'note', name: 'Note', type: 'text', teamId: team.id });
  const customFields = { checker: person.id, note: randomUUID() };
  const { id } = await createStoryAs(person.client, workspace, { teamId: team.id, customFields });
  const { structured, text } = await client.answered('get_story', { story: id });
  expect(structured.data).toMatchObject({ customFields, customFieldNames: { checker: name } });
  expect(structured.data.customFieldNames).not.toHaveProperty('note');
  expect(text).toContain(`"checker":"${name}"`);
  const listed = await client.answered('list_stories', { teamId: team.code, fields: ['customFields'] });
  expect(listed.text).toContain(`"checker":"${name}"`);
  const grouped = await client.answered('list_stories', { teamId: team.code, groupBy: 'cf.checker' });
  expect(grouped.text).toContain(name);
});
