import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import { uploadAttribute, uploadProgress, type Upload } from './upload-view.ts';
import { csrfField } from '../session/form-fields-view.ts';
import { formNonceField } from './form-nonce-view.ts';

/** What every form of the team needs: its texts, and what binds it to the browser. */
export interface FormBinding {
  t: PageTexts;
  csrfToken: string;
  formNonce: string;
}

type FormParts = [
  binding: Omit<FormBinding, 't'>,
  action: string,
  fields: Readonly<Record<string, string>>,
  body: Fragment,
  /** For buttons and fields elsewhere on the page that are sent with it. */
  id?: string,
  /** What is written in it, if a script adds pictures to that. */
  writes?: 'update',
];

/** A form of the team, bound to the browser that it is sent to, with hidden fields. Browsers ask before changes are lost. */
export const teamForm = (...[binding, action, fields, body, id, writes]: FormParts): Html =>
  html`<form
    method="post"
    action="${action}"
    ${id !== undefined && html`id="${id}"`}
    ${writes !== undefined && html`data-writes="${writes}"`}
  >
    ${bound(binding, fields)} ${body}
  </form>`;

/** Such a form with an image, which a script uploads where there is an upload and the file is large. */
export const imageForm = (
  binding: FormBinding & { upload: Upload | undefined },
  action: string,
  fields: Readonly<Record<string, string>>,
  { name, send, more }: { name: string; send: string; more?: Html },
): Html =>
  html`<form
    method="post"
    action="${action}"
    enctype="multipart/form-data"
    ${uploadAttribute(binding.upload, binding.t)}
  >
    ${bound(binding, fields)} ${imageField(name, binding)} ${more} ${button(send)}
  </form>`;

const bound = (binding: Omit<FormBinding, 't'>, fields: Readonly<Record<string, string>>): Html =>
  html`${csrfField(binding)}${formNonceField(binding.formNonce)}
  ${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )}`;

interface SelectOption {
  value: string;
  text: string;
}

/** A labelled choice of one of several values. */
export const selectField = (
  id: string,
  label: string,
  {
    name,
    choices,
    chosen,
    form,
    problem,
    hint,
  }: {
    name: string;
    choices: readonly SelectOption[];
    chosen: string;
    form?: string;
    problem?: Problem | undefined;
    hint?: Fragment;
  },
): Html =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <select
      id="${id}"
      name="${name}"
      ${form !== undefined && html`form="${form}"`}
      ${descriptionOf(id, { name, problem, hint })}
    >
      ${choices.map(
        ({ value, text }) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>
    ${notesOf(id, { name, problem, hint })}
  </div>`;

/** Why a form was refused, and the name of its field that this is about, if it is about one. */
export interface Problem {
  text: Fragment;
  /** The text among those of pages, if it is one without values. */
  name?: PlainText | undefined;
  field?: string | undefined;
  /** Whether nothing was refused: what was typed earlier is shown again. */
  isKept?: boolean;
}

interface TextField {
  name: string;
  /** What a form on the page was refused for. */
  problem?: Problem | undefined;
  value?: string | null | undefined;
  hint?: Fragment;
  required?: boolean;
  /** The most characters; left out for a time. */
  max?: number;
  type?: 'text' | 'email' | 'url' | 'date' | 'datetime-local';
  /** The id of the form that it is sent with, if it is not within it. */
  form?: string;
  /** The digits of a number, for the keyboard of phones. */
  isDecimal?: boolean;
  /** The id of the list that suggests values. */
  list?: string;
  /** The names that a script offers after an at sign, and what they are. */
  names?: { all: readonly string[]; label: string };
  /** How much of a text is usual; fields grow with it. */
  length?: 'short' | 'long';
  /** Whether the person continues here. */
  isFocused?: boolean;
}

/** What a field is described by; one whose value was refused has the focus, wherever on the page it is. */
function descriptionOf(id: string, { name, hint, problem, isFocused }: TextField): Fragment {
  const isWrong = problem?.field === name;
  const ids = [isWrong && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return [
    ids !== '' && html` aria-describedby="${ids}"`,
    isWrong ? html` aria-invalid="true" autofocus` : isFocused && html` autofocus`,
  ];
}

const notesOf = (id: string, { name, hint, problem }: TextField): Fragment => [
  problem?.field === name && html`<p class="wrong" id="${id}-problem">${problem.text}</p>`,
  hint && html`<p class="hint" id="${id}-hint">${hint}</p>`,
];

/** A labelled line of text, or a time. */
export function textField(id: string, label: string, field: TextField): Html {
  const { name, value, required = false, max, type = 'text' } = field;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      value="${value}"
      ${max !== undefined && html`maxlength="${max}"`}
      autocomplete="off"
      ${field.list !== undefined && html`list="${field.list}"`}
      ${field.form !== undefined && html`form="${field.form}"`}
      ${field.isDecimal === true && html`inputmode="decimal"`}
      ${required && html`required`}
      ${descriptionOf(id, field)}
    />
    ${notesOf(id, field)}
  </div>`;
}

/** Labelled lines of text. */
export function areaField(id: string, label: string, field: TextField): Html {
  const { name, value, required = false, max, length } = field;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <textarea
      id="${id}"
      class="${length}"
      name="${name}"
      ${field.form !== undefined && html`form="${field.form}"`}
      ${max !== undefined && html`maxlength="${max}"`}
      ${required && html`required`}
      ${field.names && html`data-names="${JSON.stringify(field.names.all)}" data-people="${field.names.label}"`}
      ${descriptionOf(id, field)}
    >
${value}</textarea>
    ${notesOf(id, field)}
  </div>`;
}

/** An image to upload, as portals take them. */
export const imageField = (
  id: string,
  {
    t,
    upload,
    problem,
    isOptional = false,
  }: {
    t: PageTexts;
    upload: Upload | undefined;
    problem?: Problem | undefined;
    /** Whether its form has more to send. */
    isOptional?: boolean;
  },
): Html =>
  html`<div class="field">
    <label for="${id}">${t.text('manage.image')}</label>
    <input
      id="${id}"
      name="${id}"
      type="file"
      accept="image/png,image/jpeg,image/webp"
      ${!isOptional && html`required`}
      ${descriptionOf(id, { name: id, problem, hint: t.text('picture.fileHint') })}
    />
    ${notesOf(id, { name: id, problem, hint: t.text('picture.fileHint') })} ${uploadProgress(upload, t)}
  </div>`;

/** A box to tick. */
export const checkField = (id: string, label: string, name: string, checked = false): Html =>
  html`<div class="field check">
    <input id="${id}" name="${name}" type="checkbox" ${checked && html`checked`} />
    <label for="${id}">${label}</label>
  </div>`;

export const button = (text: string, attributes: { quiet?: boolean } = {}): Html =>
  html`<button type="submit" class="${attributes.quiet ? 'button quiet' : 'button'}">${text}</button>`;

/** The field that drops what was kept of a form through a sign-in. */
export const DISCARD = 'discard';

/** Drops what was kept for a page through a sign-in; its forms have it until then. */
export const discardForm = (binding: FormBinding, action: string): Html =>
  teamForm(
    binding,
    action,
    { [DISCARD]: 'yes' },
    html`<button type="submit" class="link">${binding.t.text('board.discard')}</button>`,
  );

/** What cannot be undone has to be revealed before it is done; so is what few need. */
export const revealed = (summary: Fragment, form: Html, isOpen = false): Html =>
  html`<details class="reveal" ${isOpen && html`open`}>
    <summary>${summary}</summary>
    ${form}
  </details>`;

/** The words for a form that was carried out, by its name in the page's address, where anyone can write anything. */
export const outcomeOf = (
  t: PageTexts,
  outcomes: Readonly<Record<string, PlainText>>,
  done: string | undefined,
): string | undefined =>
  done !== undefined && Object.hasOwn(outcomes, done) ? t.text(outcomes[done]!) : undefined;

/** The outcome of a form, which screen readers announce; what is wrong with no field in particular has the focus. */
export const outcomeView = (done: string | undefined, problem: Problem | undefined): Fragment => {
  const isRefused = problem !== undefined && problem.isKept !== true;
  return [
    isRefused &&
      html`<div
        class="notice bad"
        role="alert"
        ${problem.field === undefined && html`tabindex="-1" autofocus`}
      >
        ${problem.text}
      </div>`,
    !isRefused && done !== undefined && html`<p class="thanks" role="status">${done}</p>`,
    problem?.isKept === true &&
      html`<p class="notice" role="status" tabindex="-1" autofocus>${problem.text}</p>`,
  ];
};
