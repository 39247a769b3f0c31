import type { Form } from '../../kernel/api/http/form.ts';
import { getDraft } from '../accounts/draft-store.ts';
import type { Fragment } from '../../kernel/html/html.ts';
import { discardForm, outcomeView, type FormBinding, type Problem } from '../portal-team/form-view.ts';
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
  /** Whether `form` is kept from an earlier visit until it is sent or discarded. */
  isKept: boolean;
}

/** What the forms of a page need, whose draft is kept under its path; undefined for guests, who change nothing. */
export async function formToolsOf(
  { call, visitor, member, t }: MemberCall,
  path: string,
  { query, again }: { query: Form; again: RefusedForm | undefined },
): Promise<FormTools | undefined> {
  if (member.role === 'guest') return undefined;
  const draft = again ? undefined : await getDraft(call.read, visitor.session.user.id, path, call.now);
  return {
    t,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    form: again?.form ?? draft ?? {},
    done: query['done'],
    problem: again?.problem,
    isUnsaved: query[UNSAVED] !== undefined,
    isKept: draft !== undefined,
  };
}

/**
 * What was done with the forms of a page, or why one was not carried out. What is kept of one through a sign-in can be
 * discarded by a form to `action`, which is any of theirs.
 */
export function toolsOutcome(tools: FormTools, done: string | undefined, action: string): Fragment {
  const { t, isUnsaved, isKept, problem } = tools;
  const unsaved = isUnsaved || isKept ? { text: t.text('story.unsaved') } : undefined;
  return [outcomeView(done, unsaved ?? problem), isKept && discardForm(tools, action)];
}
