import { parseParameters, type Form } from '../../kernel/api/http/form.ts';
import type { ExecutableOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { Html } from '../../kernel/html/html.ts';
import type { JoinedTeam } from '../accounts/person-workspaces.ts';
import { form } from '../kit/form.ts';
import { formToolsOf, type FormTools } from '../kit/form-tools.ts';
import type { FormCode, PageCode, RefusedForm } from '../kit/page.ts';
import type { PlanningFrame } from './layout-view.ts';
import { nameOf, teamsOf, type MemberCall } from './member-call.ts';
import { planningResponse } from './planning-response.ts';

/** A request for a page as what it shows is loaded. */
export interface AskedPage extends MemberCall {
  /** Its query, which is empty where a form is shown again. */
  query: Form;
  again: RefusedForm | undefined;
  /** What its forms need; a draft is read for it. */
  tools: Promise<FormTools>;
}

/** A page as it is shown. */
export interface ShownPage extends Omit<AskedPage, 'tools'> {
  tools: FormTools;
  /** The teams of the workspace that the reader is in, by name. */
  teams: readonly JoinedTeam[];
}

/** What a page shows, and what stands around it. */
type View = Pick<PlanningFrame, 'title' | 'imagesFrom' | 'uploadsTo' | 'scripts'> & {
  body: Html;
  /** Of the team whose page it is, if it is not that of the request. */
  teamId?: string;
};

/** What an object holds, awaited. */
export type AwaitedAll<L> = { [K in keyof L]: Awaited<L[K]> };

interface DeclaredPage<L extends object> {
  /** What the page shows, by name; promises are awaited side by side. */
  load: (asked: AskedPage) => L | Promise<L>;
  view: (loaded: AwaitedAll<L>, shown: ShownPage) => View;
}

/** What those who may change the page's things need; guests may not. */
export const editTools = ({ member, tools }: ShownPage): FormTools | undefined =>
  member.role === 'guest' ? undefined : tools;

/** A page for the members of a team. */
export const memberPage = <L extends object>({ load, view }: DeclaredPage<L>): PageCode<MemberCall> => ({
  async show(member, again) {
    const { call } = member;
    const query = again ? {} : parseParameters(call.request.query);
    const tools = formToolsOf(member, { query, again });
    const asked = { ...member, query, again, tools };
    const [loaded, shownTools, teams, name] = await Promise.all([
      Promise.resolve(asked).then(load).then(allOf),
      tools,
      teamsOf(member),
      nameOf(member),
    ]);
    const { body, ...frame } = view(loaded, { ...asked, tools: shownTools, teams });
    const { t, visitor, teamId } = member;
    return planningResponse({ t, visitor, name, teams, teamId, ...frame }, body, again?.status);
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
