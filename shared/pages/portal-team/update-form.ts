import { linesWithTicked, type Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { imagePath } from '../../feedback/portal/image.ts';
import { sizedImagePath } from '../../feedback/portal/image-name.ts';
import { createPortalImage } from '../../feedback/portals/create-portal-image.ts';
import { createFeedbackUpdate } from '../../feedback/updates/create-feedback-update.ts';
import { deleteFeedbackUpdate } from '../../feedback/updates/delete-feedback-update.ts';
import { publishFeedbackUpdate } from '../../feedback/updates/publish-feedback-update.ts';
import { updateFeedbackUpdate } from '../../feedback/updates/update-feedback-update.ts';
import { LINKED_ITEMS_MAX, type FeedbackUpdate } from '../../feedback/updates/update.ts';
import { withdrawFeedbackUpdate } from '../../feedback/updates/withdraw-feedback-update.ts';
import { PageError } from '../session/page-error.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from '../portal/addresses.ts';
import { altOf } from '../portal/picture-form-view.ts';
import { findItemId, slugOfAddress } from './find-item.ts';
import { imageBody } from './image-body.ts';
import { dropDraft } from '../kit/answer.ts';
import { problemOf } from '../kit/problem-of.ts';
import { linesOf } from './settings-fields.ts';
import type { TeamCall, TeamForm } from './team-call.ts';
import { ENTER, findOf } from './update-editor-view.ts';
import { FIND } from './linked-ideas-view.ts';
import { NO_COVER } from './update-pictures-view.ts';
import { showUpdate } from './show-update.ts';
import { run } from '../kit/run-operation.ts';

/** What a script asks for once it has added pictures to a draft. */
const PUBLISH_STORED = 'publish-stored';

/** A form after which what was kept of it through a sign-in is dropped, unless it is shown again. */
export const thenDropDraft = (handle: TeamForm['handle']): TeamForm => ({
  async handle(team, form) {
    const answer = await handle(team, form);
    if (answer.status === 303) await dropDraft(team);
    return answer;
  },
});

/** Previews, stores, changes, publishes, withdraws or deletes an update; undefined for one that is not stored yet. */
export async function carryOut(
  team: TeamCall,
  update: FeedbackUpdate | undefined,
  sent: Form,
): Promise<WebResponse> {
  // The ideas that are ticked are lines of one field.
  const form: Form = { ...sent, linked: linesWithTicked(sent, 'linked') };
  const asked = form['do'] ?? 'save';
  const act = asked === ENTER ? 'save' : asked;
  if (asked === FIND || findOf(form) || act === 'preview') return await showUpdate(team, update, { form });
  const { slug } = team.portal;
  try {
    const done = await change(team, update, { act, form });
    const outcome = act === PUBLISH_STORED ? 'publish' : act;
    return redirectResponse(
      done
        ? `${addresses.manageUpdate(slug, done.slug)}?done=${outcome}`
        : `${addresses.manageUpdates(slug)}?done=delete`,
    );
  } catch (error) {
    // A form of its own has no texts of the update.
    const texts = !Object.hasOwn(changes, act) || hasTexts(form) ? { form } : {};
    return await showUpdate(team, update, { ...texts, at: form['at'], ...problemOf(error, team.t) });
  }
}

/** Returns the update as it is then; undefined if it is deleted. */
async function change(
  team: TeamCall,
  update: FeedbackUpdate | undefined,
  { act, form }: { act: string; form: Form },
): Promise<FeedbackUpdate | undefined> {
  assertCoverSent(act, form);
  if (!update) return await publishIf(act, team, await create(team, { act, form }));
  if (act === PUBLISH_STORED) return await publishIf('publish', team, update);
  const path = { updateId: update.id };
  if (act === 'withdraw') return await run(team, withdrawFeedbackUpdate, { path });
  if (act === 'delete') {
    await run(team, deleteFeedbackUpdate, { path });
    return undefined;
  }
  const fields = await (changes[act] ?? fieldsOf)(team, form, update);
  const body = { expectedUpdatedAt: form['version'] ?? update.updatedAt, ...fields };
  return await publishIf(act, team, await run(team, updateFeedbackUpdate, { path, body, once: form }));
}

/** Without a script, a form that is not sent with its files has their names alone. Throws a PageError. */
function assertCoverSent(act: string, form: Form): void {
  if (act === 'cover' || form['cover'] === undefined) return;
  throw new PageError(400, 'error.refused', 'updates.coverFirst', { field: 'cover' });
}

async function create(team: TeamCall, { act, form }: { act: string; form: Form }): Promise<FeedbackUpdate> {
  const cover = act === 'cover' ? await uploadCover(team, form) : {};
  const { clearFields: _, ...texts } = await fieldsOf(team, form);
  const body = { ...texts, ...cover };
  return await run(team, createFeedbackUpdate, { body, once: form });
}

const publishIf = async (act: string, team: TeamCall, update: FeedbackUpdate): Promise<FeedbackUpdate> =>
  act === 'publish' ? await run(team, publishFeedbackUpdate, { path: { updateId: update.id } }) : update;

async function uploadCover(team: TeamCall, form: Form): Promise<{ coverImageId: string }> {
  const { id } = await run(team, createPortalImage, {
    body: imageBody(form, 'cover'),
    once: form,
  });
  return { coverImageId: id };
}

const hasTexts = (form: Form): boolean => form['title'] !== undefined;

/** A change, and the texts if they were sent with it. */
async function withTexts(
  team: TeamCall,
  form: Form,
  change: { clearFields?: string[]; coverImageId?: string; scheduledFor?: string },
): Promise<object> {
  if (!hasTexts(form)) return change;
  const texts = await fieldsOf(team, form);
  const cleared = [...(texts.clearFields ?? []), ...(change.clearFields ?? [])];
  return { ...texts, ...change, ...(cleared.length > 0 && { clearFields: cleared }) };
}

async function changeCover(team: TeamCall, form: Form): Promise<object> {
  return await withTexts(team, { ...form, [NO_COVER]: undefined }, await uploadCover(team, form));
}

/** The text with a picture at its end. */
async function addPicture(team: TeamCall, form: Form, { body }: FeedbackUpdate): Promise<object> {
  const alt = altOf(form) || team.t.text('picture.file');
  const request = { body: imageBody(form, 'picture'), once: form };
  const { id, width, height } = await run(team, createPortalImage, request);
  const path = width === null || height === null ? imagePath(id) : sizedImagePath(id, { width, height });
  return { body: `${body ?? ''}\n\n![${alt}](${path})`.trim() };
}

/** What acts with forms of their own change of an update. */
const changes: Readonly<
  Partial<Record<string, (team: TeamCall, form: Form, update: FeedbackUpdate) => Promise<object>>>
> = {
  cover: changeCover,
  picture: addPicture,
  schedule: (team, form) => withTexts(team, form, { scheduledFor: instantOf(form) }),
  unschedule: (team, form) => withTexts(team, form, { clearFields: ['scheduledFor'] }),
};

/** The time of a form, which is in UTC. Throws a PageError. */
function instantOf({ at = '' }: Form): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at)) return `${at}:00.000Z`;
  throw new PageError(400, 'error.refused', 'problem.notTime', { field: 'at' });
}

/** The fields of an update as a form has them; empty ones are cleared. */
async function fieldsOf(team: TeamCall, form: Form) {
  const texts = (['summary', 'body'] as const).map((name) => [name, linesOf(form, name)] as const);
  const empty: string[] = texts.flatMap(([name, text]) => (text === '' ? [name] : []));
  if (form[NO_COVER] !== undefined) empty.push('coverImageId');
  return {
    title: linesOf(form, 'title'),
    linkedItemIds: await linkedItems(team, form),
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    ...(empty.length > 0 ? { clearFields: empty } : {}),
  };
}

/** The ids of the items that a form names by slug or address; throws a PageError that names one that is none. */
async function linkedItems(team: TeamCall, form: Form): Promise<string[]> {
  const named = linesOf(form, 'linked').split(/\s+/).filter(Boolean);
  if (named.length > LINKED_ITEMS_MAX) {
    const text = (t: PageTexts) => t.text('problem.manyLinked', { count: LINKED_ITEMS_MAX });
    throw new PageError(400, 'error.refused', text, { field: 'linked' });
  }
  const ids = await Promise.all(named.map((text) => findItemId(team, slugOfAddress(text))));
  const unknown = named.find((_, position) => ids[position] === undefined);
  if (unknown === undefined) return [...new Set(ids as string[])];
  const text = (t: PageTexts) => t.text('problem.notLinked', { idea: unknown });
  throw new PageError(400, 'error.refused', text, { field: 'linked' });
}
