import { beforeAll, expect, test } from 'vitest';
import { feedbackApi } from '../support/feedback.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { fetchApiDocument } from '../support/api-document.ts';

/** A default in the document is the value that a created resource has where the request says nothing. */
let schemas: Record<string, { properties: Record<string, { default?: unknown }>; required: string[] }>;
let create: Record<string, () => Promise<{ status: number; json: any }>>;

beforeAll(async () => {
  const document = (await fetchApiDocument()) as { components: { schemas: typeof schemas } };
  ({ schemas } = document.components);
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { client } = await workspace.person('admin', [team]);
  const post = (path: string, body: object) =>
    client.post(`${workspace.path}/${path}`, body, { 'idempotency-key': newKey() });
  const objective = (await post('objectives', { name: 'An objective', teamId: team.id })).json.data;
  const feedback = feedbackApi(workspace, client);
  const portal = await feedback.portal();
  const at = `portals/${portal.id}`;
  const measured = { name: 'A key result', objectiveId: objective.id, measurementType: 'percentage' };
  create = {
    CreateStoryRequest: () => post('stories', { title: 'A story', teamId: team.id }),
    CreateTeamRequest: () => post('teams', { name: 'A team', code: 'DFLT' }),
    CreateObjectiveRequest: () => post('objectives', { name: 'An objective', teamId: team.id }),
    CreateKeyResultRequest: () => post('key-results', measured),
    CreateStatusRequest: () => post('statuses', { name: 'A status', teamId: team.id, category: 'started' }),
    CreateLabelRequest: () => post('labels', { name: 'A label' }),
    CreatePortalRequest: () => post('portals', { name: 'A portal' }),
    CreateFeedbackItemRequest: () => post(`${at}/items`, { title: 'An idea', boardId: portal.boards[0]!.id }),
    CreateFeedbackUpdateRequest: () => post(`${at}/updates`, { title: 'An update' }),
    AddMemberRequest: () => post('members', { name: 'A member' }),
    CreateServiceAccountRequest: () => post('service-accounts', { name: 'An account' }),
  };
});

test.each([
  ['CreateStoryRequest', ['priority', 'autoSchedulingEnabled', 'labels']],
  ['CreateTeamRequest', ['color', 'private', 'sprintsEnabled', 'estimateScheme']],
  ['CreateObjectiveRequest', ['private', 'priority', 'color']],
  ['CreateKeyResultRequest', ['startValue', 'contributorIds']],
  ['CreateStatusRequest', ['appliesTo', 'isDefault', 'color']],
  ['CreateLabelRequest', ['color']],
  ['CreatePortalRequest', ['color', 'visibility', 'boards', 'embedOrigins', 'language']],
  ['CreateFeedbackItemRequest', ['status', 'storyIds', 'tags', 'internalTags']],
  ['CreateFeedbackUpdateRequest', ['linkedItemIds']],
  ['AddMemberRequest', ['role']],
  ['CreateServiceAccountRequest', ['scopes', 'teamIds', 'writes']],
])('the defaults of %s are in its schema', async (name, fields) => {
  const { properties } = schemas[name]!;
  const defaults = Object.entries(properties).flatMap(([field, schema]) =>
    'default' in schema ? [[field, schema.default] as const] : [],
  );
  expect(defaults.map(([field]) => field).toSorted()).toEqual(fields.toSorted());
  const { status, json } = await create[name]!();
  expect(status).toBe(201);
  expect(json.data).toMatchObject(Object.fromEntries(defaults));
});
