import { randomUUID } from 'node:crypto';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

/** A portal with two visitors of it, and what visitors do there. */
export async function visitedPortal() {
  const [workspace, elsewhere] = await Promise.all([newWorkspace(), newWorkspace()]);
  const admin = await workspace.person('admin');
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();

  const newVisitor = async (name = 'Ada Lovelace') => {
    const email = `${randomUUID()}@example.com`;
    const fields = { workspaceId: elsewhere.id, name, email, role: 'guest' as const };
    return await signedIn(sharedService(), elsewhere, await elsewhere.operator.addMember(fields));
  };
  const [visitor, other] = await Promise.all([newVisitor(), newVisitor()]);

  const home = `/portals/${portal.slug}/feedback`;
  const pathOf = (item: FeedbackItem) => `${home}/items/${item.slug}`;
  const itemApi = ({ id }: FeedbackItem) => `${feedback.pathOf(portal)}/items/${id}`;
  const comments = async (item: FeedbackItem): Promise<FeedbackComment[]> =>
    (await admin.client.get(`${itemApi(item)}/comments`)).json.data;

  async function say(browser: Browser, item: FeedbackItem, fields: Record<string, string>) {
    const page = await browser.open(pathOf(item));
    return await browser.submit(page, `${pathOf(item)}/comments`, fields);
  }

  /** An idea with a comment by a visitor. */
  async function discussed(content = 'Yes, please.') {
    const item = await feedback.item(portal);
    const shown = await say(visitor, item, { content });
    const [comment] = await comments(item);
    return { item, comment: comment!, shown };
  }

  async function suggest(browser: Browser, fields: Record<string, string> = {}) {
    const title = `A wish ${randomUUID()}`;
    const form = await browser.open(`${home}/new`);
    const sent = { title, boardId: portal.boards[0]!.id, after: 'send', ...fields };
    const shown = await browser.submit(form, `${home}/new`, sent);
    const { data } = (await admin.client.get(`${feedback.pathOf(portal)}/items`, { limit: 100 })).json;
    return { shown, item: data.find((one: FeedbackItem) => one.title === title) as FeedbackItem };
  }

  return {
    workspace,
    elsewhere,
    admin,
    feedback,
    portal,
    visitor,
    other,
    newVisitor,
    home,
    pathOf,
    itemApi,
    comments,
    say,
    discussed,
    suggest,
  };
}
