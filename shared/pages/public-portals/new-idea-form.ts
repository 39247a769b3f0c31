import type { PublicItem } from '../../feedback/items/item.ts';
import { findVotes } from '../../feedback/items/vote-store.ts';
import { suggestItem } from '../../feedback/visitors/suggest-item.ts';
import { ownNameFault } from '../../identity/members/own-name.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { getDraft } from '../session/draft-store.ts';
import { form, text } from '../kit/form.ts';
import { isDone } from '../kit/run-operation.ts';
import { addresses, AFTER_SIMILAR, THANKS } from '../portal/addresses.ts';
import { CUSTOMER } from './customer-fields-view.ts';
import { closedPage, formPage } from './feedback-form-page.ts';
import { hasShownName, nameRefusal, storeGivenName } from './given-name.ts';
import { loadPageContext } from '../portal/page-context.ts';
import { similarPage } from './similar-page.ts';
import type { VisitorCall, VisitorForm, VisitorPage } from './visitors.ts';

const TITLE_MAX_CHARACTERS = 200;

/** The page with the form for an idea, also for people who sign in with what they wrote. */
export async function newIdeaPage(call: WebCall): Promise<WebResponse> {
  const context = await loadPageContext(call);
  const { portal, visitor } = context;
  if (portal.boards.length === 0) return closedPage(context);
  // The words of a search that found nothing, or those that are being written.
  const title = call.request.query.get('title')?.slice(0, TITLE_MAX_CHARACTERS);
  const [similar, draft] = await Promise.all([
    title === undefined ? [] : similarTo(title, portal.id, call),
    visitor && getDraft(call.read, visitor.session.user.id, call.request.path, call.now),
  ]);
  return formPage(call, context, { form: draft ?? { title }, isDraft: draft !== undefined, similar });
}

export const page: VisitorPage = {
  async show({ call, visitor }, rejected) {
    const context = { ...(await loadPageContext(call)), visitor };
    return formPage(call, context, { ...rejected, form: rejected?.form ?? {} });
  },
};

const posted: VisitorForm = form({
  operation: suggestItem,
  fields: {
    boardId: text('boardId'),
    title: text('title'),
    description: text('description'),
  },
  before: storeGivenName,
  refusals: {
    boardId: ['boardId', 'form.wrongBoard'],
    title: ['title', 'form.wrongTitle'],
    description: ['description', 'form.wrongDescription'],
    name: nameRefusal,
  },
  done: ({ slugs }, { slug }) => `${addresses.item(slugs.portalSlug, slug)}?${THANKS}`,
});

/**
 * Adds an idea to a board, under the visitor's name, after showing those that are like it; by a member of the team, also under
 * the name of a customer.
 */
const submitFeedbackItem: VisitorForm = {
  ...posted,
  async handle(person, { [AFTER_SIMILAR]: chosen, ...sent }) {
    if (chosen === 'edit') return { form: sent, status: 200, problem: undefined };
    const isForCustomer = Object.values(CUSTOMER).some((name) => Boolean(sent[name]?.trim()));
    // Its code is loaded by few: members of the team.
    const team = isForCustomer ? await import('./post-for-customer.ts') : undefined;
    const member = await team?.countedMember(person);
    if (chosen === undefined && !(await isDone(person, suggestItem, sent))) {
      const shown = await showSimilar(person, sent);
      if (shown) return shown;
    }
    return member && team
      ? await team.postForCustomer.handle({ ...person, member }, sent)
      : await posted.handle(person, sent);
  },
};

/** The page with similar ideas, if there are any. */
async function showSimilar({ call, visitor }: VisitorCall, sent: Form): Promise<WebResponse | undefined> {
  const title = sent['title']?.trim() ?? '';
  if (title === '' || [...title].length > TITLE_MAX_CHARACTERS) return undefined;
  const context = { ...(await loadPageContext(call)), visitor };
  const isNamed = hasShownName(visitor.session.user.name) || hasShownName(context.team?.member.name);
  // Anyone who gives no name to post under is asked for it first.
  if (!isNamed && ownNameFault(sent['name']?.trim() ?? '') !== undefined) return undefined;
  const items = await similarTo(title, context.portal.id, call);
  if (items.length === 0) return undefined;
  const ids = items.map(({ id }) => id);
  const voted = await findVotes(call.read, visitor.session.user.id, ids);
  return similarPage(context, { form: sent, items, voted });
}

/** Items that are like a title; none if they cannot be searched, since an idea is not lost because of that. */
async function similarTo(title: string, portalId: string, call: WebCall): Promise<PublicItem[]> {
  // Anyone can ask for them, so that each request counts for its network.
  await call.countForNetwork();
  const { read, now, services } = call;
  const { similarItems } = await import('../portal/search-items.ts');
  const searching = { read, now, setting: services.setting };
  return await similarItems(searching, portalId, title).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'service_unavailable') return [];
    throw error;
  });
}

export const forms = { submitFeedbackItem };
