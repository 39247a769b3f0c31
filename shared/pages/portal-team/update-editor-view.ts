import type { Form } from '../../kernel/api/http/form.ts';
import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../public-portals/addresses.ts';
import { dateElement, timeElement } from '../messages/times-view.ts';
import type { PortalView } from '../public-portals/layout-view.ts';
import {
  areaField,
  button,
  imageForm,
  outcomeOf,
  outcomeView,
  revealed,
  teamForm,
  textField,
  type FormBinding,
} from './form-view.ts';
import type { Upload } from '../public-portals/upload-view.ts';
import { savedNow } from './saved-now-view.ts';
import { manageView } from './manage-nav-view.ts';

interface UpdateEditor extends FormBinding {
  slug: string;
  /** Undefined for one that is not stored yet. */
  update: FeedbackUpdate | undefined;
  coverUrl: string | null;
  upload: Upload | undefined;
  /** The slugs of the items that the stored update is about. */
  linked: readonly string[];
  done: string | undefined;
  /** What was written, if it is not stored. */
  form: Form | undefined;
  /** The time that was written, if it was refused. */
  at: string | undefined;
  problem: string | undefined;
}

const outcomes: Record<string, string> = {
  save: 'Saved.',
  publish: 'Published. It is in your changelog now.',
  withdraw: 'The update is a draft again.',
  schedule: 'Scheduled.',
  unschedule: 'It is no longer scheduled.',
  cover: 'The cover is saved.',
  'no-cover': 'The cover is removed.',
};

/** The page on which the team writes an update. */
export function updateEditorView(editor: UpdateEditor): PortalView {
  const { slug, update, done, problem, form } = editor;
  return manageView({
    slug,
    path: pathOf(editor),
    tab: 'updates',
    title: update?.title ?? 'New update',
    uploadUrl: editor.upload?.url,
    body: html`${outcomeView(outcomeOf(outcomes, done), problem)} ${stateOf(editor)}
      ${isPreview(editor) && previewOf(form!)} ${savedByOthers(editor)}
      <section class="card sheet narrow part" aria-labelledby="text">
        <h2 id="text">Text</h2>
        ${textForm(editor)}
      </section>
      ${update && moreOf(editor, update)}`,
  });
}

/** What is stored now where it differs from a form that was written for an earlier version. */
const savedByOthers = ({ form, update, linked }: UpdateEditor): Fragment =>
  form &&
  update &&
  savedNow(form, update, [
    { label: 'Title', name: 'title', saved: update.title },
    { label: 'Summary', name: 'summary', saved: update.summary },
    { label: 'Text', name: 'body', saved: update.body },
    { label: 'Ideas it is about', name: 'linked', saved: linked.join('\n') },
  ]);

const isPreview = ({ form, problem }: UpdateEditor): boolean => form !== undefined && problem === undefined;

const pathOf = ({ slug, update }: Pick<UpdateEditor, 'slug' | 'update'>): string =>
  update ? addresses.manageUpdate(slug, update.slug) : addresses.newUpdate(slug);

function stateOf({ slug, update }: UpdateEditor): Fragment {
  if (update?.scheduledFor) {
    return html`<p class="narrow">
      This is a draft, scheduled for ${timeElement(update.scheduledFor)}. Until then, only your team can see
      it.
    </p>`;
  }
  if (!update?.publishedAt) return html`<p class="narrow">This is a draft. Only your team can see it.</p>`;
  return html`<p class="narrow">
    Published on ${dateElement(update.publishedAt)}.
    <a href="${addresses.update(slug, update.slug)}">See it in the changelog</a>
  </p>`;
}

const previewOf = (form: Form): Html =>
  html`<section class="part narrow" aria-labelledby="preview">
    <h2 id="preview">Preview</h2>
    <p>This is not saved yet.</p>
    <article class="card sheet">
      <h3 dir="auto">${form['title']}</h3>
      ${form['summary'] && html`<p class="lead" dir="auto">${form['summary']}</p>`}
      <div class="prose" dir="auto">${renderMarkdown(form['body'] ?? '')}</div>
    </article>
  </section>`;

function textForm(editor: UpdateEditor): Html {
  const { update, form, linked } = editor;
  const value = (name: 'title' | 'summary' | 'body') => (form ? form[name] : update?.[name]);
  return teamForm(
    editor,
    pathOf(editor),
    // A preview keeps the version that its text was written for.
    update ? { version: (isPreview(editor) && form?.['version']) || update.updatedAt } : {},
    html`${textField('title', 'Title', { name: 'title', value: value('title'), required: true, max: 200 })}
      ${textField('summary', 'Summary', {
        name: 'summary',
        value: value('summary'),
        hint: 'Shown in the changelog and in email.',
        max: 500,
      })}
      ${areaField('body', 'Text', {
        name: 'body',
        value: value('body'),
        hint: 'Supports Markdown.',
        max: 32_000,
      })}
      ${areaField('linked', 'Ideas it is about', {
        name: 'linked',
        value: form ? form['linked'] : linked.join('\n'),
        hint: 'One on each line, by address. Everyone who follows them gets an email when you publish.',
        max: 4_000,
      })}
      <div class="acts">
        ${doButton('save', update?.publishedAt ? 'Save changes' : 'Save draft')}
        ${doButton('preview', 'Preview')} ${!update?.publishedAt && doButton('publish', 'Save and publish')}
      </div>`,
  );
}

/** A button that says what is done with the form. The first one is what Enter does. */
const doButton = (act: string, text: string): Html =>
  html`<button type="submit" class="${act === 'save' ? 'button' : 'button quiet'}" name="do" value="${act}">
    ${text}
  </button>`;

function moreOf(editor: UpdateEditor, update: FeedbackUpdate): Html {
  const { coverUrl } = editor;
  const act = (name: string, body: Fragment) =>
    teamForm(editor, pathOf(editor), { do: name, version: update.updatedAt }, body);
  return html`<section class="card sheet narrow part" aria-labelledby="cover-title">
      <h2 id="cover-title">Cover</h2>
      ${coverUrl !== null && html`<p><img class="cover" src="${new URL(coverUrl).pathname}" alt="The cover" /></p>`}
      ${imageForm(
        editor,
        addresses.manageCover(editor.slug, update.slug),
        { do: 'cover', version: update.updatedAt },
        { name: 'cover', send: 'Upload cover' },
      )}
      ${coverUrl !== null && act('no-cover', button('Remove cover', { quiet: true }))}
    </section>
    ${update.publishedAt === null && scheduleSection(update, editor.at, act)}
    <div class="acts narrow">
      ${update.publishedAt !== null && act('withdraw', button('Unpublish', { quiet: true }))}
      ${revealed('Delete this update…', act('delete', button('Delete for good', { quiet: true })))}
    </div>`;
}

/** When a draft is to be published; its time is in UTC unless the page's script has taken the reader's zone. */
const scheduleSection = (
  { scheduledFor }: FeedbackUpdate,
  at: string | undefined,
  act: (name: string, body: Fragment) => Html,
): Html =>
  html`<section class="card sheet narrow part" aria-labelledby="schedule-title">
    <h2 id="schedule-title">Schedule</h2>
    ${act(
      'schedule',
      html`<div class="field">
          <label for="at">Publish at</label>
          <input
            id="at"
            name="at"
            type="datetime-local"
            value="${at ?? scheduledFor?.slice(0, 16)}"
            required
            aria-describedby="at-hint"
          />
          <p class="hint" id="at-hint">
            In the time zone <span data-zone-of="at">UTC</span>. Everyone who follows its ideas gets an email
            then.
          </p>
        </div>
        ${button(scheduledFor === null ? 'Schedule' : 'Change the time')}`,
    )}
    ${scheduledFor !== null && act('unschedule', button('Cancel the schedule', { quiet: true }))}
  </section>`;
