import { readForm } from '../api/form.ts';
import type { WebCall } from '../api/logged-route.ts';
import type { WebResponse } from '../api/web-route.ts';
import { commit } from '../db/write.ts';
import { getMembership, getUser, type User } from '../members/member-store.ts';
import { html } from '../pages/html.ts';
import { pageAnswer, redirectAnswer } from '../pages/page.ts';
import { getInvitation, putAccount, useInvitation } from './account-store.ts';
import { HOME } from './next-page.ts';
import { PageError } from './page-error.ts';
import { pageRoute } from './page-route.ts';
import { hashPassword, passwordProblem, PASSWORD_MIN } from './password.ts';
import { refuseWithProvider } from './provider.ts';
import { beginSession } from './session.ts';
import { isKept, parseUserSecret, type UserSecret } from './user-secret.ts';
import { formTokenField, refuseForeignForm, visitorOf, type Visitor } from './visitor.ts';

const path = '/invitations/{invitation}';

/** The path of an invitation's link, with its secret. */
export const invitationPath = ({ text }: UserSecret): string => path.replace('{invitation}', text);

/** Looking at an invitation does not use it up: mail programs look at links too. */
export const showInvitation = pageRoute({
  id: 'showInvitation',
  method: 'GET',
  path,
  handle: async (call) => {
    const { user } = await invitationOrThrow(call);
    return passwordPage(user, await visitorOf(call));
  },
});

/** Sets the password and signs in, once. */
export const acceptInvitation = pageRoute({
  id: 'acceptInvitation',
  method: 'POST',
  path,
  handle: async (call) => {
    const { secret, user } = await invitationOrThrow(call);
    const form = readForm(call.request);
    const visitor = await visitorOf(call);
    refuseForeignForm(form, visitor);
    const { password = '', again } = form;
    const problem =
      passwordProblem(password, user.email) ?? (password === again ? undefined : 'The two are not the same.');
    if (problem) return passwordPage(user, visitor, problem);
    const account = { passwordHash: await hashPassword(password), passwordSetAt: call.now.toISOString() };
    await commit(call.services.database, [useInvitation(secret, gone), putAccount(user.id, account)]);
    return { ...redirectAnswer(HOME), cookies: await beginSession(user.id, account, call) };
  },
});

/** In the same words for a link that was never made, was used, has expired, was replaced or taken back. */
const gone = () =>
  new PageError(
    410,
    'This link is no longer good',
    'It was used, has expired, or was replaced. If you have set your password, sign in; else ask for a new link.',
  );

async function invitationOrThrow(call: WebCall): Promise<{ secret: UserSecret; user: User }> {
  refuseWithProvider(call.services);
  const secret = parseUserSecret(call.request.parameters['invitation'] ?? '');
  if (!secret) throw gone();
  const [invitation, user] = await Promise.all([
    getInvitation(call.read, secret.userId),
    getUser(call.read, secret.userId),
  ]);
  const good = invitation && isKept(secret, invitation.hash) && invitation.expiresAt > call.now.getTime();
  if (!good || !user) throw gone();
  const membership = await getMembership(call.read, invitation.workspaceId, user.id);
  if (!membership || membership.since !== invitation.memberSince) throw gone();
  call.note({ userId: user.id });
  return { secret, user };
}

/** The form goes to the very address that it is on, so that the secret stands nowhere else. */
const passwordPage = (user: User, visitor: Visitor, problem?: string): WebResponse => ({
  ...pageAnswer({
    status: problem ? 400 : 200,
    title: 'Set your password',
    body: html`<section class="card">
      <h1>Set your password</h1>
      <p>For ${user.name}, who signs in as <strong>${user.email}</strong>.</p>
      ${problem && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
      <form method="post" class="wide">
        ${formTokenField(visitor)}
        <input type="hidden" name="username" value="${user.email}" autocomplete="username" />
        <div class="field">
          <label for="password">New password</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="new-password"
            required
            minlength="${PASSWORD_MIN}"
            aria-describedby="password-hint"
          />
          <p class="hint" id="password-hint">
            At least ${PASSWORD_MIN} characters. Several words are easy to remember.
          </p>
        </div>
        <div class="field">
          <label for="again">The same again</label>
          <input id="again" name="again" type="password" autocomplete="new-password" required />
        </div>
        <button type="submit">Set password and sign in</button>
      </form>
    </section>`,
  }),
  cookies: visitor.cookies,
});
