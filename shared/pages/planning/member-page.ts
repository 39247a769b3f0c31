import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { ExecutableOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { Html } from '../../kernel/html/html.ts';
import type { JoinedTeam } from '../accounts/person-workspaces.ts';
import { form } from '../kit/form.ts';
import { formToolsOf, type FormTools } from '../kit/form-tools.ts';
import type { FormCode, PageCode, RefusedForm } from '../kit/page.ts';
import type { PlanningFrame } from './layout-view.ts';
import { livePaths } from './live-paths.ts';
import { nameOf, teamsOf, type MemberCall, type WorkspaceCall } from './member-call.ts';
import { planningResponse } from './planning-response.ts';

/** A request for a page. */
interface PageRequestParts {
  /** Its query, which is empty where a form is shown again. */
  query: Form;
  rejected: RefusedForm | undefined;
}

/** The same as what the page shows is loaded, with what its forms need: a draft is read for it. */
type Requested<P> = P & PageRequestParts & { tools: Promise<FormTools> };

/** The same as it is shown, with the teams of the workspace that the reader is in, by name. */
type WithTools<P> = P & PageRequestParts & { tools: FormTools; teams: readonly JoinedTeam[] };

/** The same of a page about what a team owns, and of one about a workspace. */
export type AskedPage = Requested<MemberCall>;
export type ShownPage = WithTools<MemberCall>;
export type AskedWorkspacePage = Requested<WorkspaceCall>;

/** What a page shows, and what stands around it. */
type View = Pick<PlanningFrame, 'title' | 'imagesFrom' | 'uploadsTo' | 'scripts' | 'ownPage'> & {
  body: Html;
  /** Of the team whose page it is, if it is not that of the request. */
  teamId?: string;
};

/** What an object holds, awaited. */
export type AwaitedAll<L> = { [K in keyof L]: Awaited<L[K]> };

interface DeclaredPage<P, L extends object> {
  /** What the page shows, by name; promises are awaited side by side. */
  load: (asked: Requested<P>) => L | Promise<L>;
  view: (loaded: AwaitedAll<L>, shown: WithTools<P>) => View;
}

/** What those who may change the page's things need; guests may not. */
export const editTools = ({ member, tools }: ShownPage): FormTools | undefined =>
  member.role === 'guest' ? undefined : tools;

/** A page for the members of a team. */
export const memberPage = <L extends object>(declared: DeclaredPage<MemberCall, L>): PageCode<MemberCall> =>
  framedPage(declared, ({ teamId }) => teamId);

/** A page for the members of a workspace. */
export const workspacePage = <L extends object>(
  declared: DeclaredPage<WorkspaceCall, L>,
): PageCode<WorkspaceCall> => framedPage(declared, () => undefined);

const framedPage = <P extends WorkspaceCall, L extends object>(
  { load, view }: DeclaredPage<P, L>,
  teamOf: (member: P) => string | undefined,
): PageCode<P> => ({
  async show(member, rejected) {
    const { call } = member;
    const query = rejected ? {} : parseParameters(call.request.query);
    const tools = formToolsOf(member, { query, rejected });
    const asked = { ...member, query, rejected, tools };
    const [loaded, shownTools, teams, name] = await Promise.all([
      Promise.resolve(asked).then(load).then(allOf),
      tools,
      teamsOf(member),
      nameOf(member),
    ]);
    const { body, ...frame } = view(loaded, { ...asked, tools: shownTools, teams });
    const { t, visitor, member: inWorkspace } = member;
    const { workspaceId, memberId } = inWorkspace;
    const teamId = teamOf(member);
    // The page of a person's work is about all of their teams, that of their notifications about none.
    const all = frame.ownPage === 'work' ? teams.map(({ id }) => id) : [];
    const live = livePaths({
      workspaceId,
      memberId,
      teamIds: teamId === undefined ? all : [teamId],
      hasNews: frame.ownPage !== undefined,
    });
    const place = { workspaceId, teamId, live, at: call.now };
    return planningResponse({ t, visitor, name, teams, ...place, ...frame }, body, rejected?.status);
  },
});

/** Awaits all that an object holds. */
async function allOf<L extends object>(promised: L): Promise<AwaitedAll<L>> {
  const entries = await Promise.all(
    Object.entries(promised).map(async ([name, value]) => [name, (await value) as unknown] as const),
  );
  return Object.fromEntries(entries) as AwaitedAll<L>;
}

/** A form of such a page. */
export const memberForm: <O extends ExecutableOperation>(
  declared: Parameters<typeof form<MemberCall, O>>[0],
) => FormCode<MemberCall> = form;

/** A form of a page for the members of a workspace. */
export const workspaceForm: <O extends ExecutableOperation>(
  declared: Parameters<typeof form<WorkspaceCall, O>>[0],
) => FormCode<WorkspaceCall> = form;
