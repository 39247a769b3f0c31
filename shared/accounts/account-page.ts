import type { WebResponse } from '../api/operation/web-route.ts';
import type { Role } from '../core/caller.ts';
import { html, type Html } from '../pages/html.ts';
import { pageResponse } from '../pages/page.ts';
import type { Place } from './places.ts';
import type { Session } from './session.ts';
import { accountBar } from './sign-in-page.ts';
import { csrfField, type Visitor } from './csrf.ts';

/** What was just done, by the query of the page that tells it. */
const notices = {
  named: 'Your name is saved.',
  accepted: 'You are a member now.',
  declined: 'You have declined.',
  left: 'You have left the workspace.',
} as const;

export type Notice = keyof typeof notices;

interface AccountPage {
  visitor: Visitor;
  session: Session;
  places: readonly Place[];
  done?: string | undefined;
  /** What is wrong with the name that was sent, and that name. */
  problem?: { text: string; name: string };
}

/** The page of a person: what they are called, and the workspaces that they are in or are asked to join. */
export function accountPage({ visitor, session, places, done, problem }: AccountPage): WebResponse {
  const notice = Object.entries(notices).find(([name]) => name === done)?.[1];
  const asked = places.filter(({ accepted }) => !accepted);
  const joined = places.filter(({ accepted }) => accepted);
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
            These workspaces have added you. Your programs, such as an AI client, see a workspace once you
            accept.
          </p>
          <ul class="plain">
            ${asked.map((place) => invitation(place, visitor))}
          </ul>`
      }
      <h2>Workspaces</h2>
      ${
        joined.length === 0
          ? html`<p>You are in no workspace.</p>`
          : html`<ul class="plain">
              ${joined.map((place) => membership(place, visitor))}
            </ul>`
      }
      <h2>Programs</h2>
      <p><a href="/connections">Connected applications</a> can use Plotline as you.</p>`,
  });
}

const nameForm = (visitor: Visitor, name: string | null, problem?: string): Html =>
  html`<form method="post" action="/account/name" class="item">
    ${csrfField(visitor)}
    <div class="field">
      ${problem && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
      <label for="name">Your name</label>
      <input
        id="name"
        name="name"
        autocomplete="name"
        required
        maxlength="120"
        value="${name}"
        aria-describedby="name-hint"
      />
      <p class="hint" id="name-hint">
        Everyone sees it with what you write on feedback portals. A workspace can call its members otherwise.
      </p>
    </div>
    <button type="submit">Save name</button>
  </form>`;

const roleWords: Record<Role, string> = { guest: 'a guest', member: 'a member', admin: 'an admin' };

const pathOf = ({ workspaceId }: Place, act: 'accept' | 'leave'): string =>
  `/account/workspaces/${workspaceId}/${act}`;

const invitation = (place: Place, visitor: Visitor): Html =>
  html`<li class="item">
    <div>
      <h3><bdi>${place.name}</bdi></h3>
      <p class="quiet small">As ${roleWords[place.role]}.</p>
    </div>
    <form method="post" action="${pathOf(place, 'accept')}">
      ${csrfField(visitor)}
      <button type="submit" aria-label="Accept ${place.name}">Accept</button>
    </form>
    <form method="post" action="${pathOf(place, 'leave')}">
      ${csrfField(visitor)}
      <button type="submit" class="second" aria-label="Decline ${place.name}">Decline</button>
    </form>
  </li>`;

/** Leaving cannot be taken back, so its button has to be opened first. */
const membership = (place: Place, visitor: Visitor): Html =>
  html`<li class="item">
    <div>
      <h3><bdi>${place.name}</bdi></h3>
      <p class="quiet small">You are ${roleWords[place.role]}.</p>
    </div>
    <details>
      <summary aria-label="Leave ${place.name}…">Leave…</summary>
      <p class="small">
        You leave its teams too, and your tokens for it end. Only an admin of it can bring you back.
      </p>
      <form method="post" action="${pathOf(place, 'leave')}">
        ${csrfField(visitor)}
        <button type="submit" class="danger" aria-label="Leave ${place.name}">Leave</button>
      </form>
    </details>
  </li>`;
