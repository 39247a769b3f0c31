import { beforeAll, describe, expect, test } from 'vitest';
import { BODY_MAX_BYTES } from '../../shared/kernel/api/http/body-limits.ts';
import type { WebRoute } from '../../shared/kernel/api/operation/web-route.ts';
import { accountRoutes } from '../../shared/pages/accounts/page-routes.ts';
import { teamPictureRoutes } from '../../shared/pages/portal-team/index.ts';
import { visitorPictureRoutes, visitorRoutes } from '../../shared/pages/public-portals/visitor-pages.ts';
import { manageRoutes } from '../../shared/surface/manage.ts';
import { readAll } from '../support/answers.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { ruleApi } from '../rules/rule-api.ts';
import { newProposal } from '../proposals/proposal-api.ts';
import { commentApi } from '../comments/comment-api.ts';
import { storyApi } from '../stories/story-api.ts';

/** What every form of a declared page promises, whatever it does: a new one is among them once it is declared. */
const formsOf = (routes: readonly WebRoute[]) =>
  routes.filter(({ method }) => method === 'POST').map(({ id, path }) => ({ id, path }));
/** Of pages that only some people may see. */
const membersForms = formsOf([...manageRoutes, ...teamPictureRoutes]);
/** Of pages that anyone who has signed in has. */
const ownForms = formsOf([...accountRoutes, ...visitorRoutes, ...visitorPictureRoutes]);

const service = sharedService();
let workspace: TestWorkspace;
let admin: Person;
let ids: Record<string, string>;
let browsers: Record<'admin' | 'stranger', Browser>;
/** The tokens of forms that each of them has got. */
let tokens: Record<'admin' | 'stranger', string>;

const tokenOf = async (browser: Browser, path: string): Promise<string> =>
  /name="form_token" value="([^"]+)"/.exec((await browser.open(path)).text)![1]!;

beforeAll(async () => {
  workspace = await newWorkspace();
  const team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  const [feedback, plan] = [feedbackApi(workspace, admin.client), planningApi(workspace, admin.client)];
  const story = await storyApi(workspace, admin.client).create({ teamId: team.id });
  const comment = await commentApi(workspace, story.id, admin.client).create();
  const objective = await plan.objective(team);
  const keyResult = await plan.keyResult(objective);
  const sprint = await plan.sprint(team);
  const portal = await feedback.portal();
  const [item, update] = [await feedback.item(portal), await feedback.update(portal)];
  const itemPath = `${feedback.pathOf(portal)}/items/${item.id}`;
  const posted = await admin.client.post(`${itemPath}/comments`, { content: 'Said by the team.' });
  ids = {
    storyId: story.id,
    commentId: comment.id,
    objectiveId: objective.id,
    keyResultId: keyResult.id,
    sprintId: sprint.id,
    teamId: team.id,
    deletedId: story.id,
    portalSlug: portal.slug,
    itemSlug: item.slug,
    updateSlug: update.slug,
    act: 'save',
    workspaceId: workspace.id,
    notificationId: story.id,
    proposalId: await newProposal(
      workspace,
      team,
      await workspace.clientFor(admin.id, { writes: 'proposed' }),
    ),
    feedbackCommentId: posted.json.data.id,
    recipe: 'overdue',
    ruleId: (
      await ruleApi(workspace, admin.client).create({
        teamId: team.id,
        enabled: false,
        on: ['story.created'],
        then: [{ operation: 'updateStory', input: { storyId: '{{story.id}}', priority: 'high' } }],
      })
    ).id,
  };
  const other = await newWorkspace();
  browsers = {
    admin: await signedIn(service, workspace, admin),
    stranger: await signedIn(service, other, await other.person('admin')),
  };
  tokens = {
    admin: await tokenOf(browsers.admin, `/stories/${story.id}`),
    stranger: await tokenOf(browsers.stranger, '/account'),
  };
});

/** On portals, comments are those on ideas. */
const addressOf = (path: string): string =>
  path
    .replace(/(?<=^\/portals\/.*)\{commentId\}/, '{feedbackCommentId}')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);

/** Fields that most forms take: what is sent with them must not matter. */
const filled = { title: 'Filled in', name: 'Filled in', content: 'Filled in' };

/** All that the forms could change. */
async function readEverything(): Promise<unknown> {
  const lists = ['stories', 'objectives', 'sprints', 'comments', 'portals', 'key-results'];
  const query = { teamId: ids['teamId']! };
  return await Promise.all(
    lists.map((list) => readAll(admin.client, `${workspace.path}/${list}`, list === 'portals' ? {} : query)),
  );
}

test('there are forms for planning, portals, accounts and visitors, pictures among them', () => {
  expect(membersForms.length).toBeGreaterThan(40);
  expect(membersForms.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['saveStory', 'saveObjective', 'actOnItem', 'saveLogo', 'acceptProposalOfTeam']),
  );
  expect(ownForms.length).toBeGreaterThan(20);
  expect(ownForms.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['saveOwnName', 'endConnection', 'submitFeedbackItem', 'addPictureToItem']),
  );
});

describe.each([...membersForms, ...ownForms])('$id', ({ path }) => {
  test('asks who has not signed in to do so', async () => {
    const answer = await fetch(service.baseUrl + addressOf(path), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(filled).toString(),
    });
    expect([303, 307]).toContain(answer.status);
    expect(answer.headers.get('location')).toMatch(/^\/sign-in/);
    const files = new FormData();
    for (const [name, value] of Object.entries(filled)) files.append(name, value);
    const withFiles = await fetch(service.baseUrl + addressOf(path), {
      method: 'POST',
      redirect: 'manual',
      body: files,
    });
    // Browsers would send files to the sign-in page, which takes none.
    expect(withFiles.status).toBe(303);
  });

  test('is refused with the token of another browser', async () => {
    const before = await readEverything();
    for (const form_token of [tokens.stranger, '']) {
      const forged = await browsers.admin.request('POST', addressOf(path), { ...filled, form_token });
      expect(forged.status).toBe(403);
    }
    expect(await readEverything()).toEqual(before);
  });
});

describe.each(membersForms)('$id', ({ path }) => {
  test('does not exist for a stranger', async () => {
    const before = await readEverything();
    const fields = { ...filled, form_token: tokens.stranger };
    const strange = await browsers.stranger.request('POST', addressOf(path), fields);
    expect(strange.status).toBe(404);
    expect(await readEverything()).toEqual(before);
  });
});

test('a form takes no more than its page declares', async () => {
  const address = addressOf('/objectives/{objectiveId}');
  const title = 'x'.repeat(BODY_MAX_BYTES);
  const { status } = await createBrowser(service.baseUrl).request('POST', address, { title });
  expect(status).toBe(413);
});
