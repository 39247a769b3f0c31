import { VERSION } from '../docs/shown-examples.ts';

/** What a response says can be sent as it was read, also a value that a later release adds. */
export const WRITTEN_BACK = `import { createPlotline, type Resource } from '@plotline/client';
const plotline = createPlotline({ baseUrl: '', token: '' });
const ids = { workspaceId: '', storyId: '', objectiveId: '', portalId: '', itemId: '', teamId: '', serviceAccountId: '', webhookId: '', memberId: '' };
const { priority, updatedAt: expectedUpdatedAt } = await plotline.getStory(ids);
await plotline.updateStory({ ...ids, body: { expectedUpdatedAt, priority } });
const { status } = await plotline.getFeedbackItem(ids);
await plotline.updateFeedbackItem({ ...ids, body: { expectedUpdatedAt, status } });
const { visibility } = await plotline.getPortal(ids);
await plotline.updatePortal({ ...ids, body: { expectedUpdatedAt, visibility } });
const { estimateScheme } = await plotline.getTeam(ids);
await plotline.updateTeam({ ...ids, body: { expectedUpdatedAt, estimateScheme } });
const { scopes } = await plotline.getServiceAccount(ids);
await plotline.updateServiceAccount({ ...ids, body: { expectedUpdatedAt, scopes } });
const { subscriptions } = await plotline.getWebhook(ids);
await plotline.updateWebhookSubscriptions({ ...ids, body: { subscriptions } });
const view = await plotline.getView({ ...ids, viewId: '' });
await plotline.createView({ ...ids, body: { name: 'Copy', visibility: view.visibility } });
const { payload } = await plotline.getWebhook(ids);
await plotline.updateWebhook({ ...ids, body: { expectedUpdatedAt, payload } });
const { role } = await plotline.getMember(ids);
await plotline.updateMember({ ...ids, body: { expectedUpdatedAt, role } });
const later: Resource<'Story'>['priority'] = 'critical';
// @ts-expect-error: a priority is a text.
await plotline.updateStory({ ...ids, body: { expectedUpdatedAt, priority: 1 } });
console.log(later);
`;

/** Runs each example with a fetch that keeps what is sent, and prints that. */
export const RECORDER = `import { examples } from './examples.ts';
const all: Record<string, object[]> = {};
console.log = () => undefined;
for (const [id, example] of Object.entries(examples)) {
  const sent: object[] = (all[id] = []);
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const token = (request.headers.get('authorization') ?? '').replace('Bearer ', '');
    const body = text === '' ? undefined : JSON.parse(text);
    sent.push({ method: request.method, url: String(input), token, body });
    return Response.json({ data: { updatedAt: '${VERSION}' } });
  };
  await example();
}
process.stdout.write(JSON.stringify(all));
`;

/** A change that comes twice, as after a crash. */
export const TWICE = `import { createPlotline } from '@plotline/client';
import { welcome } from './welcome.ts';
const plotline = createPlotline({ baseUrl: process.env.PLOTLINE_URL!, token: process.env.PLOTLINE_TOKEN! });
const { workspaceId } = await plotline.getCaller({});
const [team] = await plotline.listTeams({ workspaceId });
const story = await plotline.createStory({ workspaceId, body: { teamId: team!.id, title: 'Twice' } });
const change = { id: crypto.randomUUID(), type: 'story.created', data: story } as any;
for (const _ of [1, 2]) await welcome(plotline, workspaceId, change);
console.log((await plotline.listComments({ workspaceId, storyId: story.id })).length);
`;

/** What is shown once: the secrets of a token and of an endpoint, by methods, which return `data` otherwise. */
export const SECRETS = `import { createPlotline } from '@plotline/client';
const plotline = createPlotline({ baseUrl: process.env.PLOTLINE_URL!, token: process.env.PLOTLINE_TOKEN! });
const { workspaceId } = await plotline.getCaller({});
const { id, token } = await plotline.createToken({ workspaceId, body: { name: 'Bot', scopes: ['stories:read'] } });
const { name } = await createPlotline({ baseUrl: process.env.PLOTLINE_URL!, token: token! }).getCaller({});
const tokens: { id: string }[] = await plotline.listTokens({ workspaceId });
console.log(JSON.stringify({ token, isListed: tokens.some((one) => one.id === id), name: typeof name }));
`;

/** Calls that are not typed. */
export const WRONG = `import { createPlotline } from '@plotline/client';
const plotline = createPlotline({ baseUrl: '', token: '' });
// @ts-expect-error: a title is a text.
await plotline.createStory({ workspaceId: '', body: { teamId: '', title: 1 } });
// @ts-expect-error: there is no such operation.
await plotline.createStories({});
// @ts-expect-error: this is no list.
for await (const _ of plotline.each('getStory', { workspaceId: '', storyId: '' }));
`;
