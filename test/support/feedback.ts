import { putFeedbackComment } from '../../shared/feedback/items/comment-store.ts';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { imagePath } from '../../shared/feedback/portal/image.ts';
import { putVisitorLink } from '../../shared/kernel/auth/visitor-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { FeedbackUpdate } from '../../shared/feedback/updates/update.ts';
import type { Answer, Client } from './client.ts';
import { newKey, type Person, type TestWorkspace } from './workspace.ts';

/** A picture of one point, as a PNG in base64. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Makes what stands on feedback portals, as a client; each throws where that is not answered with success. */
export function feedbackApi({ path, database }: TestWorkspace, client: Client) {
  const sent = async <T>(answer: Promise<Answer>): Promise<T> => {
    const { status, json, text } = await answer;
    if (status >= 300) throw new Error(`It answered ${status}: ${text}`);
    return json.data as T;
  };
  const pathOf = ({ id }: { id: string }) => `${path}/portals/${id}`;

  return {
    pathOf,
    portal: (fields: object = {}): Promise<Portal> =>
      sent(
        client.post(`${path}/portals`, {
          name: `Portal ${newKey()}`,
          visibility: 'public',
          boards: [{ name: 'Ideas' }, { name: 'Bugs', description: 'What is broken' }],
          ...fields,
        }),
      ),
    change: <T extends { updatedAt: string }>(at: string, { updatedAt }: T, fields: object): Promise<T> =>
      sent(client.patch(at, { expectedUpdatedAt: updatedAt, ...fields })),
    item: (portal: Portal, fields: object = {}): Promise<FeedbackItem> =>
      sent(
        client.post(`${pathOf(portal)}/items`, {
          title: 'Dark mode',
          boardId: portal.boards[0]!.id,
          ...fields,
        }),
      ),
    /** An item that was imported, and shows an image of where it was written. */
    async pictured(portal: Portal): Promise<FeedbackItem & { replacesImageId: string }> {
      const replacesImageId = newId(new Date());
      const made = await sent<FeedbackItem>(
        client.post(`${pathOf(portal)}/items`, {
          title: 'Dark mode',
          boardId: portal.boards[0]!.id,
          imported: { createdAt: '2024-01-01T00:00:00.000Z', authorName: 'Ada Lovelace' },
          description: `![It](${imagePath(replacesImageId)}-1x1)`,
        }),
      );
      return { ...made, replacesImageId };
    },
    readItem: ({ portalId, id }: FeedbackItem): Promise<FeedbackItem> =>
      sent(client.get(`${path}/portals/${portalId}/items/${id}`)),
    update: (portal: Portal, fields: object = {}): Promise<FeedbackUpdate> =>
      sent(client.post(`${pathOf(portal)}/updates`, { title: 'Dark mode is here', ...fields })),
    published: async (portal: Portal, fields: object = {}): Promise<FeedbackUpdate> => {
      const made = await sent<FeedbackUpdate>(
        client.post(`${pathOf(portal)}/updates`, { title: 'Dark mode is here', ...fields }),
      );
      return await sent(client.post(`${pathOf(portal)}/updates/${made.id}/publish`));
    },
    image: (portal: Portal): Promise<{ id: string }> =>
      sent(client.post(`${pathOf(portal)}/images`, { data: PNG })),
    /** The id of a visitor of the workspace's portals, past the pages. */
    async visitor(): Promise<string> {
      const [visitorId, userId] = [newId(new Date()), newId(new Date())];
      await commit(database, [putVisitorLink(visitorId, { workspaceId: path.split('/').at(-1)!, userId })]);
      return visitorId;
    },
    /** What only visitors do, past the pages. */
    async comment(portal: Portal, item: FeedbackItem, author: Person, content = 'Yes, please.') {
      const now = new Date();
      const at = now.toISOString();
      const comment: FeedbackComment = {
        id: newId(now),
        portalId: portal.id,
        itemId: item.id,
        authorId: author.id,
        authorName: 'A visitor',
        authorKind: 'visitor',
        origin: 'visitor',
        content,
        hidden: false,
        internal: false,
        parentId: null,
        editedAt: null,
        createdAt: at,
        updatedAt: at,
      };
      await commit(
        database,
        putFeedbackComment(comment, () => new Error('The item takes no comment.')),
      );
      return comment;
    },
  };
}

export type Feedback = ReturnType<typeof feedbackApi>;
