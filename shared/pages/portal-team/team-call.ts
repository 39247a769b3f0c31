import type { Form } from '../../kernel/api/http/form.ts';
import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { getPortalItem, toPortal } from '../../feedback/portal/portal-store.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { findBySlugOrNothing } from '../../kernel/slugs/slug-store.ts';
import { getDraft } from '../session/draft-store.ts';
import type { Visitor } from '../session/csrf.ts';
import type { Session } from '../session/session.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsFor } from '../session/texts-for.ts';
import type { Team } from '../portal/team.ts';
import { findTeamMember, type TeamMember } from '../portal/team-member.ts';
import type { PortalFrame } from '../portal/layout-view.ts';
import { showPortal } from '../portal/public-portal.ts';
import { answersOf } from '../kit/answer.ts';
import type { Problem } from '../kit/form-view.ts';
import type { FormCode, PageCode, Person } from '../kit/page.ts';
import { portalErrorPage } from '../portal/portal-error-page.ts';

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

export type TeamPage = PageCode<TeamCall & Person>;
export type TeamForm = FormCode<TeamCall & Person>;

/** The members of the workspace whose portal it is, but guests. */
export const teamMembers = answersOf<TeamCall & Person>({
  admit: async (call, visitor, { place }) => ({ ...(await teamCallOrThrow(call, visitor)), ...place }),
  addressOf: ({ request }) => request.path,
  nextOf: (_form, _call, page) => page,
  /** What is refused to a member is a page of the portal's team, with a way back. */
  async refuse(team, error) {
    const { problemPage } = await import('./problem-page.ts');
    return problemPage(frameOf(team), error);
  },
  pageOfError: portalErrorPage,
});

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
