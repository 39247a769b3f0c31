import { PNG } from '../support/feedback.ts';
import { newKey } from '../support/workspace.ts';
import { actionSample, type World, type WriteSample } from './sample.ts';

async function item({ feedback }: World) {
  const on = await feedback.portal();
  return { ...(await feedback.item(on)), params: { portalId: on.id } };
}

async function commented(world: World) {
  const on = await world.feedback.portal();
  const { id: itemId } = await world.feedback.item(on);
  const { id } = await world.make(`portals/${on.id}/items/${itemId}/comments`, { content: 'Yes' });
  return { itemId, params: { portalId: on.id }, feedbackCommentId: id };
}

/** What the team of a portal does with what visitors left there. */
export const moderationSamples: Record<string, WriteSample> = {
  createFeedbackComment: actionSample('itemId', item, { fields: { content: 'We are on it.' } }),
  deleteFeedbackComment: async (world) => {
    const on = await world.feedback.portal();
    const about = await world.feedback.item(on);
    const { id } = await world.feedback.comment(on, about, world.admin);
    return { params: { portalId: on.id, itemId: about.id, feedbackCommentId: id } };
  },
  mergeFeedbackItem: async (world) => {
    const { id: itemId, params, boardId } = await item(world);
    const into = await world.make(`portals/${params.portalId}/items`, { title: 'Another', boardId });
    return { params: { ...params, itemId }, fields: { intoItemId: into.id } };
  },
  unmergeFeedbackItem: async (world) => {
    const { id: itemId, params, boardId } = await item(world);
    const at = `portals/${params.portalId}/items`;
    const into = await world.make(at, { title: 'Another', boardId });
    await world.make(`${at}/${itemId}/merge`, { intoItemId: into.id });
    return { params: { ...params, itemId } };
  },
  createFeedbackImage: async ({ feedback }) => {
    const on = await feedback.portal();
    const { id: itemId, replacesImageId } = await feedback.pictured(on);
    return { params: { portalId: on.id, itemId }, fields: { data: PNG, replacesImageId } };
  },
  createFeedbackReaction: async (world) => {
    const { itemId, params, feedbackCommentId } = await commented(world);
    return { params: { ...params, itemId }, fields: { feedbackCommentId, kind: 'heart' } };
  },
  deleteFeedbackReaction: async (world) => {
    const { itemId, params, feedbackCommentId } = await commented(world);
    const at = `portals/${params.portalId}/items/${itemId}/reactions`;
    const { id: reactionId } = await world.make(at, { feedbackCommentId, kind: 'heart' });
    return { params: { ...params, itemId, reactionId } };
  },
  createFeedbackVote: async (world) => {
    const { id: itemId, params } = await item(world);
    const fields = { email: `${newKey()}@example.com`, name: 'Mia' };
    return { params: { ...params, itemId }, fields };
  },
  deleteFeedbackVote: async (world) => {
    const { id: itemId, params } = await item(world);
    const vote = { email: `${newKey()}@example.com`, name: 'Mia' };
    const { id: voteId } = await world.make(`portals/${params.portalId}/items/${itemId}/votes`, vote);
    return { params: { ...params, itemId, voteId } };
  },
  banVisitor: async (world) => ({ fields: { visitorId: await world.feedback.visitor() } }),
  unbanVisitor: async (world) => {
    const visitorId = await world.feedback.visitor();
    await world.make('banned-visitors', { visitorId });
    return { params: { visitorId } };
  },
};
