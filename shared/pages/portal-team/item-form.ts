import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { addresses, anchors, withQuery } from '../portal/addresses.ts';
import { itemOrThrow } from './find-item.ts';
import { ideasToChoose, itemActs } from './item-acts.ts';
import { itemManagement } from './item-page.ts';
import { storiesToChoose } from './linkable-stories.ts';
import { dropDraft } from '../kit/answer.ts';
import { problemOf } from '../kit/problem-of.ts';
import type { TeamCall, TeamForm } from './team-call.ts';
import { proofOf } from './undo-proof.ts';

/** Carries out forms of the team on an item, and returns to the page with the item. */
export const actOnItem = (createStory: ResourceOperation): TeamForm => ({
  async handle(team, form) {
    const { act: name = '', itemSlug } = team.call.request.parameters;
    const acts = itemActs(createStory);
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
    if (!act) throw publicNotFound();
    const item = await itemOrThrow(team);
    if (name === 'merge') {
      const matches = await ideasToChoose(team, item, form);
      if (matches.length > 0) return await itemManagement(team, item, { form, status: 200, matches });
    }
    try {
      const found = name === 'link' ? await storiesToChoose(team, item, form) : [];
      if (found.length > 0)
        return await itemManagement(team, item, { form, status: 200, storyMatches: found });
      const slug = (await act(team, item, form)) ?? itemSlug!;
      await dropDraft(team);
      return redirectResponse(placeOf(team, slug, { name, form, before: item }));
    } catch (error) {
      const refused = problemOf(error, team.t);
      return await itemManagement(team, item, { form, ...refused });
    }
  },
});

/** The page that the form is on, with the name of what was done; the public page has no hidden items. */
function placeOf(
  { portal: { slug }, visitor: { csrfToken } }: TeamCall,
  itemSlug: string,
  { name, form, before }: { name: string; form: Form; before: FeedbackItem },
): string {
  const { place, show, only, sort, board, q, listed, tag, cursor, next } = form;
  if (place === 'inbox' || name === 'delete') {
    const proof = proofOf(csrfToken, name, itemSlug, before.status);
    const item = name === 'status' ? { item: itemSlug, was: before.status, next, proof } : {};
    const list = { show, only, sort, board, q, status: listed, tag, cursor };
    return `${withQuery(addresses.manage(slug), { ...list, done: name, ...item })}#${anchors.done}`;
  }
  // Someone else may have hidden it since the public page was read.
  const isHidden = name === 'hide' || (before.hidden && name !== 'show');
  const isPublic = place === 'idea' && !isHidden;
  const path = isPublic ? addresses.item(slug, itemSlug) : addresses.manageItem(slug, itemSlug);
  // The status alone is set at the top of the page.
  if (name === 'status') return withQuery(path, { done: name });
  if (itemSlug === before.slug) return `${withQuery(path, { done: name })}#team`;
  const proof = proofOf(csrfToken, name, itemSlug, before.slug);
  return `${withQuery(path, { done: name, from: before.slug, proof })}#team`;
}
