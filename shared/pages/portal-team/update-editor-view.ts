import { plainNote } from '../../feedback/markdown/excerpt.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { dateElement, timeElement } from '../messages/times-view.ts';
import type { PortalView } from '../portal/layout-view.ts';
import {
  areaField,
  button,
  discardForm,
  outcomeOf,
  outcomeView,
  revealed,
  teamForm,
  textField,
  type FormBinding,
  type Problem,
} from '../kit/form-view.ts';
import { statusBadge } from '../portal/components-view.ts';
import { coverView } from '../portal/cover-view.ts';
import { picturesLater, writtenPictures } from '../portal/written-pictures-view.ts';
import { coverField, NO_COVER, picturesLaterForm } from './update-pictures-view.ts';
import { FIND, FOUND, linkedIdeas } from './linked-ideas-view.ts';
import type { IdeaChoice } from './linked-ideas.ts';
import { savedNow } from './saved-now-view.ts';
import { manageView } from './manage-nav-view.ts';
import { SHOWN, shownValue } from './shown-values.ts';

interface UpdateEditor extends FormBinding {
  slug: string;
  /** Undefined for one that is not stored yet. */
  update: FeedbackUpdate | undefined;
  coverUrl: string | null;
  /** The slugs of the items that the stored update is about. */
  linked: readonly string[];
  /** The slugs of those that are chosen in the form, and the ideas that it offers, with those. */
  chosen: readonly string[];
  choices: readonly IdeaChoice[];
  done: string | undefined;
  /** What was written, if it is not stored. */
  form: Form | undefined;
  /** The time that was written, if it was refused. */
  at: string | undefined;
  problem: Problem | undefined;
}

const outcomes: Record<string, PlainText> = {
  save: 'manage.saved',
  publish: 'updates.publish',
  withdraw: 'updates.withdraw',
  schedule: 'updates.schedule',
  unschedule: 'updates.unschedule',
  cover: 'updates.cover',
  picture: 'updates.picture',
};

/** The page on which the team writes an update. */
export function updateEditorView(editor: UpdateEditor): PortalView {
  const { t, slug, update, done, problem, form } = editor;
  return manageView({
    t,
    slug,
    path: pathOf(editor),
    tab: 'updates',
    title: update?.title ?? t.text('updates.new'),
    takesPictures: true,
    body: html`${outcomeView(outcomeOf(t, outcomes, done), problem)} ${stateOf(editor)}
      ${problem?.isKept && discardForm(editor, pathOf(editor))}
      ${isPreview(editor) && form!['do'] === 'preview' && previewOf(editor, form!)} ${savedByOthers(editor)}
      <div class="card sheet narrow">${textForm(editor)}</div>
      ${update && moreOf(editor, update)}`,
  });
}

/** What is stored now where it differs from a form that was written for an earlier version. */
const savedByOthers = ({ t, form, update, linked }: UpdateEditor): Fragment =>
  form &&
  update &&
  savedNow(t, form, update, [
    { label: 'updates.title', name: 'title', saved: update.title },
    { label: 'updates.summary', name: 'summary', saved: update.summary },
    { label: 'updates.body', name: 'body', saved: update.body },
    { label: 'updates.linked', name: 'linked', saved: linked.join('\n') },
  ]);

/** The texts of an update, by the names of their fields. */
export const textsOf = ({ title, summary, body }: FeedbackUpdate, linked: readonly string[]) => ({
  title,
  summary,
  body,
  linked: linked.join('\n'),
});

/** What Enter does in a field: to search where the words for that are new, and to save otherwise. The first button. */
export const ENTER = 'enter';

/** What is searched for, if the form was sent for that. */
export function findOf(form: Form | undefined): string | undefined {
  const text = form?.[FIND]?.trim();
  const isSearch = form?.['do'] === FIND || (form?.['do'] === ENTER && text !== form[FOUND]);
  return isSearch ? text : undefined;
}

/** Whether a form is shown again without having been refused: to preview it, or with ideas that were searched for. */
const isPreview = ({ form, problem }: UpdateEditor): boolean => form !== undefined && problem === undefined;

/** Where a form with a picture is sent to. */
const picturePathOf = ({ slug, update }: Pick<UpdateEditor, 'slug' | 'update'>): string =>
  update ? addresses.manageUpdatePicture(slug, update.slug) : addresses.newUpdatePicture(slug);

const pathOf = ({ slug, update }: Pick<UpdateEditor, 'slug' | 'update'>): string =>
  update ? addresses.manageUpdate(slug, update.slug) : addresses.newUpdate(slug);

function stateOf({ t, slug, update }: UpdateEditor): Fragment {
  if (update?.scheduledFor) {
    return html`<p class="narrow">
      ${t.markup('updates.isScheduled', { time: timeElement(update.scheduledFor, t) })}
    </p>`;
  }
  if (!update?.publishedAt) return html`<p class="narrow">${t.text('updates.isDraft')}</p>`;
  return html`<p class="narrow">
    ${t.markup('updates.isPublished', { date: dateElement(update.publishedAt, t) })}
    <a href="${addresses.update(slug, update.slug)}">${t.text('updates.see')}</a>
  </p>`;
}

/** What the page of the update would have; a script adds the pictures that are chosen and not sent yet. */
function previewOf({ t, coverUrl, choices, chosen }: UpdateEditor, form: Form): Html {
  const linked = choices.filter(({ slug }) => chosen.includes(slug));
  return html`<section class="part narrow" aria-labelledby="preview">
    <h2 id="preview">${t.text('updates.preview')}</h2>
    <p>${t.text('updates.notSaved')}</p>
    <article class="card sheet article" data-preview>
      <h3 dir="auto">${form['title']}</h3>
      ${form['summary'] && html`<p class="lead" dir="auto">${plainNote(form['summary'])}</p>`}
      ${coverUrl !== null && form[NO_COVER] === undefined && coverView(coverUrl)}
      <div class="prose" dir="auto">${renderMarkdown(form['body'] ?? '')}</div>
      ${
        linked.length > 0 &&
        html`<h4>${t.text('update.asked')}</h4>
          <ul class="plain linked">
            ${linked.map(({ title, status }) => html`<li><bdi>${title}</bdi> ${statusBadge(status, t)}</li>`)}
          </ul>`
      }
    </article>
  </section>`;
}

const versionOf = (editor: UpdateEditor, update: FeedbackUpdate) => ({
  version: (isPreview(editor) && editor.form?.['version']) || update.updatedAt,
  [SHOWN]: (isPreview(editor) && editor.form?.[SHOWN]) || shownValue(textsOf(update, editor.linked)),
});

function textForm(editor: UpdateEditor): Html {
  const { t, update, form, problem } = editor;
  const value = (name: 'title' | 'summary' | 'body') => (form ? form[name] : update?.[name]);
  return teamForm(
    editor,
    pathOf(editor),
    // A preview keeps the version that its text was written for.
    update ? versionOf(editor, update) : {},
    html`${form && html`<span data-unsaved hidden></span>`}<button
        type="submit"
        name="do"
        value="${ENTER}"
        hidden
      >
        ${t.text('updates.saveDraft')}
      </button>
      ${textField('title', t.text('updates.title'), { name: 'title', problem, value: value('title'), required: true, max: 200 })}
      ${textField('summary', t.text('updates.summary'), {
        name: 'summary',
        problem,
        value: value('summary'),
        hint: t.text('updates.summaryHint'),
        max: 500,
      })}
      ${areaField('body', t.text('updates.body'), {
        name: 'body',
        problem,
        value: value('body'),
        hint: html`${t.text('form.hint')} ${!update && picturesLater(t)}`,
        max: 32_000,
        length: 'long',
      })}
      ${writtenPictures(t)}
      ${coverField({
        t,
        action: picturePathOf(editor),
        coverUrl: editor.coverUrl,
        isRemoved: form?.[NO_COVER] !== undefined,
        problem,
      })}
      ${linkedIdeas({ t, choices: editor.choices, chosen: new Set(editor.chosen), find: findOf(form), problem })}
      <div class="acts">
        ${doButton('save', t.text(update?.publishedAt ? 'updates.saveChanges' : 'updates.saveDraft'))}
        ${doButton('preview', t.text('updates.preview'))}
        ${!update?.publishedAt && doButton('publish', t.text('updates.savePublish'))}
      </div>`,
    WRITE_FORM,
    'update',
  );
}

/** The form with the texts, which also has what stands outside of it, so that nothing that was written is left behind. */
const WRITE_FORM = 'write';

/** A button that says what is done with the form. */
const doButton = (act: string, text: string): Html =>
  html`<button
    type="submit"
    class="${act === 'save' ? 'button' : 'button quiet'}"
    name="do"
    value="${act}"
    form="${WRITE_FORM}"
  >
    ${text}
  </button>`;

function moreOf(editor: UpdateEditor, update: FeedbackUpdate): Html {
  const { t } = editor;
  const act = (name: string, body: Fragment) =>
    teamForm(editor, pathOf(editor), { do: name, version: update.updatedAt }, body);
  return html`${picturesLaterForm(editor, update)}
    ${update.publishedAt === null && scheduleSection(editor, update)}
    <div class="acts narrow">
      ${update.publishedAt !== null && act('withdraw', button(t.text('updates.unpublish'), { quiet: true }))}
      ${revealed(t.text('updates.deleteFold'), act('delete', button(t.text('button.delete'), { quiet: true })))}
    </div>`;
}

/** When a draft is to be published; its time is in UTC unless the page's script has taken the reader's zone. */
const scheduleSection = ({ t, at, problem }: UpdateEditor, { scheduledFor }: FeedbackUpdate): Html =>
  html`<section class="card sheet narrow part" aria-labelledby="schedule-title">
    <h2 id="schedule-title">${t.text('updates.scheduleTitle')}</h2>
    ${textField('at', t.text('updates.at'), {
      name: 'at',
      problem,
      type: 'datetime-local',
      value: at ?? scheduledFor?.slice(0, 16),
      form: WRITE_FORM,
      hint: t.markup('updates.atHint', { zone: html`<bdi data-zone-of="at">UTC</bdi>` }),
    })}
    <div class="acts">
      ${doButton('schedule', t.text(scheduledFor === null ? 'updates.scheduleIt' : 'updates.changeTime'))}
      ${scheduledFor !== null && doButton('unschedule', t.text('updates.cancel'))}
    </div>
  </section>`;
