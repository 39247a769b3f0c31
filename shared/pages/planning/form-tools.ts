import type { Form } from '../../kernel/api/http/form.ts';
import { getDraft } from '../accounts/draft-store.ts';
import type { FormBinding, Problem } from '../portal-team/form-view.ts';
import { newFormNonce } from '../public-portals/form-nonce.ts';
import { UNSAVED, type MemberCall, type RefusedForm } from './member-call.ts';

/** What a member who may change what a page shows does there. */
export interface FormTools extends FormBinding {
  /** Of a form that was refused, or kept through a sign-in. */
  form: Form;
  done: string | undefined;
  problem: Problem | undefined;
  /** Whether a change was not made because the session had ended. */
  isUnsaved: boolean;
}

/** What the forms of a page need, whose draft is kept under its path; undefined for guests, who change nothing. */
export async function formToolsOf(
  { call, visitor, member, t }: MemberCall,
  path: string,
  { query, again }: { query: Form; again: RefusedForm | undefined },
): Promise<FormTools | undefined> {
  if (member.role === 'guest') return undefined;
  return {
    t,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    form: again?.form ?? (await getDraft(call.read, visitor.session.user.id, path, call.now)) ?? {},
    done: query['done'],
    problem: again?.problem,
    isUnsaved: query[UNSAVED] !== undefined,
  };
}

/** Says that a change was not made because the session had ended. */
export const unsavedIn = (tools: FormTools | undefined): Problem | undefined =>
  tools?.isUnsaved ? { text: tools.t.text('story.unsaved') } : undefined;
