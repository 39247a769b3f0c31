import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { resolveVisitor, type Visitor } from '../session/csrf.ts';
import { listPersonWorkspaces } from './person-workspaces.ts';

/** The visitor of a page about an account, who is shown by the same name on each of these pages. */
export async function resolveAccountVisitor(call: WebCall): Promise<Visitor> {
  const visitor = await resolveVisitor(call);
  const user = visitor.session?.user;
  if (user?.name !== null) return visitor;
  const workspaces = await listPersonWorkspaces(call.read, user.id);
  return { ...visitor, memberName: workspaces.find(({ accepted }) => accepted)?.memberName };
}
