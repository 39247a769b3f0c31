import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { createPortalImage } from '../../feedback/portals/create-portal-image.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { rotateCustomerSecret } from '../../feedback/portals/rotate-customer-secret.ts';
import { updatePortal } from '../../feedback/portals/update-portal.ts';
import { addresses } from '../portal/addresses.ts';
import { newFormNonce } from '../kit/form-nonce.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { newUpload } from '../portal/new-upload.ts';
import { imageBody } from './image-body.ts';
import { problemOf } from '../kit/problem-of.ts';
import type { Problem } from '../kit/form-view.ts';
import type { MadeSecret } from './own-site-view.ts';
import { boardsOf, linesOf, sitesOf } from './settings-fields.ts';
import { settingsView } from './settings-view.ts';
import { frameOf, type TeamCall, type TeamForm, type TeamPage } from './team-call.ts';
import { run, runWhole } from '../kit/run-operation.ts';

/** What may be written and may be nothing, by field. */
const clearable = ['description', 'websiteUrl', 'privacyUrl', 'imprintUrl'] as const;

/** The page on which admins change what a portal says and how it looks. */
export const page: TeamPage = { formsAnswer: true, show: (team) => Promise.resolve(showSettings(team)) };

interface RefusedSettings {
  name: string;
  form: Form;
  status: number;
  problem: Problem;
}

function showSettings(
  team: TeamCall,
  { refused, secret }: { refused?: RefusedSettings; secret?: MadeSecret } = {},
): WebResponse {
  const { t, call, portal, visitor, member } = team;
  const frame = frameOf(team);
  const view = settingsView({
    t,
    portal,
    logoUrl: frame.portal.logoUrl,
    upload: newUpload(call, portal),
    baseUrl: frame.baseUrl,
    secret,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    isAdmin: member.role === 'admin',
    done: refused ? undefined : (call.request.query.get('done') ?? undefined),
    problem: refused?.problem,
    refused: refused?.name,
    form: refused?.form ?? {},
  });
  return portalResponse(frame, view, refused?.status);
}

/** Changes the portal as a form says, and shows the settings of what it then is. */
const settingsForm = (name: string, change: (team: TeamCall, form: Form) => Promise<Portal>): TeamForm => ({
  async handle(team, form) {
    try {
      const { slug } = await change(team, form);
      return redirectResponse(`${addresses.manageSettings(slug)}?done=${name}#${name}-part`);
    } catch (error) {
      return showSettings(team, { refused: { name, form, ...problemOf(error, team.t) } });
    }
  },
});

const update = (team: TeamCall, form: Form, fields: object) =>
  run(team, updatePortal, {
    body: { expectedUpdatedAt: form['version'] ?? team.portal.updatedAt, ...fields },
    once: form,
  });

/** Name, words, color, visibility, language, address, legal links and the sites that embed the portal. */
const saveSettings = settingsForm('settings', (team, form) => {
  const texts = clearable.map((field) => [field, linesOf(form, field)] as const);
  const empty = texts.flatMap(([field, text]) => (text === '' ? [field] : []));
  return update(team, form, {
    name: linesOf(form, 'name'),
    slug: linesOf(form, 'slug'),
    color: form['color'],
    visibility: form['visibility'],
    language: form['language'] ?? team.portal.language,
    embedOrigins: sitesOf(form),
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    ...(empty.length > 0 ? { clearFields: empty } : {}),
  });
});

const saveBoards = settingsForm('boards', (team, form) =>
  update(team, form, { boards: boardsOf(form, team.portal.boards) }),
);

/** Makes a secret with which the company's server signs its customers in, and shows it once. */
const makeCustomerSecret: TeamForm = {
  handle: async (team, form) =>
    showSettings(team, {
      secret: { text: (await runWhole(team, rotateCustomerSecret, { once: form })).secret },
    }),
};

/** Uploads a logo, or removes it. */
const saveLogo = settingsForm('logo', async (team, form) => {
  if (form['remove'] !== undefined) return await update(team, form, { clearFields: ['logoImageId'] });
  const body = imageBody(form, 'logo');
  const { id } = await run(team, createPortalImage, { body, once: form });
  return await update(team, form, { logoImageId: id });
});

export const forms = { saveSettings, saveBoards, makeCustomerSecret, saveLogo };
