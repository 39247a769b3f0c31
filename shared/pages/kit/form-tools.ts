import type { Form } from '../../kernel/api/http/form.ts';
import type { Fragment } from '../../kernel/html/html.ts';
import { getDraft } from '../session/draft-store.ts';
import { newFormNonce } from './form-nonce.ts';
import { discardForm, outcomeView, type FormBinding, type Problem } from './form-view.ts';
import type { StoryChoice, Person, RefusedForm } from './page.ts';

/** The query parameter of a page for a choice that was not kept through a sign-in. */
export const UNSAVED = 'unsaved';

/** What the forms of a page need. */
export interface FormTools extends FormBinding {
  /** Of a form that was refused, or kept through a sign-in. */
  form: Form;
  done: string | undefined;
  problem: Problem | undefined;
  /** What the words of the form can mean, to choose one. */
  matches: readonly StoryChoice[];
  /** Whether a change was not made because the session had ended. */
  isUnsaved: boolean;
  /** Whether `form` is kept from an earlier visit until it is sent or discarded. */
  isKept: boolean;
}

/** What the forms of a page need, of which a draft may be kept under its path. */
export async function formToolsOf(
  { call, visitor, t, page }: Person,
  { query, rejected }: { query: Form; rejected: RefusedForm | undefined },
): Promise<FormTools> {
  const draft = rejected ? undefined : await getDraft(call.read, visitor.session.user.id, page, call.now);
  return {
    t,
    csrfToken: visitor.csrfToken,
    formNonce: newFormNonce(call),
    form: rejected?.form ?? draft ?? {},
    done: query['done'],
    problem: rejected?.problem,
    matches: rejected?.matches ?? [],
    isUnsaved: query[UNSAVED] !== undefined,
    isKept: draft !== undefined,
  };
}

/**
 * What was done with the forms of a page, or why one was rejected. A draft kept across a sign-in is discarded with a form
 * posted to `action`, any of the page's own.
 */
export function toolsOutcome(tools: FormTools, done: string | undefined, action: string): Fragment {
  const { t, isUnsaved, isKept, problem } = tools;
  const unsaved = isUnsaved || isKept ? { text: t.text('story.unsaved') } : undefined;
  return [outcomeView(done, unsaved ?? problem), isKept && discardForm(tools, action)];
}
