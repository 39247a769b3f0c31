import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { boardPath, myWorkPath, proposalsPath } from '../../planning/paths/page-paths.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { OWN_ACCOUNT, OWN_LANGUAGE, ownTokensPath } from '../session/account-paths.ts';
import { confirmForm } from './confirm-view.ts';
import type { PersonWorkspace, PersonWorkspaceWithMail } from './person-workspaces.ts';
import type { Reauthentication } from './reauthentication.ts';
import { accountBar } from './account-bar-view.ts';
import { backLink, type WayBack } from './way-back-view.ts';
import type { Visitor } from '../session/csrf.ts';
import { signingIn, type SigningIn } from './signing-in-view.ts';
import type { VisitedPortal } from './visited-portals.ts';
import { visitedPortals } from './visited-portals-view.ts';
import { csrfField, currentPasswordField, languageForm, nameField } from '../session/form-fields-view.ts';
import { branded } from './branded-view.ts';

/** What was done, by the page's query parameter. */
const notices = ['named', 'unnamed', 'accepted', 'declined', 'left', 'password', 'address', 'ended'] as const;

export type Notice = (typeof notices)[number];

interface AccountPage extends SigningIn {
  workspaces: readonly PersonWorkspaceWithMail[];
  portals: readonly VisitedPortal[];
  /** The reauthentication that is still required to delete the account. */
  proof: Reauthentication;
  /** Whether applications are connected, which those may be who have left their workspaces. */
  hasConnections: boolean;
  /** Where the person came from. */
  back: WayBack | undefined;
  done?: string | undefined;
  /** The workspace that it was done with. */
  doneWorkspaceId?: string | undefined;
  /** What is wrong with a submitted name, and the name. */
  problem?: { text: Fragment; name: string } | undefined;
}

/** Whether the person is in a workspace or was, with applications that are still connected; visitors of portals are not. */
const usesWorkspaces = ({
  workspaces,
  hasConnections,
}: Pick<AccountPage, 'workspaces' | 'hasConnections'>): boolean =>
  hasConnections || workspaces.some(({ accepted }) => accepted);

/** A person's account page: their public name, their workspaces and invitations. */
export function accountView(page: AccountPage): WebResponse {
  const { t, visitor, session, workspaces, portals, back, done, problem } = page;
  const notice = notices.find((name) => name === done);
  const asked = workspaces.filter(({ accepted }) => !accepted);
  const joined = workspaces.filter(({ accepted }) => accepted);
  return pageResponse({
    status: problem ? 400 : 200,
    title: t.text('account.title'),
    language: t.language,
    ...branded(visitor.brand, t),
    account: accountBar(visitor, { t }),
    body: html`${backLink(back, t)}
      <h1>${t.text('account.title')}</h1>
      ${notice && html`<p class="thanks" role="status">${doneText(notice, page)}</p>`}
      ${asked.length > 0 && invitations(asked, page)} ${nameForm(page, problem?.name ?? session.user.name)}
      <div class="item">
        <h2 id="language">${t.text('layout.language')}</h2>
        ${languageForm(t, { action: OWN_LANGUAGE, hidden: csrfField(visitor) })}
      </div>
      ${
        joined.length > 0 &&
        html`<h2>${t.text('account.workspaces')}</h2>
          <ul class="plain">
            ${joined.map((workspace) => membership(workspace, page))}
          </ul>`
      }
      ${portals.length > 0 && visitedPortals(portals, t)}
      ${
        usesWorkspaces(page) &&
        html`<h2>${t.text('account.applications')}</h2>
          <p>
            ${t.markup('account.applicationsText', {
              link: html`<a href="/connections">${t.text('account.applicationsLink')}</a>`,
            })}
          </p>`
      }
      ${signingIn(page)}
      <h2>${t.text('account.deleteTitle')}</h2>
      ${deletion(page)}`,
  });
}

const doneText = (notice: Notice, { t, workspaces, doneWorkspaceId }: AccountPage): Fragment => {
  if (notice !== 'accepted') return t.text(`account.${notice}`);
  const joined = workspaces.find(({ workspaceId }) => workspaceId === doneWorkspaceId);
  return t.markup('account.accepted', { workspace: html`<bdi>${joined?.name ?? 'Plotline'}</bdi>` });
};

const nameForm = ({ t, visitor, workspaces, problem }: AccountPage, name: string | null): Html => {
  const { value, placeholder } = name === null ? proposedName(workspaces) : { value: name };
  return html`<form method="post" action="/account/name" class="item">
    ${csrfField(visitor)}
    <div class="field">
      ${problem && html`<div class="notice bad" role="alert"><p>${problem.text}</p></div>`}
      ${nameField(value, {
        placeholder,
        label: t.text('name.label'),
        hint: `${t.text('name.hint')} ${workspaces.length > 0 ? t.text('account.nameHint') : ''}`.trim(),
      })}
    </div>
    <button type="submit">${t.text('account.saveName')}</button>
    ${
      name !== null &&
      html`<button type="submit" name="remove" value="yes" class="link" formnovalidate>
        ${t.text('account.removeName')}
      </button>`
    }
  </form>`;
};

/**
 * What the field of a person's name proposes: for those who are in no workspace yet, the name that they were invited by. For
 * others it shows the name by which a workspace knows them, without saving it as theirs.
 */
function proposedName(workspaces: readonly PersonWorkspace[]): {
  value: string | null;
  placeholder?: string;
} {
  const joined = workspaces.find(({ accepted }) => accepted);
  if (joined) return { value: null, placeholder: joined.memberName };
  return { value: workspaces[0]?.memberName ?? null };
}

/** The invitations of a person who has not answered them. */
const invitations = (asked: readonly PersonWorkspace[], page: AccountPage): Html =>
  html`<h2 id="invitations">${page.t.text('account.invitations')}</h2>
    <p class="quiet">${page.t.text('account.invitationsText')}</p>
    <ul class="plain">
      ${asked.map((workspace) => invitation(workspace, page))}
    </ul>`;

const pathOf = ({ workspaceId }: PersonWorkspace, act: 'accept' | 'leave'): string =>
  `/account/workspaces/${workspaceId}/${act}`;

const invitation = (workspace: PersonWorkspace, { t, visitor }: AccountPage): Html =>
  html`<li class="item">
    <div>
      <h3><bdi>${workspace.name}</bdi></h3>
      <p class="quiet small">${t.text('account.invitedAs', { role: t.text(`account.${workspace.role}`) })}</p>
    </div>
    <form method="post" action="${pathOf(workspace, 'accept')}">
      ${csrfField(visitor)}
      <button type="submit" aria-label="${t.text('account.acceptOne', { workspace: workspace.name })}">
        ${t.text('account.accept')}
      </button>
    </form>
    <form method="post" action="${pathOf(workspace, 'leave')}">
      ${csrfField(visitor)}
      <button
        type="submit"
        class="second"
        aria-label="${t.text('account.declineOne', { workspace: workspace.name })}"
      >
        ${t.text('account.decline')}
      </button>
    </form>
  </li>`;

/** Leaving cannot be undone, so its button must be revealed first. */
function membership(workspace: PersonWorkspaceWithMail, { t, visitor }: AccountPage): Html {
  const named = { workspace: workspace.name };
  return html`<li class="item">
    <div>
      <h3><bdi>${workspace.name}</bdi></h3>
      <p class="quiet small">
        ${t.markup('account.youAreNamed', {
          role: t.text(`account.${workspace.role}`),
          name: html`<bdi>${workspace.memberName}</bdi>`,
        })}
      </p>
      ${
        workspace.teams.length > 0
          ? links(
              t.text('account.boards'),
              workspace.teams.map(({ id, name }) => [boardPath(id), name]),
            )
          : html`<p class="small">${t.text('account.noTeam')}</p>`
      }
      ${links(
        t.text('account.manage'),
        workspace.portals.map(({ name, slug }) => [`/portals/${slug}/manage`, name]),
      )}
      <p class="small ways">
        <a
          href="${myWorkPath(workspace.workspaceId)}"
          aria-label="${`${t.text('work.title')}: ${workspace.name}`}"
          >${t.text('work.title')}</a
        >
        ${workspace.teams[0] && html`<a href="${proposalsPath(workspace.teams[0].id)}?teams=all">${t.text('proposal.all')}</a>`}
        <a href="${workspace.mailPath}">${t.text('account.mail')}</a>
        <a href="${ownTokensPath(workspace.workspaceId)}" aria-label="${t.text('account.tokensOf', named)}"
          >${t.text('account.tokens')}</a
        >
      </p>
    </div>
    <details>
      <summary aria-label="${t.text('account.leaveOne', named)}">${t.text('account.leave')}</summary>
      <p class="small">${t.text('account.leaveText')}</p>
      <form method="post" action="${pathOf(workspace, 'leave')}">
        ${csrfField(visitor)}
        <button type="submit" class="danger">${t.text('account.leaveButton', named)}</button>
      </form>
    </details>
  </li>`;
}

/** Named links in a line, after a word that says what they are; nothing if there are none. */
const links = (word: string, all: readonly (readonly [path: string, name: string])[]): Fragment =>
  all.length > 0 &&
  html`<p class="small">
    ${word}
    ${all.map(
      ([path, name], position) => html`${position > 0 && ', '}<a href="${path}"><bdi>${name}</bdi></a>`,
    )}
  </p>`;

/** The page after an account was deleted. */
export const deletedAccountView = (
  { brand }: Visitor,
  back: WayBack | undefined,
  t: PageTexts,
): WebResponse =>
  pageResponse({
    title: t.text('account.deleted'),
    language: t.language,
    ...branded(brand, t),
    body: html`<section class="card">
      <h1>${t.text('account.deleted')}</h1>
      <p>${t.text('account.deletedText')}</p>
      <p class="quiet small">${t.text('account.kept')}</p>
      ${backLink(back, t)}
    </section>`,
  });

/** Deleting cannot be undone, so its form must be revealed first. */
const deletion = (page: AccountPage): Html => {
  const { visitor, proof, t } = page;
  return html`<details class="item">
    <summary>${t.text('account.delete')}</summary>
    <p>${t.text(usesWorkspaces(page) ? 'account.deleteText' : 'account.deleteVisitorText')}</p>
    <p class="quiet small">${t.text('account.kept')}</p>
    ${proof === 'code' ? confirmation(page) : deletionForm(visitor, proof, t)}
  </details>`;
};

const deletionForm = (visitor: Visitor, proof: Reauthentication, t: PageTexts): Html =>
  html`<form method="post" action="/account/delete">
    ${csrfField(visitor)}
    <fieldset>
      <legend>${t.text('account.posts')}</legend>
      <p>
        <label><input type="radio" name="posts" value="keep" checked /> ${t.text('account.keepPosts')}</label>
      </p>
      <p>
        <label><input type="radio" name="posts" value="delete" /> ${t.text('account.deletePosts')}</label>
      </p>
    </fieldset>
    ${currentPasswordField(proof, t)}
    <button type="submit" class="danger">${t.text('account.deleteButton')}</button>
  </form>`;

/** How a person proves that it is them before they delete their account. */
const confirmation = ({ t, visitor, session, methods }: AccountPage): Html =>
  methods.code
    ? confirmForm({ t, visitor, email: session.user.email, next: OWN_ACCOUNT })
    : html`<p>${t.text('account.deleteSignIn')}</p>`;
