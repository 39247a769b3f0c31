import { parseAnyForm } from '../../kernel/api/http/any-form.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { getPortalItem, toPortal } from '../../feedback/portals/portal-store.ts';
import type { Portal } from '../../feedback/portals/portal.ts';
import { findBySlugOrNothing } from '../../kernel/slugs/slug-store.ts';
import { commit } from '../../kernel/db/write.ts';
import { deleteDraft, getDraft } from '../accounts/draft-store.ts';
import { assertCsrf, resolveVisitor, type Visitor } from '../accounts/csrf.ts';
import { signInPath } from '../accounts/next-path.ts';
import type { Session } from '../accounts/session.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsFor } from '../messages/texts-for.ts';
import { addresses } from '../public-portals/addresses.ts';
import type { Team } from '../public-portals/team.ts';
import { findTeamMember, type TeamMember } from '../public-portals/team-member.ts';
import type { PortalFrame } from '../public-portals/layout-view.ts';
import { showPortal } from '../public-portals/public-portal.ts';
import { DISCARD, type Problem } from '../kit/form-view.ts';

/** A request by a member of the team behind a portal. */
export interface TeamCall {
  call: WebCall;
  portal: Portal;
  member: TeamMember;
  visitor: Visitor & { session: Session };
  /** What its operations are about, unless they are of the whole workspace. */
  place: { portalId: string };
  t: PageTexts;
}

export type TeamPage = (team: TeamCall) => Promise<WebResponse>;
export type TeamForm = (team: TeamCall, form: Form) => Promise<WebResponse>;

/** A page for the team; asks others to sign in, and shows a 404 to people who are not of the team. */
export async function showToTeam(call: WebCall, show: TeamPage): Promise<WebResponse> {
  const visitor = await resolveVisitor(call);
  if (!visitor.session) return redirectResponse(signInPath(call.request.path));
  return await answer(await teamCallOrThrow(call, { ...visitor, session: visitor.session }), show);
}

/** A form of the team, which only a page sent to this browser can submit. */
export async function acceptFromTeam(call: WebCall, handle: TeamForm): Promise<WebResponse> {
  const form = await parseAnyForm(call.request);
  const visitor = await resolveVisitor(call);
  if (!visitor.session) return signInToContinue(call);
  assertCsrf(form, visitor);
  const team = await teamCallOrThrow(call, { ...visitor, session: visitor.session });
  const page = draftPageOf(call);
  const isDiscarded = page !== undefined && form[DISCARD] !== undefined;
  const response = isDiscarded ? redirectResponse(page) : await answer(team, () => handle(team, form));
  if (page !== undefined && response.status === 303) {
    await commit(call.services.database, [deleteDraft(visitor.session.user.id, page)]);
  }
  return response;
}

/** Keeps what was typed when a session ended, through the sign-in, for pages that show it again. */
function signInToContinue(call: WebCall): WebResponse {
  const page = draftPageOf(call);
  if (page === undefined) {
    return redirectResponse(signInPath(addresses.manage(call.request.parameters['portalSlug']!)));
  }
  const query = new URLSearchParams({ next: page }).toString();
  return { ...redirectResponse(`/sign-in/draft?${query}`), status: 307 };
}

/** The page that shows what was typed into a form again; undefined for forms of choices and files. */
function draftPageOf({ request: { path, parameters, headers } }: WebCall): string | undefined {
  if (headers['content-type']?.startsWith('multipart/')) return undefined;
  const { portalSlug, act, updateSlug } = parameters;
  if (act !== undefined) return path.slice(0, path.lastIndexOf('/'));
  return updateSlug !== undefined || path === addresses.newUpdate(portalSlug!) ? path : undefined;
}

/** The field in which a script names the pictures that a sign-in does not keep. */
const UNSENT = 'unsent';

/** What a member typed into a form of this page before their session ended, as a refused form. */
export async function draftFor(
  { call, visitor, t }: TeamCall,
  stored: { updatedAt: string } | undefined,
): Promise<{ form: Form; status: number; problem: Problem } | undefined> {
  const form = await getDraft(call.read, visitor.session.user.id, call.request.path, call.now);
  if (!form) return undefined;
  const isStale = stored !== undefined && form['version'] !== stored.updatedAt;
  const texts = [
    t.text('manage.kept'),
    form[UNSENT] !== undefined && t.text('manage.unsent', { names: form[UNSENT] }),
    isStale && t.text('problem.changed'),
  ];
  return { form, status: 200, problem: { text: texts.filter(Boolean).join(' '), isKept: true } };
}

/** What is refused to a member is a page of the portal's team, with a way back. */
async function answer(team: TeamCall, respond: TeamPage): Promise<WebResponse> {
  try {
    return await respond(team);
  } catch (error) {
    const { problemPage } = await import('./problem-page.ts');
    return problemPage(frameOf(team), error);
  }
}

/** Throws the same 404 where there is no portal and where the person is not of its team. */
async function teamCallOrThrow(call: WebCall, visitor: TeamCall['visitor']): Promise<TeamCall> {
  const { read, request } = call;
  const item = await getPortalItem(
    read,
    await findBySlugOrNothing(read, 'portal', request.parameters['portalSlug']!),
  );
  const portal = item && toPortal(item);
  const member = portal && (await findTeamMember(read, visitor.session, portal.workspaceId));
  if (!portal || !member) throw publicNotFound();
  const { memberId: principalId, workspaceId, userId } = member;
  call.note({ userId });
  const charge = { requests: 1, writes: request.method === 'POST' ? 1 : 0 };
  call.present({ credentialId: userId, workspaceId, proof: visitor.session.secret.text }, charge);
  await call.identify({ kind: 'user', principalId, credentialId: userId, workspaceId });
  return {
    call,
    portal,
    member,
    visitor,
    place: { portalId: portal.id },
    t: await textsFor(request, portal.language),
  };
}

/** What the layout of the team's pages shows. */
export function frameOf({ call, portal, visitor, member, t }: TeamCall): PortalFrame & { team: Team } {
  const baseUrl = call.services.baseUrl();
  const team = { member, isPreview: false };
  return { t, portal: showPortal(portal, baseUrl), visitor, baseUrl, team, isElsewhere: false };
}
