import { beforeAll, expect, test } from 'vitest';
import { ruleRecipes } from '../../shared/surface/rules/rule-recipes.ts';
import { statusOf } from '../stories/story-api.ts';
import { newRuleWorkspace } from './rule-api.ts';

let made: Awaited<ReturnType<typeof newRuleWorkspace>>;
let ids: Record<string, string>;

beforeAll(async () => {
  made = await newRuleWorkspace();
  const { workspace, team } = made;
  const other = await workspace.team();
  const admin = await workspace.person('admin', [team, other]);
  made = { ...made, admin, ofAdmin: (await import('./rule-api.ts')).ruleApi(workspace, admin.client) };
  const post = async (path: string, body: object) =>
    (await admin.client.post(`${workspace.path}/${path}`, body)).json.data.id as string;
  const teamId = team.id;
  ids = {
    UNSTARTED_STATUS_ID: await statusOf(workspace, admin.client, team, 'unstarted'),
    COMPLETED_STATUS_ID: await statusOf(workspace, admin.client, team, 'completed'),
    OTHER_TEAM_ID: other.id,
    TEAM_ID: teamId,
    LABEL_ID: await post('labels', { teamId, name: 'Now', color: '#4f46e5' }),
    SPRINT_ID: await post('sprints', {
      teamId,
      name: 'Next',
      startDate: '2026-12-07T00:00:00Z',
      endDate: '2026-12-18T00:00:00Z',
    }),
  };
});

test('there are ten recipes', () => {
  expect(ruleRecipes).toHaveLength(10);
});

test.each(ruleRecipes.map(({ id, rule }) => [id, rule] as const))(
  'the recipe can be pasted, previewed and saved: %s',
  async (_, rule) => {
    const text = Object.entries(ids).reduce(
      (body, [name, id]) => body.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), id),
      JSON.stringify(rule),
    );
    expect(text).not.toMatch(/_ID\b/);
    const body = JSON.parse(text) as object;
    const preview = await made.ofAdmin.preview(body);
    expect(preview.status, preview.text).toBe(200);
    const saved = await made.ofAdmin.send(body);
    expect(saved.status, saved.text).toBe(201);
  },
);
