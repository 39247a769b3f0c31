import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { FeedbackComment } from '../../feedback/items/feedback-comment.ts';
import type { Fragment, Html } from '../../kernel/html/html.ts';
import { portalResponse } from '../portal/portal-response.ts';
import type { SignedIn } from '../portal/visitor.ts';
import { publicCommentTools } from './comment-tools-view.ts';
import { itemOrThrow } from './find-item.ts';
import { loadItemPanel, type PanelRequest } from './item-panel.ts';
import { itemPanelView } from './item-panel-view.ts';
import { quickStatus } from './quick-status-view.ts';
import { manageItemView } from './item-page-view.ts';
import { draftFor, frameOf, type TeamCall, type TeamPage } from './team-call.ts';

/** The page on which the team manages an item, also one that the public does not see. */
export const page: TeamPage = {
  formsAnswer: true,
  async show(team) {
    const item = await itemOrThrow(team);
    return await itemManagement(team, item, await draftFor(team, item));
  },
};

/** The same page, with the form that was refused, or that asks for a choice. */
export async function itemManagement(
  team: TeamCall,
  item: FeedbackItem,
  refused?: PanelRequest['refused'] & { status: number },
): Promise<WebResponse> {
  const panel = await loadItemPanel(team, { itemId: item.id, place: 'manage', ...(refused && { refused }) });
  return portalResponse(frameOf(team), manageItemView(panel), refused?.status);
}

/** The team's part of the public page of an item, and what it can do with each comment there. */
export async function teamTools(
  call: WebCall,
  {
    portal,
    member,
    visitor,
    itemId,
    t,
  }: Omit<TeamCall, 'call' | 'visitor' | 'place'> & { visitor: SignedIn; itemId: string },
): Promise<{ panel: Html; status: Html | false; toolsOf: (comment: FeedbackComment) => Fragment }> {
  const panel = await loadItemPanel(
    { call, portal, member, visitor, place: { portalId: portal.id }, t },
    { itemId, place: 'idea' },
  );
  return {
    panel: itemPanelView(panel),
    status: quickStatus(panel),
    toolsOf: (comment) => publicCommentTools(panel, comment),
  };
}
