import { beforeAll, expect, test } from 'vitest';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let member: Person;
let subjects: Record<string, string>;
let report: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  const team = await workspace.team();
  member = await workspace.person('member', [team]);
  const plan = planningApi(workspace, member.client);
  const [sprint, objective] = [await plan.sprint(team), await plan.objective(team, { name: 'Be <liked>' })];
  await createStoryAs(member.client, workspace, {
    teamId: team.id,
    sprintId: sprint.id,
    objectiveId: objective.id,
  });
  subjects = {
    'Burn-down of A sprint': `sprints/${sprint.id}/analysis`,
    'Burn-down of Be &#60;liked&#62;': `objectives/${objective.id}/analysis`,
    'Forecast of Be &#60;liked&#62;': `objectives/${objective.id}/forecast`,
    'Cumulative flow': 'analysis',
  };
  report = `sprints/${sprint.id}/report`;
});

async function get(path: string, accept: string, more: Record<string, string> = {}) {
  const headers = { accept, authorization: `Bearer ${member.token}`, ...more };
  const { baseUrl } = sharedService();
  const answer = await fetch(`${baseUrl}${workspace.path}/${path}`, { headers });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type') === 'application/json' && text !== '';
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

test('analyses, reports and forecasts are pictures for those who accept SVG, and JSON for all others', async () => {
  for (const [title, path] of [...Object.entries(subjects), ['Burn-down of A sprint', report] as const]) {
    const picture = await get(path, 'image/svg+xml');
    expect([picture.status, picture.headers.get('content-type')], path).toEqual([200, 'image/svg+xml']);
    expect(picture.text).toMatch(/^<svg\s/);
    expect(picture.text).toContain(`<title id="title">${title}</title>`);
    expect(picture.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(picture.headers.get('vary')).toContain('Accept');
    const browser = await get(path, 'image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8');
    expect(browser.headers.get('content-type')).toBe('image/svg+xml');
    for (const accept of ['application/json', '*/*', 'image/svg+xml;q=0.5, application/json']) {
      const answer = await get(path, accept);
      expect(answer.json.data, accept).toBeTypeOf('object');
      expect(answer.headers.get('vary')).toContain('Accept');
    }
  }
});

test('a picture that a client has is not sent again, and an empty one is an error as JSON', async () => {
  const path = subjects['Burn-down of A sprint']!;
  let etag = '';
  // Days are counted a moment later, which changes the picture.
  await until(async () => {
    etag = (await get(path, 'image/svg+xml')).headers.get('etag')!;
    return (await get(path, 'image/svg+xml', { 'if-none-match': etag })).status === 304;
  });
  expect((await get(path, 'application/json', { 'if-none-match': etag })).status).toBe(200);
  const missing = await get('sprints/01900000-0000-7000-8000-000000000000/analysis', 'image/svg+xml');
  expect([missing.status, missing.json.error.code]).toEqual([404, 'not_found']);
});
