import type { Form } from '../../kernel/api/http/form.ts';
import type { Board, Portal } from '../../feedback/portals/portal.ts';
import { languageNames, languages } from '../../kernel/core/languages.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../public-portals/addresses.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import type { PortalView } from '../public-portals/layout-view.ts';
import {
  areaField,
  button,
  imageForm,
  outcomeOf,
  outcomeView,
  selectField,
  teamForm,
  textField,
  type FormBinding,
} from './form-view.ts';
import type { Upload } from '../public-portals/upload-view.ts';
import { manageView } from './manage-nav-view.ts';
import { boardField, NEW_BOARD } from './settings-fields.ts';

interface Settings extends FormBinding {
  portal: Portal;
  logoUrl: string | null;
  upload: Upload | undefined;
  isAdmin: boolean;
  /** The form that was carried out. */
  done: string | undefined;
  problem: Fragment;
  /** The form that was refused, if any, and what was written in it; without the fields that were emptied. */
  refused: string | undefined;
  form: Form;
}

const outcomes: Record<string, PlainText> = {
  settings: 'settings.saved',
  boards: 'settings.boardsSaved',
  logo: 'settings.logoSaved',
};

/** The page with the settings of a portal. */
export function settingsView(settings: Settings): PortalView {
  const { t, portal, done, problem, isAdmin } = settings;
  return manageView({
    t,
    slug: portal.slug,
    path: addresses.manageSettings(portal.slug),
    tab: 'settings',
    title: t.text('manage.settings'),
    uploadUrl: settings.upload?.url,
    body: html`${outcomeView(outcomeOf(t, outcomes, done), problem)}
    ${
      isAdmin
        ? [generalForm(settings), boardsForm(settings), logoForms(settings)]
        : html`<p>${t.text('settings.adminsOnly')}</p>`
    }`,
  });
}

const sheet = (id: string, title: string, body: Fragment): Html =>
  html`<section class="card sheet narrow part" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;

function generalForm(settings: Settings): Html {
  const { t, portal, form, refused } = settings;
  const isSent = refused === 'settings';
  const value = (name: keyof Portal) => (isSent ? form[name] : (portal[name] as string | null));
  return sheet(
    'general',
    t.text('settings.general'),
    teamForm(
      settings,
      addresses.manageSettings(portal.slug),
      { version: portal.updatedAt },
      html`${textField('name', t.text('settings.name'), { name: 'name', value: value('name'), required: true, max: 120 })}
        ${areaField('description', t.text('settings.introduction'), {
          name: 'description',
          value: value('description'),
          hint: t.text('settings.introductionHint'),
          max: 2_000,
        })}
        ${selectField('visibility', t.text('settings.visibility'), {
          name: 'visibility',
          choices: [
            { value: 'private', text: t.text('settings.private') },
            { value: 'public', text: t.text('settings.public') },
          ],
          chosen: form['visibility'] ?? portal.visibility,
        })}
        ${selectField('language', t.text('layout.language'), {
          name: 'language',
          choices: languages.map((code) => ({ value: code, text: languageNames[code] })),
          chosen: form['language'] ?? portal.language,
        })}
        ${textField('slug', t.text('settings.address'), {
          name: 'slug',
          value: value('slug'),
          hint: t.text('settings.addressHint'),
          required: true,
          max: 100,
        })}
        <div class="field">
          <label for="color">${t.text('settings.color')}</label>
          <input id="color" name="color" type="color" value="${value('color')}" />
        </div>
        ${linkField(t, 'website', value('websiteUrl'))} ${linkField(t, 'privacy', value('privacyUrl'))}
        ${linkField(t, 'imprint', value('imprintUrl'))}
        ${areaField('embed', t.text('settings.embed'), {
          name: 'embedOrigins',
          value: isSent ? form['embedOrigins'] : portal.embedOrigins.join('\n'),
          hint: t.text('settings.embedHint'),
          max: 4_000,
        })}
        ${button(t.text('settings.save'))}`,
    ),
  );
}

const linkField = (
  t: PageTexts,
  what: 'website' | 'privacy' | 'imprint',
  value: string | null | undefined,
): Html =>
  textField(`${what}Url`, t.text(`settings.${what}`), {
    name: `${what}Url`,
    value,
    type: 'url',
    hint: t.text('settings.linkHint'),
    max: 2_000,
  });

function boardsForm(settings: Settings): Html {
  const { t, portal, refused } = settings;
  const form = refused === 'boards' ? settings.form : undefined;
  const rows = portal.boards.map((board, index) => boardRow(t, { board, position: index + 1, form }));
  return sheet(
    'boards',
    t.text('settings.boards'),
    teamForm(
      settings,
      addresses.manageBoards(portal.slug),
      { version: portal.updatedAt },
      html`<p class="hint">${t.text('settings.boardsHint')}</p>
        ${rows} ${boardRow(t, { board: newBoard, position: portal.boards.length + 1, form })}
        ${button(t.text('settings.saveBoards'))}`,
    ),
  );
}

const newBoard: Board = { id: NEW_BOARD, name: '', description: null };

function boardRow(
  t: PageTexts,
  {
    board: { id, name, description },
    position,
    form,
  }: { board: Board; position: number; form: Form | undefined },
): Html {
  const called = id === NEW_BOARD ? t.text('settings.newBoard') : t.text('settings.board', { position });
  const field = (part: Parameters<typeof boardField>[1]) => boardField(id, part);
  const value = (part: Parameters<typeof boardField>[1], stored: string | null) =>
    form ? form[field(part)] : stored;
  return html`<fieldset>
    <legend>${called}</legend>
    <div class="row">
      ${textField(`${id}-name`, t.text('settings.name'), { name: field('name'), value: value('name', name), max: 120 })}
      ${textField(`${id}-about`, t.text('settings.boardAbout'), {
        name: field('description'),
        value: value('description', description),
        max: 300,
      })}
      ${textField(`${id}-place`, t.text('settings.boardPosition'), {
        name: field('position'),
        value: value('position', String(position)),
        max: 3,
      })}
    </div>
  </fieldset>`;
}

function logoForms(settings: Settings): Html {
  const { t, portal, logoUrl } = settings;
  const action = addresses.manageLogo(portal.slug);
  const version = { version: portal.updatedAt };
  return sheet('logo-title', t.text('settings.logo'), [
    logoUrl !== null &&
      html`<p>
        <img src="${new URL(logoUrl).pathname}" alt="${t.text('settings.logoAlt')}" width="96" height="96" />
      </p>`,
    imageForm(settings, action, version, { name: 'logo', send: t.text('settings.uploadLogo') }),
    logoUrl !== null &&
      teamForm(
        settings,
        action,
        { ...version, remove: 'yes' },
        button(t.text('settings.removeLogo'), { quiet: true }),
      ),
  ]);
}
