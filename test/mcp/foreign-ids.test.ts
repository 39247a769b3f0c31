import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { setupKinds } from '../../shared/surface/mcp/setup-kinds.ts';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { changeSetApi } from '../change-sets/change-set-api.ts';
import { feedbackApi } from '../support/feedback.ts';
import { planningApi, span } from '../support/planning.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const SECRET = 'Zanzibar';

let here: Awaited<ReturnType<typeof newMcpWorkspace>>;
/** By argument, the id of something of another workspace, whose every name has the secret. */
let foreign: Record<string, unknown>;
/** Arguments by tool that are in order but for the foreign one. */
let own: Record<string, object>;

beforeAll(async () => {
  here = await newMcpWorkspace();
  const { workspace, team } = await newMcpWorkspace();
  const admin = await workspace.person('admin', [team]);
  const plan = planningApi(workspace, admin.client);
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id, title: SECRET });
  const [sprint, objective] = [
    await plan.sprint(team, { name: SECRET }),
    await plan.objective(team, { name: SECRET }),
  ];
  const keyResult = await plan.keyResult(objective, { name: SECRET });
  const make = async (path: string, body: object) =>
    (await admin.client.post(`${workspace.path}/${path}`, body)).json.data as { id: string };
  const comment = await make(`stories/${story.id}/comments`, { content: SECRET });
  const label = await make('labels', { name: SECRET });
  const status = await make('statuses', { name: SECRET, category: 'started', teamId: team.id });
  const view = await make('views', { name: SECRET, visibility: 'team', teamId: team.id });
  const feedback = feedbackApi(workspace, admin.client);
  const item = await feedback.item(await feedback.portal(), { title: SECRET });
  const changeSetId = randomUUID();
  const change = { title: `${SECRET} too`, expectedUpdatedAt: story.updatedAt };
  await admin.client.patch(`${workspace.path}/stories/${story.id}`, change, { 'change-set': changeSetId });
  await changeSetApi(workspace, admin.client).of(changeSetId, 1);
  const people = ['assigneeId', 'memberId', 'leadUserId', 'actorId'];
  const seen = { expectedUpdatedAt: story.updatedAt };
  foreign = {
    ...Object.fromEntries(people.map((argument) => [argument, admin.id])),
    teamId: team.id,
    statusId: status.id,
    contributorIds: [admin.id],
    labels: [label.id],
    sprintId: sprint.id,
    objectiveId: objective.id,
    keyResultId: keyResult.id,
    parentId: comment.id,
    story: story.id,
    relatedStory: story.id,
    commentId: comment.id,
    feedbackItem: item.id,
    mergeInto: item.id,
    id: label.id,
    view: view.id,
    changeSetId,
    resourceIds: [story.id],
    stories: [{ story: story.id, ...seen, title: 'Mine' }],
  };
  const { id } = await createStoryAs(here.person.client, here.workspace, { teamId: here.team.id });
  const inTeam = { teamId: here.team.id };
  own = {
    create_story: { ...inTeam, title: 'Mine' },
    save_comment: { story: id, content: 'Mine', ...seen },
    manage_relations: { story: id, relatedStory: id, type: 'blocks' },
    save_sprint: { ...inTeam, name: 'Mine', ...span, ...seen },
    save_objective: { ...inTeam, name: 'Mine', ...seen },
    save_key_result: { name: 'Mine', measurementType: 'percentage', ...seen },
    manage_setup: { name: 'Mine', category: 'started', visibility: 'team', ...span, ...seen },
    search: { q: 'words' },
  };
});

const setUps = [...setupKinds].flatMap(([kind, { actions }]) =>
  Object.keys(actions).map((action) => ({ kind, action })),
);

test('an id of another workspace, in whatever argument of whatever tool, is as one that does not exist', async () => {
  const answers = new Map<string, number>();
  for (const { name, schemas } of tools) {
    const { properties } = schemas().inputSchema as { properties: Record<string, unknown> };
    const keyed = 'idempotencyKey' in properties;
    for (const argument of Object.keys(foreign).filter((one) => one in properties)) {
      for (const setUp of name === 'manage_setup' ? setUps : [{}]) {
        const key = keyed ? { idempotencyKey: randomUUID() } : {};
        const args = { ...own[name], ...setUp, ...key, [argument]: foreign[argument] };
        const { content, structuredContent, isError } = await here.client.callTool(name, args);
        const says = `${name} ${JSON.stringify(setUp)} ${argument}`;
        expect(JSON.stringify(content), says).not.toContain(SECRET);
        const code: string = isError ? JSON.parse(content[0].text).error.code : 'nothing';
        answers.set(code, (answers.get(code) ?? 0) + 1);
        // A list that is filtered by it is empty.
        if (!isError) expect(structuredContent.data, says).toEqual([]);
      }
    }
  }
  const codes = ['not_found', 'invalid_reference', 'invalid_request', 'insufficient_role', 'nothing'];
  expect([...answers.keys()].filter((code) => !codes.includes(code))).toEqual([]);
  expect(answers.get('not_found')).toBeGreaterThan(20);
});
