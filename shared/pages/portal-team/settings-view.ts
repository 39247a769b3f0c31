import type { Form } from '../../kernel/api/http/form.ts';
import type { Board, Portal } from '../../feedback/portals/portal.ts';
import { languageNames, languages } from '../../kernel/core/languages.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../public-portals/addresses.ts';
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
  problem: string | undefined;
  /** The form that was refused, if any, and what was written in it; without the fields that were emptied. */
  refused: string | undefined;
  form: Form;
}

const outcomes: Record<string, string> = {
  settings: 'Your settings are saved.',
  boards: 'Your boards are saved.',
  logo: 'Your logo is saved.',
};

/** The page with the settings of a portal. */
export function settingsView(settings: Settings): PortalView {
  const { portal, done, problem, isAdmin } = settings;
  return manageView({
    slug: portal.slug,
    path: addresses.manageSettings(portal.slug),
    tab: 'settings',
    title: 'Settings',
    uploadUrl: settings.upload?.url,
    body: html`${outcomeView(outcomeOf(outcomes, done), problem)}
    ${
      isAdmin
        ? [generalForm(settings), boardsForm(settings), logoForms(settings)]
        : html`<p>Only admins of your workspace can change these settings.</p>`
    }`,
  });
}

const sheet = (id: string, title: string, body: Fragment): Html =>
  html`<section class="card sheet narrow part" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;

function generalForm(settings: Settings): Html {
  const { portal, form, refused } = settings;
  const isSent = refused === 'settings';
  const value = (name: keyof Portal) => (isSent ? form[name] : (portal[name] as string | null));
  return sheet(
    'general',
    'General',
    teamForm(
      settings,
      addresses.manageSettings(portal.slug),
      { version: portal.updatedAt },
      html`${textField('name', 'Name', { name: 'name', value: value('name'), required: true, max: 120 })}
        ${areaField('description', 'Introduction', {
          name: 'description',
          value: value('description'),
          hint: 'Shown above the ideas.',
          max: 2_000,
        })}
        ${selectField('visibility', 'Who can see it', {
          name: 'visibility',
          choices: [
            { value: 'private', text: 'Only your team' },
            { value: 'public', text: 'Everyone' },
          ],
          chosen: form['visibility'] ?? portal.visibility,
        })}
        ${selectField('language', 'Language', {
          name: 'language',
          choices: languages.map((code) => ({ value: code, text: languageNames[code] })),
          chosen: form['language'] ?? portal.language,
        })}
        ${textField('slug', 'Address', {
          name: 'slug',
          value: value('slug'),
          hint: 'The part after /portals/. Old addresses keep working.',
          required: true,
          max: 100,
        })}
        <div class="field">
          <label for="color">Color</label>
          <input id="color" name="color" type="color" value="${value('color')}" />
        </div>
        ${linkField('websiteUrl', 'Your website', value('websiteUrl'))}
        ${linkField('privacyUrl', 'Privacy policy', value('privacyUrl'))}
        ${linkField('imprintUrl', 'Imprint', value('imprintUrl'))}
        ${areaField('embed', 'Sites that may embed the portal', {
          name: 'embedOrigins',
          value: isSent ? form['embedOrigins'] : portal.embedOrigins.join('\n'),
          hint: 'One on each line, such as https://www.example.com.',
          max: 4_000,
        })}
        ${button('Save settings')}`,
    ),
  );
}

const linkField = (name: string, label: string, value: string | null | undefined): Html =>
  textField(name, label, {
    name,
    value,
    type: 'url',
    hint: 'Linked at the foot of every page.',
    max: 2_000,
  });

function boardsForm(settings: Settings): Html {
  const { portal, refused } = settings;
  const form = refused === 'boards' ? settings.form : undefined;
  const rows = portal.boards.map((board, index) => boardRow(board, index + 1, form));
  return sheet(
    'boards',
    'Boards',
    teamForm(
      settings,
      addresses.manageBoards(portal.slug),
      { version: portal.updatedAt },
      html`<p class="hint">To remove a board without ideas, empty its name.</p>
        ${rows} ${boardRow({ id: NEW_BOARD, name: '', description: null }, portal.boards.length + 1, form)}
        ${button('Save boards')}`,
    ),
  );
}

function boardRow({ id, name, description }: Board, position: number, form: Form | undefined): Html {
  const called = id === NEW_BOARD ? 'New board' : `Board ${position}`;
  const field = (part: Parameters<typeof boardField>[1]) => boardField(id, part);
  const value = (part: Parameters<typeof boardField>[1], stored: string | null) =>
    form ? form[field(part)] : stored;
  return html`<fieldset>
    <legend>${called}</legend>
    <div class="row">
      ${textField(`${id}-name`, 'Name', { name: field('name'), value: value('name', name), max: 120 })}
      ${textField(`${id}-about`, 'Description', {
        name: field('description'),
        value: value('description', description),
        max: 300,
      })}
      ${textField(`${id}-place`, 'Position', {
        name: field('position'),
        value: value('position', String(position)),
        max: 3,
      })}
    </div>
  </fieldset>`;
}

function logoForms(settings: Settings): Html {
  const { portal, logoUrl } = settings;
  const action = addresses.manageLogo(portal.slug);
  const version = { version: portal.updatedAt };
  return sheet('logo-title', 'Logo', [
    logoUrl !== null &&
      html`<p><img src="${new URL(logoUrl).pathname}" alt="Your logo" width="96" height="96" /></p>`,
    imageForm(settings, action, version, { name: 'logo', send: 'Upload logo' }),
    logoUrl !== null &&
      teamForm(settings, action, { ...version, remove: 'yes' }, button('Remove logo', { quiet: true })),
  ]);
}
