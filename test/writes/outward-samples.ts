import { logDelivery } from '../deliveries/delivery-log.ts';
import { PNG } from '../support/feedback.ts';
import { newKey } from '../support/workspace.ts';
import { receiverUrl } from '../webhooks/webhook-api.ts';
import { actionSample, updateSample, type World, type WriteSample } from './sample.ts';

const portal = ({ feedback }: World) => feedback.portal();
const onPortal =
  <T extends object>(make: (world: World, on: Awaited<ReturnType<typeof portal>>) => Promise<T>) =>
  async (world: World) => {
    const on = await portal(world);
    return { ...(await make(world, on)), params: { portalId: on.id } };
  };
const image = onPortal(({ feedback }, on) => feedback.image(on));
const item = onPortal(({ feedback }, on) => feedback.item(on));
const update = onPortal(({ feedback }, on) => feedback.update(on));
const published = onPortal(({ feedback }, on) => feedback.published(on));

const webhookBody = () => ({ name: newKey(), url: receiverUrl, subscriptions: ['story.created'] });
const webhook = ({ make }: World) => make('webhook-endpoints', webhookBody());
const disabled = async (world: World) => world.act(`webhook-endpoints/${(await webhook(world)).id}/disable`);

const hookBody = async ({ workspace, team }: World) => ({
  name: newKey(),
  provider: 'github',
  serviceAccountId: (await workspace.serviceAccount([team])).id,
  rules: [{ teamId: team.id }],
});
const hook = async (world: World) => world.make('hooks', await hookBody(world));

const ruleBody = ({ team }: World) => ({
  name: newKey(),
  teamId: team.id,
  enabled: false,
  on: ['story.created'],
  then: [{ operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Seen' } }],
});
const rule = (world: World) => world.make('rules', ruleBody(world));

/** What is made for portals and webhooks. */
let hasTables = false;

export const outwardSamples: Record<string, WriteSample> = {
  createPortal: async () => ({ fields: { name: newKey() } }),
  updatePortal: updateSample('portalId', portal, 'name'),
  deletePortal: actionSample('portalId', portal),
  createPortalImage: actionSample('portalId', portal, { fields: { data: PNG } }),
  createPortalImageUpload: actionSample('portalId', portal),
  deletePortalImage: actionSample('imageId', image),
  rotateCustomerSecret: actionSample('portalId', portal, { changesLater: true }),
  deleteCustomerSecret: actionSample('portalId', portal, { changesLater: true }),
  createFeedbackItem: async (world) => {
    const { id, boards } = await portal(world);
    return { params: { portalId: id }, fields: { title: newKey(), boardId: boards[0]!.id } };
  },
  updateFeedbackItem: updateSample('itemId', item, 'title'),
  deleteFeedbackItem: actionSample('itemId', item),
  createStoryFromFeedback: async (world) => {
    const { id: itemId, params } = await item(world);
    return { params: { ...params, itemId }, fields: { teamId: world.team.id, title: newKey() } };
  },
  updateFeedbackComment: async (world) => {
    const on = await portal(world);
    const about = await world.feedback.item(on);
    const { id } = await world.feedback.comment(on, about, world.admin);
    return {
      params: { portalId: on.id, itemId: about.id, feedbackCommentId: id },
      fields: { hidden: true },
    };
  },
  createFeedbackUpdate: actionSample('portalId', portal, { fields: { title: 'It is here' } }),
  updateFeedbackUpdate: updateSample('updateId', update, 'title'),
  deleteFeedbackUpdate: actionSample('updateId', update),
  publishFeedbackUpdate: actionSample('updateId', update),
  withdrawFeedbackUpdate: actionSample('updateId', published),

  // No two in a row are the same.
  createExport: async () => ({ fields: { csv: (hasTables = !hasTables) } }),
  deleteExport: actionSample('exportId', ({ make }) => make('exports', {})),

  createRule: async (world) => ({ fields: ruleBody(world) }),
  updateRule: updateSample('ruleId', rule, 'name'),
  deleteRule: actionSample('ruleId', rule),
  revertRule: actionSample('ruleId', rule, {
    fields: { since: '2026-01-01T00:00:00.000Z' },
    changesLater: true,
  }),
  createHook: async (world) => ({ fields: await hookBody(world) }),
  updateHook: updateSample('hookId', hook, 'name'),
  deleteHook: actionSample('hookId', hook),
  rotateHookSecret: actionSample('hookId', hook),

  createWebhook: async () => ({ fields: webhookBody() }),
  updateWebhook: updateSample('webhookId', webhook, 'name'),
  deleteWebhook: actionSample('webhookId', webhook),
  updateWebhookSubscriptions: actionSample('webhookId', webhook, {
    fields: { subscriptions: ['sprint.created'] },
  }),
  rotateWebhookSecret: actionSample('webhookId', webhook),
  disableWebhook: actionSample('webhookId', webhook),
  enableWebhook: actionSample('webhookId', disabled),
  testWebhook: actionSample('webhookId', webhook, { changesLater: true }),
  redeliverWebhookDelivery: async (world) => {
    const { id: webhookId } = await webhook(world);
    const { workspace } = world;
    const { id } = await logDelivery(workspace.database, { id: webhookId, workspaceId: workspace.id });
    return { params: { webhookId, deliveryId: id }, changesLater: true };
  },
  redeliverWebhookEvents: actionSample('webhookId', webhook, {
    fields: { since: '2026-11-01T00:00:00.000Z' },
  }),
};
