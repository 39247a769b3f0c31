import type { Form } from '../../kernel/api/http/form.ts';
import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getListedItemsById, toItem } from '../../feedback/items/item-store.ts';
import { imageUrl } from '../../feedback/portal/image.ts';
import { getFeedbackUpdate } from '../../feedback/updates/get-feedback-update.ts';
import { updateSlugs } from '../../feedback/updates/update-store.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { findBySlug } from '../../kernel/slugs/slug-store.ts';
import { newFormNonce } from '../kit/form-nonce.ts';
import { portalResponse } from '../portal/portal-response.ts';
import type { PlainText } from '../messages/page-messages.ts';
import type { Problem } from '../kit/form-view.ts';
import { frameOf, type TeamCall } from './team-call.ts';
import { slugOfAddress } from './find-item.ts';
import { findIdeaChoices } from './linked-ideas.ts';
import { linesOf } from './settings-fields.ts';
import { withSaved } from './shown-values.ts';
import { findOf, textsOf, updateEditorView } from './update-editor-view.ts';
import { run } from '../kit/run-operation.ts';

/** The update in the request's path, drafts included; throws a 404. */
export async function updateOrThrow(team: TeamCall): Promise<FeedbackUpdate> {
  const { call, portal } = team;
  const updateId = await findBySlug(
    call.read,
    updateSlugs(portal.id),
    call.request.parameters['updateSlug']!,
  );
  if (updateId === undefined) throw publicNotFound();
  return await run(team, getFeedbackUpdate, { path: { updateId } });
}

interface SentUpdate {
  /** Left out if it had no texts of the update. */
  form?: Form;
  /** The time of a form that was refused. */
  at?: string | undefined;
  /** Set if the form was refused; without it, the form is previewed. */
  problem?: Problem;
  status?: number;
}

/** The editor, with an update as it is stored or as a form has it. */
export async function showUpdate(
  team: TeamCall,
  update: FeedbackUpdate | undefined,
  sent?: SentUpdate,
): Promise<WebResponse> {
  const { t, call, portal, visitor } = team;
  const items = await getListedItemsById(call.read, update?.linkedItemIds ?? []);
  const linked = items.map((item) => toItem(item).slug);
  const form =
    sent?.form && update && sent.problem ? withSaved(sent.form, textsOf(update, linked)) : sent?.form;
  const named = form ? linesOf(form, 'linked').split(/\s+/).filter(Boolean) : linked;
  const chosen = named.map(slugOfAddress);
  const choices = await findIdeaChoices(team, chosen, findOf(form));
  const baseUrl = call.services.baseUrl();
  const problem = sent?.problem ?? refusedPictures(team);
  const view = updateEditorView({
    t,
    slug: portal.slug,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    update,
    coverUrl: update?.coverImageId ? imageUrl(baseUrl, update.coverImageId) : null,
    linked,
    chosen,
    choices,
    done:
      problem?.isKept !== true && (sent || problem)
        ? undefined
        : (call.request.query.get('done') ?? undefined),
    form,
    at: sent?.at,
    problem,
  });
  return portalResponse(frameOf(team), view, sent?.status);
}

/** Why pictures can be refused, as the address of the page says it. */
const reasons: readonly PlainText[] = ['picture.damaged', 'picture.bad', 'picture.tooLong'];
const NAMES_MAX = 11;
const NAME_MAX_CHARACTERS = 100;

/** What is said of files that a script could not add to what is stored. */
function refusedPictures({ t, call: { request } }: TeamCall): Problem | undefined {
  const names = request.query.getAll('refused').filter((name) => name !== '');
  if (names.length === 0) return undefined;
  const shown = names.slice(0, NAMES_MAX).map((name) => name.slice(0, NAME_MAX_CHARACTERS));
  const reason = reasons.find((one) => one === request.query.get('problem')) ?? 'picture.failed';
  const texts = [
    t.text('updates.savedWithout'),
    t.text('picture.refused', { name: shown.join(', ') }),
    t.text(reason),
  ];
  return { text: texts.join(' ') };
}
