import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { functionGroups } from '../../shared/surface/registry.ts';
import { createBrowser, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { authorizeUrl, newPkce, oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { ruleApi } from '../rules/rule-api.ts';
import { newProposal } from '../proposals/proposal-api.ts';
import { statusOf } from '../stories/story-api.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { englishIn } from './english-in.ts';

const service = sharedService();
const german = { 'accept-language': 'de' };

/** Every address that can answer with a page. */
const routes = Object.values(functionGroups).flatMap((group) => [
  ...group.routes,
  ...group.operations.filter(({ path }) => path.startsWith('/portals/')),
]);

/** What is written in English for every reader: the documentation and the home page that leads to it. */
const isDocumentation = (path: string): boolean => path === '/' || path.startsWith('/docs');

let browser: Browser;
let portal: Portal;
let values: Record<string, string>;

beforeAll(async () => {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const team = await workspace.team({ name: 'Kwrz' });
  const planner = await workspace.person('member', [team]);
  const story = await createStoryAs(planner.client, workspace, { teamId: team.id, title: 'Jqvx' });
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId: admin.id });
  browser = await signedIn(service, workspace, admin);
  // Names of statuses are in the language of their workspace.
  for (const category of ['completed', 'cancelled'] as const) {
    const status = `${workspace.path}/statuses/${await statusOf(workspace, admin.client, team, category)}`;
    const { json } = await admin.client.get(status);
    await admin.client.patch(status, {
      expectedUpdatedAt: json.data.updatedAt,
      name: `Grmpf ${category[1]}`,
    });
  }
  const feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal({ name: 'Zzyx' });
  const item = await feedback.item(portal, { title: 'Qwkz' });
  const { json } = await admin.client.post(`${feedback.pathOf(portal)}/updates`, {
    title: 'Vvrt',
    body: 'X',
  });
  values = {
    portalSlug: portal.slug,
    itemSlug: item.slug,
    updateSlug: json.data.slug,
    workspaceId: workspace.id,
    storyId: story.id,
    teamId: team.id,
    proposalId: await newProposal(
      workspace,
      team,
      await workspace.clientFor(planner.id, { writes: 'proposed' }),
    ),
    recipe: 'sprint',
    ruleId: (
      await ruleApi(workspace, planner.client).create({
        name: 'Xkvz',
        teamId: team.id,
        on: ['story.created'],
        then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'high' } }],
      })
    ).id,
  };
});

const pathOf = (path: string): string =>
  path.replaceAll(/\{(\w+)\+?\}/g, (_, name: string) => values[name] ?? 'x');

const isPage = ({ headers }: Shown): boolean => headers.get('content-type')?.startsWith('text/html') ?? false;

function expectGerman({ text }: Shown, id: string): void {
  expect(text, id).toMatch(/<html lang="de"/);
  expect(englishIn(text), id).toEqual([]);
}

test('every page that a member can open is in their language', async () => {
  const pages: string[] = [];
  for (const { id, method, path } of routes) {
    if (method !== 'GET' || isDocumentation(path)) continue;
    const shown = await browser.request('GET', pathOf(path), undefined, german);
    if (!isPage(shown) || isDocumentation(new URL(shown.url).pathname)) continue;
    pages.push(id);
    expectGerman(shown, id);
  }
  const expected = ['showOwnTokens', 'showConnections', 'showConsent', 'showOwnPassword', 'showInvitation'];
  const ofTeam = [
    'managePortal',
    'manageItem',
    'manageSettings',
    'manageUpdates',
    'showNewUpdate',
    'manageUpdate',
  ];
  expect(pages).toEqual(
    expect.arrayContaining([
      ...expected,
      ...ofTeam,
      'showStory',
      'showBoard',
      'showMyWork',
      'showInbox',
      'showProposals',
      'showProposal',
      'showRules',
      'showRuleRecipe',
      'showRule',
      'showRulePreview',
      'showRuleReversal',
      'showAccount',
      'showMailPreferences',
    ]),
  );
});

test('every form that has expired says so in the language of its reader', async () => {
  let count = 0;
  for (const { id, method, path } of routes) {
    if (method !== 'POST') continue;
    const shown = await browser.request('POST', pathOf(path), { form_token: 'expired' }, german);
    if (!isPage(shown)) continue;
    count++;
    expectGerman(shown, id);
  }
  expect(count).toBeGreaterThan(25);
});

test('every page that a stranger is led to is in their language', async () => {
  for (const { id, method, path } of routes) {
    if (method !== 'GET' || isDocumentation(path)) continue;
    const shown = await createBrowser(service.baseUrl).request('GET', pathOf(path), undefined, german);
    if (isPage(shown) && !isDocumentation(new URL(shown.url).pathname)) expectGerman(shown, id);
  }
});

test('a new token, a connected application, and what is refused are in the language of their reader', async () => {
  const path = `/account/workspaces/${values['workspaceId']}/tokens`;
  const open = (url: string) => browser.request('GET', url, undefined, german);
  const submit = async (page: Shown, action: string, fields: Record<string, string>) => {
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
    const nonce = /name="once" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return await browser.request('POST', action, { form_token: token, once: nonce, ...fields }, german);
  };
  const form = await open(path);
  const fields = { name: 'Zkript', days: '30', access: 'read' };
  expectGerman(await submit(form, path, { ...fields, access: 'chosen' }), 'a token without scopes');
  const made = await submit(form, path, fields);
  expectGerman(made, 'a new token');
  expect(made.text).toContain('Ihr neues Token');
  expectGerman(await open(path), 'the list of tokens');

  const client = await oauthApi(service.baseUrl).client('https://client.example/callback', 'Zlient');
  const url = authorizeUrl(client, newPkce().challenge, { resource: `${service.baseUrl}/mcp` });
  const consent = await open(url);
  expectGerman(consent, 'consent');
  expect(consent.text).toContain('Darf diese Anwendung Plotline in Ihrem Namen nutzen?');
  const asked = Object.fromEntries(new URL(url, service.baseUrl).searchParams);
  expectGerman(await submit(consent, '/oauth/authorize', { ...asked, decision: 'deny' }), 'a refusal');
  await submit(consent, '/oauth/authorize', { ...asked, decision: 'allow' });
  expectGerman(await open('/connections'), 'connections');
  expectGerman(await open('/nothing/here'), 'an unknown address');
  expectGerman(await open(`/portals/${portal.slug}/manage/items/nothing`), 'an unknown idea of the team');

  const short = { password: 'short', again: 'short' };
  const password = await submit(await open('/account/password'), '/account/password', short);
  expectGerman(password, 'a password that is too short');
});
