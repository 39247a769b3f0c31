import type { Form } from '../../kernel/api/http/form.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { boardsForm } from './boards-form-view.ts';
import { languageNames, languages } from '../../kernel/core/languages.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import type { PortalView } from '../portal/layout-view.ts';
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
  type Problem,
} from '../kit/form-view.ts';
import type { Upload } from '../kit/upload-view.ts';
import { manageView } from './manage-nav-view.ts';
import { ownSiteView, type MadeSecret } from './own-site-view.ts';

interface Settings extends FormBinding {
  portal: Portal;
  logoUrl: string | null;
  upload: Upload | undefined;
  baseUrl: string;
  /** A secret that was just made. */
  secret: MadeSecret | undefined;
  isAdmin: boolean;
  /** The form that was carried out. */
  done: string | undefined;
  problem: Problem | undefined;
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
  const { t, portal, isAdmin } = settings;
  const parts: [name: string, title: PlainText, body: () => Fragment][] = [
    ['settings', 'settings.general', () => generalForm(settings)],
    ['boards', 'settings.boards', () => boardsForm(settings, formOf(settings, 'boards'))],
    ['site', 'settings.ownSite', () => ownSiteView(settings)],
    ['logo', 'settings.logo', () => logoForms(settings)],
  ];
  return manageView({
    t,
    slug: portal.slug,
    path: addresses.manageSettings(portal.slug),
    tab: 'settings',
    title: t.text('manage.settings'),
    uploadUrl: settings.upload?.url,
    body: isAdmin
      ? html`${jumpList(
          t,
          parts.map(([name, title]) => [`${name}-part`, title]),
        )}${parts.map(([name, title, body]) => part(settings, { name, title, body: body() }))}`
      : html`<p>${t.text('settings.adminsOnly')}</p>`,
  });
}

/** Links to the parts of the page, by their ids. */
const jumpList = (t: PageTexts, parts: readonly (readonly [id: string, title: PlainText])[]): Html =>
  html`<nav class="jump" aria-label="${t.text('settings.contents')}">
    <ul class="plain choices">
      ${parts.map(([id, title]) => html`<li><a href="#${id}">${t.text(title)}</a></li>`)}
    </ul>
  </nav>`;

/** What was written in a form that was refused. */
const formOf = ({ refused, form }: Settings, name: string): Form | undefined =>
  refused === name ? form : undefined;

/** A part of the page, with the outcome of its form. */
function part(
  { t, done, refused, problem }: Settings,
  { name, title, body }: { name: string; title: PlainText; body: Fragment },
): Html {
  const outcome = outcomeView(
    done === name ? outcomeOf(t, outcomes, done) : undefined,
    refused === name ? problem : undefined,
  );
  return html`<section class="card sheet narrow part" id="${name}-part" aria-labelledby="${name}-title">
    <h2 id="${name}-title">${t.text(title)}</h2>
    ${outcome} ${body}
  </section>`;
}

function generalForm(settings: Settings): Html {
  const { t, portal, problem } = settings;
  const form = formOf(settings, 'settings');
  const value = (name: keyof Portal) => (form ? form[name] : (portal[name] as string | null));
  const link = (what: 'website' | 'privacy' | 'imprint') =>
    textField(`${what}Url`, t.text(`settings.${what}`), {
      name: `${what}Url`,
      problem,
      value: value(`${what}Url`),
      type: 'url',
      max: 2_000,
    });
  return teamForm(
    settings,
    addresses.manageSettings(portal.slug),
    { version: portal.updatedAt },
    html`${textField('name', t.text('settings.name'), { name: 'name', problem, value: value('name'), required: true, max: 120 })}
      ${areaField('description', t.text('settings.introduction'), {
        name: 'description',
        problem,
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
        chosen: form?.['visibility'] ?? portal.visibility,
      })}
      ${selectField('language', t.text('layout.language'), {
        name: 'language',
        choices: languages.map((code) => ({ value: code, text: languageNames[code] })),
        chosen: form?.['language'] ?? portal.language,
      })}
      ${textField('slug', t.text('settings.address'), {
        name: 'slug',
        problem,
        value: value('slug'),
        hint: t.text('settings.addressHint'),
        required: true,
        max: 100,
      })}
      <div class="field">
        <label for="color">${t.text('settings.color')}</label>
        <input id="color" name="color" type="color" value="${value('color')}" />
      </div>
      <fieldset id="links">
        <legend>${t.text('settings.links')}</legend>
        ${link('website')} ${link('privacy')} ${link('imprint')}
      </fieldset>
      ${areaField('embed', t.text('settings.embed'), {
        name: 'embedOrigins',
        problem,
        value: form ? form['embedOrigins'] : portal.embedOrigins.join('\n'),
        hint: t.text('settings.embedHint'),
        max: 4_000,
        length: 'short',
      })}
      ${button(t.text('settings.save'))}`,
  );
}

function logoForms(settings: Settings): Fragment {
  const { t, portal, logoUrl } = settings;
  const action = addresses.manageLogo(portal.slug);
  const version = { version: portal.updatedAt };
  return [
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
  ];
}
