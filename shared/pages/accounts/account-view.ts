import { memoize } from '../../kernel/core/schema.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Role } from '../../kernel/core/caller.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { OWN_ADDRESS } from './address-view.ts';
import type { PersonWorkspace, PersonWorkspaceWithMail } from './person-workspaces.ts';
import type { Reauthentication } from './reauthentication.ts';
import type { Session } from './session.ts';
import { accountBar } from './account-bar-view.ts';
import type { ListedSession } from './session-store.ts';
import type { Visitor } from './csrf.ts';
import type { SignInMethods } from './sign-in-methods.ts';
import { ownTokensPath } from './own-tokens-view.ts';
import { csrfField, currentPasswordField, englishNameTexts, nameField } from './form-fields-view.ts';

/** Confirmation messages, by the page's query parameter. */
const notices = {
  named: 'Your name has been saved.',
  unnamed: 'Your name has been removed from your posts.',
  accepted: 'You are now a member.',
  declined: 'You have declined the invitation.',
  left: 'You have left the workspace.',
  password: 'Your password has been set. You are signed out everywhere else.',
  address: 'Your address has been changed.',
  ended: 'Signed out there.',
} as const;

export type Notice = keyof typeof notices;

interface AccountPage {
  visitor: Visitor;
  session: Session;
  workspaces: readonly PersonWorkspaceWithMail[];
  sessions: readonly ListedSession[];
  /** The reauthentication that is still required to delete the account. */
  proof: Reauthentication;
  methods: Pick<SignInMethods, 'password' | 'code'>;
  done?: string | undefined;
  /** The error for a submitted name, and the name. */
  problem?: { text: string; name: string };
}

/** A person's account page: their public name, their workspaces and invitations. */
export function accountView({
  visitor,
  session,
  workspaces,
  sessions,
  proof,
  methods,
  done,
  problem,
}: AccountPage): WebResponse {
  const notice = Object.entries(notices).find(([name]) => name === done)?.[1];
  const asked = workspaces.filter(({ accepted }) => !accepted);
  const joined = workspaces.filter(({ accepted }) => accepted);
  return pageResponse({
    status: problem ? 400 : 200,
    title: 'Your account',
    account: accountBar(visitor),
    body: html`<h1>Your account</h1>
      ${notice && html`<div class="notice" role="status"><p>${notice}</p></div>`}
      ${nameForm(visitor, problem?.name ?? session.user.name, problem?.text)}
      ${
        asked.length > 0 &&
        html`<h2>Invitations</h2>
          <p class="quiet">
            These workspaces have added you. Your applications, such as AI clients, can access a workspace
            once you accept.
          </p>
          <ul class="plain">
            ${asked.map((workspace) => invitation(workspace, visitor))}
          </ul>`
      }
      <h2>Workspaces</h2>
      ${
        joined.length === 0
          ? html`<p>You do not belong to a workspace.</p>`
          : html`<ul class="plain">
              ${joined.map((workspace) => membership(workspace, visitor))}
            </ul>`
      }
      <h2>Applications</h2>
      <p><a href="/connections">Connected applications</a> can use Plotline on your behalf.</p>
      <h2>Signing in</h2>
      <p>
        Your address is <strong>${session.user.email}</strong>. Only you, workspaces that invited it and those
        that you have joined see it.
      </p>
      ${methods.code && html`<p><a href="${OWN_ADDRESS}">Change your address</a></p>`}
      ${methods.password && html`<p><a href="/account/password">Set or change your password</a></p>`}
      <ul class="plain">
        ${sessions.map((one) => sessionItem(one, session, visitor))}
      </ul>
      <h2>Leaving Plotline</h2>
      ${deletion(visitor, proof)}`,
  });
}

const nameForm = (visitor: Visitor, name: string | null, problem?: string): Html =>
  html`<form method="post" action="/account/name" class="item">
    ${csrfField(visitor)}
    <div class="field">
      ${problem && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
      ${nameField(name, { ...englishNameTexts, hint: `${englishNameTexts.hint} Workspaces can show a different name for you.` })}
    </div>
    <button type="submit">Save name</button>
    ${
      name !== null &&
      html`<button type="submit" name="remove" value="yes" class="link" formnovalidate>
        Remove your name
      </button>`
    }
  </form>`;

const roleWords: Record<Role, string> = { guest: 'a guest', member: 'a member', admin: 'an admin' };

const pathOf = ({ workspaceId }: PersonWorkspace, act: 'accept' | 'leave'): string =>
  `/account/workspaces/${workspaceId}/${act}`;

const invitation = (workspace: PersonWorkspace, visitor: Visitor): Html =>
  html`<li class="item">
    <div>
      <h3><bdi>${workspace.name}</bdi></h3>
      <p class="quiet small">Invited as ${roleWords[workspace.role]}.</p>
    </div>
    <form method="post" action="${pathOf(workspace, 'accept')}">
      ${csrfField(visitor)}
      <button type="submit" aria-label="Accept ${workspace.name}">Accept</button>
    </form>
    <form method="post" action="${pathOf(workspace, 'leave')}">
      ${csrfField(visitor)}
      <button type="submit" class="second" aria-label="Decline ${workspace.name}">Decline</button>
    </form>
  </li>`;

/** Leaving cannot be undone, so its button must be revealed first. */
const membership = (workspace: PersonWorkspaceWithMail, visitor: Visitor): Html =>
  html`<li class="item">
    <div>
      <h3><bdi>${workspace.name}</bdi></h3>
      <p class="quiet small">
        You are ${roleWords[workspace.role]}. <a href="${workspace.mailPath}">Mail about stories</a>,
        <a href="${ownTokensPath(workspace.workspaceId)}" aria-label="Your tokens for ${workspace.name}"
          >your tokens</a
        >
      </p>
      ${
        workspace.portals.length > 0 &&
        html`<p class="small">
          Manage
          ${workspace.portals.map(
            ({ name, slug }, position) =>
              html`${position > 0 && ', '}<a href="/portals/${slug}/manage"><bdi>${name}</bdi></a>`,
          )}
        </p>`
      }
    </div>
    <details>
      <summary aria-label="Leave ${workspace.name}…">Leave…</summary>
      <p class="small">
        You also leave its teams, and your tokens for it are revoked. Only an admin can add you again.
      </p>
      <form method="post" action="${pathOf(workspace, 'leave')}">
        ${csrfField(visitor)}
        <button type="submit" class="danger" aria-label="Leave ${workspace.name}">Leave</button>
      </form>
    </details>
  </li>`;

const formatter = memoize(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
);

const sessionItem = (one: ListedSession, { secret }: Session, visitor: Visitor): Html =>
  html`<li class="item">
    <div>
      <h3>${one.id === secret.hash ? 'This browser' : browserName(one.agent)}</h3>
      ${
        one.startedAt !== undefined &&
        html`<p class="quiet small">Signed in on ${formatter().format(one.startedAt)} (UTC).</p>`
      }
    </div>
    ${
      one.id !== secret.hash &&
      html`<form method="post" action="/account/sessions/end">
        ${csrfField(visitor)}<input type="hidden" name="session" value="${one.id}" />
        <button type="submit" class="second">Sign out there</button>
      </form>`
    }
  </li>`;

/** The browser and system that a User-Agent names, as far as people know them. */
function browserName(agent = ''): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)(?=\/)/.exec(agent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agent)?.[1];
  const called = browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser;
  return called === undefined ? 'Another browser' : system === undefined ? called : `${called} on ${system}`;
}

/** The data that outlives an account, in the words of the page. */
const KEPT =
  'We keep a hash of your address, which no one can read back, with your votes and with bans from portals: if the address signs up again, its votes still count once and its bans go on.';

/** The page after an account was deleted. */
export const deletedAccountView = (): WebResponse =>
  pageResponse({
    title: 'Your account is deleted',
    body: html`<section class="card">
      <h1>Your account is deleted</h1>
      <p>You are signed out everywhere.</p>
      <p class="quiet small">${KEPT}</p>
    </section>`,
  });

/** Deleting cannot be undone, so its form must be revealed first. */
const deletion = (visitor: Visitor, proof: Reauthentication): Html =>
  html`<details>
    <summary>Delete your account…</summary>
    <p>
      You leave all workspaces, applications lose their access, and you are signed out everywhere. Your votes
      stay counted, without your name. This cannot be undone.
    </p>
    <p class="quiet small">${KEPT}</p>
    ${
      proof === 'code'
        ? html`<p>To delete it, sign out and in again; then come back here within 15 minutes.</p>`
        : deletionForm(visitor, proof)
    }
  </details>`;

const deletionForm = (visitor: Visitor, proof: Reauthentication): Html =>
  html`<form method="post" action="/account/delete">
    ${csrfField(visitor)}
    <fieldset>
      <legend>What you wrote on feedback portals</legend>
      <p>
        <label
          ><input type="radio" name="posts" value="keep" required /> stays, as written by “Someone”</label
        >
      </p>
      <p>
        <label><input type="radio" name="posts" value="delete" /> is deleted, with the answers to it</label>
      </p>
    </fieldset>
    ${currentPasswordField(proof)}
    <button type="submit" class="danger">Delete my account</button>
  </form>`;
